import type { ReactElement, ReactNode } from "react";
import type { DrawnGraph } from "../graph/task-graph.tsx";
import type { EdgeLine, NodeBox } from "../graph/task-layout.ts";
import type { Gesture } from "./gesture.ts";
import type { EdgeId } from "./target-at.ts";

export interface EditOverlayProps extends DrawnGraph {
  readonly edge: EdgeId | null;
  readonly gesture: Gesture | null;
  readonly edgeMenu: (line: EdgeLine) => ReactNode;
}

/** Above the drawing: what edges and handles are caught by, and what is being dragged. */
export function EditOverlay({ layout, edge, gesture, edgeMenu }: EditOverlayProps): ReactElement {
  const chosen = layout.edges.find((line) => isLine(line, edge));
  return (
    <>
      <svg width={layout.width} height={layout.height} aria-hidden="true" className="editor-lines">
        {layout.edges.map((line) => (
          <path
            key={`${line.from} ${line.to} ${line.on} ${line.branch}`}
            d={line.path}
            transform={`translate(${line.dx} ${line.dy})`}
            className="editor-edge"
            data-from={line.from}
            data-to={line.to}
            data-on={line.on === "ok" ? undefined : line.on}
            data-branch={line.branch ?? undefined}
            data-chosen={line === chosen || undefined}
          />
        ))}
        <GestureShape boxes={layout.boxes} gesture={gesture} />
      </svg>
      {layout.boxes.map(({ node, x, y, width, height }) => (
        <span
          key={node.id}
          className="editor-handle"
          data-handle={node.id}
          aria-hidden="true"
          style={{ left: x + width, top: y + height / 2 }}
        />
      ))}
      {chosen !== undefined && edgeMenu(chosen)}
    </>
  );
}

function isLine({ from, to, on, branch }: EdgeLine, edge: EdgeId | null): boolean {
  if (edge === null || from !== edge.from || to !== edge.to) return false;
  return on === (edge.on ?? "ok") && branch === (edge.branch ?? null);
}

interface GestureShapeProps {
  readonly boxes: readonly NodeBox[];
  readonly gesture: Gesture | null;
}

function GestureShape({ boxes, gesture }: GestureShapeProps): ReactNode {
  if (gesture === null) return null;
  const { kind, from, to } = gesture;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (kind === "link") return <path className="editor-ghost" d={`M${from.x},${from.y}L${to.x},${to.y}`} />;
  if (kind === "choose") {
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
    return <rect className="editor-ghost" x={x} y={y} width={Math.abs(dx)} height={Math.abs(dy)} />;
  }
  return boxes
    .filter(({ node }) => gesture.ids.has(node.id))
    .map(({ node, x, y, width, height }) => (
      <rect key={node.id} className="editor-ghost" x={x + dx} y={y + dy} width={width} height={height} />
    ));
}
