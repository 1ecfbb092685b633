import { type PointerEvent, type ReactElement, useRef, useState } from "react";
import { type NodePlace, placeNodes } from "../edit/add-node.ts";
import { listWith } from "../edit/body.ts";
import { usualWay } from "../edit/branches.ts";
import { moveInto } from "../edit/group-nodes.ts";
import type { BodyNode, Position } from "../graph/body-node.ts";
import { type DrawnGraph, TaskGraph } from "../graph/task-graph.tsx";
import { EdgeMenu } from "./edge-menu.tsx";
import { EditOverlay } from "./edit-overlay.tsx";
import { FarNotice } from "./far-notice.tsx";
import { followPointer, framed, type Gesture, movedTo } from "./gesture.ts";
import { edgeOf, targetAt } from "./target-at.ts";
import type { Editor } from "./use-editor.ts";

export interface EditorCanvasProps {
  readonly nodes: readonly BodyNode[];
  readonly editor: Editor;
}

/** The drawing of a body, in which nodes and edges are dragged. */
export function EditorCanvas({ nodes, editor }: EditorCanvasProps): ReactElement {
  const [gesture, setGesture] = useState<Gesture | null>(null);
  const press = useRef({ isShift: false, isDragged: false });
  const { body, chosen } = editor;
  const begin = (event: PointerEvent<HTMLElement>, drawn: DrawnGraph): boolean => {
    const target = event.target as Element;
    if (event.button !== 0 || body === null) return false;
    press.current = { isShift: event.shiftKey, isDragged: false };
    if (target.closest("[data-keep]") !== null) return true;
    const edge = edgeOf(target);
    if (edge !== null) {
      editor.chooseEdge(edge);
      return true;
    }
    const handle = target.closest<HTMLElement>("[data-handle]")?.dataset["handle"];
    const node = target.closest<HTMLElement>("[data-node]")?.dataset["node"];
    const kind = handle !== undefined ? "link" : node !== undefined ? "move" : "choose";
    if (kind === "choose" && !event.shiftKey) return false;
    const one = handle ?? node;
    const ids = one === undefined || (kind === "move" && chosen.has(one)) ? chosen : new Set([one]);
    const move = (next: Gesture | null): void => {
      if (next !== null) press.current.isDragged = true;
      setGesture(next);
    };
    followPointer(event, drawn, { kind, ids }, move, (ended, at) => finish(ended, at, drawn));
    return true;
  };
  const finish = (ended: Gesture, at: Position, { layout }: DrawnGraph): void => {
    if (body === null) return;
    if (ended.kind === "choose") {
      editor.choose(new Set([...chosen, ...framed(layout.boxes, ended)]));
      return;
    }
    const [first = ""] = ended.ids;
    const { node, group } = targetAt(at.x, at.y);
    if (ended.kind === "link") {
      const to = node ?? group;
      if (to !== null && to !== first) editor.join(first, to);
      return;
    }
    const list = listWith(body, first)?.group ?? null;
    // A group that is dragged is under the pointer itself.
    const into = group !== null && ended.ids.has(group) ? list : group;
    if (into === list) editor.change(placeNodes(body, movedTo(layout.boxes, ended)));
    else editor.change(moveInto(body, ended.ids, into));
  };
  const select = (id: string): void => {
    const { isShift, isDragged } = press.current;
    press.current = { isShift: false, isDragged: false };
    // The click that ends a drag is none.
    if (isDragged) return;
    const next = new Set(isShift ? chosen : []);
    if (isShift && chosen.has(id)) next.delete(id);
    else next.add(id);
    editor.choose(next);
  };
  return (
    <div
      className="editor-canvas"
      // The keys act on the card at which the keyboard is; a press chooses by itself.
      onFocus={({ target }) => {
        const id = target.matches(":focus-visible") ? target.dataset["node"] : undefined;
        if (id !== undefined && !chosen.has(id)) editor.choose(new Set([id]));
      }}
    >
      <TaskGraph
        nodes={nodes}
        selected={[...chosen].at(-1) ?? null}
        onSelect={select}
        editing={{
          chosen,
          far: (onNear) => <FarNotice onNear={onNear} />,
          onPointerDown: begin,
          onVisit: (id) => editor.choose(new Set([id])),
          overlay: (drawn) => (
            <EditOverlay
              {...drawn}
              edge={editor.edge}
              gesture={gesture}
              edgeMenu={({ x, y, dx, dy }) =>
                body !== null &&
                editor.edge !== null && (
                  <EdgeMenu
                    body={body}
                    edge={editor.edge}
                    x={x + dx}
                    y={y + dy}
                    zoom={drawn.view.zoom}
                    onChange={(way) => editor.edge !== null && editor.changeWay(editor.edge, way)}
                    onRemove={editor.remove}
                  />
                )
              }
            />
          ),
        }}
      />
    </div>
  );
}

/** Where something that is dropped goes: after a card, between the ends of an edge, into a group, or by itself. */
export function placeOf({ body }: Editor, at: Position): NodePlace {
  const { node, edge, group } = targetAt(at.x, at.y);
  if (node !== null) return { after: { node, ...usualWay(body ?? {}, node) } };
  if (edge !== null) {
    const { from, to, ...way } = edge;
    return { after: { node: from, ...way }, before: to };
  }
  return { within: group };
}
