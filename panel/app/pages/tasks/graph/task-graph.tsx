import { useElementSize } from "@mantine/hooks";
import { type CSSProperties, type KeyboardEvent, type ReactElement, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BodyNode } from "./body-node.ts";
import { edgeWords } from "./edge-words.ts";
import { NodeBadge, type ShownStatus, statusClass, TypeIcon } from "./node-icon.tsx";
import { type EdgeLine, layoutTask, type NodeBox, type TaskLayout } from "./task-layout.ts";
import { nextBox } from "./next-box.ts";
import "./task-graph.css";

const LEAST_ZOOM = 0.85;

/** The facts that a node shows beside its body. */
export interface NodeLook {
  readonly status: ShownStatus;
  /** Beside the state, such as how many items are done. */
  readonly note: string | null;
  /** Branches that were taken. */
  readonly branches: readonly string[];
}

export interface TaskGraphProps {
  readonly nodes: readonly BodyNode[];
  /** Of a run: by the node's id. @default the body alone is drawn */
  readonly looks?: ReadonlyMap<string, NodeLook>;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

/** A task as a drawing: arrow keys go from node to node, Enter shows one. */
export function TaskGraph({ nodes, looks, selected, onSelect }: TaskGraphProps): ReactElement {
  const { t } = useTranslation();
  const layout = useMemo(() => layoutTask(nodes), [nodes]);
  const { ref, width } = useElementSize();
  // A drawing that is a little too wide is drawn smaller; one that is much wider scrolls, so that its words stay readable.
  const zoom = width === 0 ? 1 : Math.min(1, Math.max(LEAST_ZOOM, width / layout.width));
  const [visited, setVisited] = useState<string | null>(null);
  const known = [visited, selected].find((id) => layout.boxes.some(({ node }) => node.id === id));
  const current = known ?? layout.boxes[0]?.node.id;
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const next = nextBox(layout.boxes, current ?? "", event.key);
    if (next === null) return;
    event.preventDefault();
    setVisited(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-node="${CSS.escape(next)}"]`)?.focus();
  };
  return (
    <div className="task-graph" role="group" aria-label={t("task.graph")} onKeyDown={walk} ref={ref}>
      <div className="task-canvas" style={{ width: layout.width, height: layout.height, zoom }}>
        <Edges layout={layout} looks={looks} />
        {layout.boxes.map((box) => (
          <NodeButton
            key={box.node.id}
            box={box}
            look={looks?.get(box.node.id)}
            isSelected={box.node.id === selected}
            isStop={box.node.id === current}
            onSelect={() => {
              setVisited(box.node.id);
              onSelect(box.node.id);
            }}
          />
        ))}
      </div>
    </div>
  );
}

interface NodeButtonProps {
  readonly box: NodeBox;
  readonly look: NodeLook | undefined;
  readonly isSelected: boolean;
  /** The Tab key stops here. */
  readonly isStop: boolean;
  readonly onSelect: () => void;
}

function NodeButton({ box, look, isSelected, isStop, onSelect }: NodeButtonProps): ReactElement {
  const { t } = useTranslation();
  const { node, x, y, width, height } = box;
  const style: CSSProperties = { left: x, top: y, width, height };
  const isBox = node.type === "group" && node.nodes.length > 0;
  const colour =
    look === undefined ? "" : ` ${statusClass(look.status)} task-node-${look.status.toLowerCase()}`;
  const below = look === undefined ? (node.jobKey ?? t(`task.type.${node.type}`)) : null;
  return (
    <button
      type="button"
      data-node={node.id}
      data-type={node.type}
      data-batch={node.isBatch || undefined}
      aria-pressed={isSelected}
      tabIndex={isStop ? 0 : -1}
      className={`task-node${isBox ? " task-box" : ""}${colour}`}
      style={style}
      onClick={onSelect}
    >
      <span className="task-node-name">
        <TypeIcon type={node.type} />
        <span className="one-line" title={node.title ?? node.id}>
          {node.title ?? node.id}
        </span>
      </span>
      <span className="task-node-state one-line">
        {look === undefined ? (
          <span className="dimmed mono">{below}</span>
        ) : (
          <NodeBadge status={look.status} />
        )}
        {look?.note !== null && look?.note !== undefined && <span className="dimmed"> {look.note}</span>}
      </span>
    </button>
  );
}

interface EdgesProps {
  readonly layout: TaskLayout;
  readonly looks: ReadonlyMap<string, NodeLook> | undefined;
}

function Edges({ layout: { width, height, edges }, looks }: EdgesProps): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <svg width={width} height={height} aria-hidden="true" className="task-edges">
        <defs>
          <marker
            id="task-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0,0L8,4L0,8z" />
          </marker>
        </defs>
        {edges.map((edge) => (
          <path
            key={keyOf(edge)}
            d={edge.path}
            transform={`translate(${edge.dx} ${edge.dy})`}
            markerEnd="url(#task-arrow)"
            className={`task-edge${isTaken(edge, looks) ? " task-edge-taken" : ""}`}
            data-on={edge.on}
            data-back={edge.isBack || undefined}
          />
        ))}
      </svg>
      {edges.map((edge) => {
        const words = edgeWords(edge, t);
        if (words === "") return null;
        return (
          <span
            key={keyOf(edge)}
            className="task-edge-words one-line"
            data-on={edge.on}
            title={words}
            aria-hidden="true"
            style={{ left: edge.x + edge.dx, top: edge.y + edge.dy }}
          >
            {words}
          </span>
        );
      })}
    </>
  );
}

function keyOf({ from, to, on, branch }: EdgeLine): string {
  return `${from} ${to} ${on} ${branch}`;
}

/** Whether the run went this way. */
function isTaken({ from, on, branch }: EdgeLine, looks: ReadonlyMap<string, NodeLook> | undefined): boolean {
  const source = looks?.get(from);
  if (source === undefined) return false;
  if (branch !== null) return source.branches.includes(branch);
  if (on === "failed") return source.status === "Failed";
  return source.status === "Succeeded" || (on === "ended" && source.status === "Failed");
}
