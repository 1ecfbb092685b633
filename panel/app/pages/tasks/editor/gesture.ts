import type { PointerEvent as ReactPointerEvent } from "react";
import type { Position } from "../graph/body-node.ts";
import { overlaps } from "../graph/graph-view.ts";
import type { DrawnGraph } from "../graph/task-graph.tsx";
import type { NodeBox } from "../graph/task-layout.ts";

/** What the pointer does, in the measure of the drawing. */
export interface Gesture {
  readonly kind: "move" | "link" | "choose";
  /** The nodes that are moved, or the one from which an edge is drawn. */
  readonly ids: ReadonlySet<string>;
  readonly from: Position;
  readonly to: Position;
}

const STILL = 4;
const SNAP = 16;

/** Follows a pointer until it is let go; a press without a move is a click, and nothing here. */
export function followPointer(
  event: ReactPointerEvent<HTMLElement>,
  { view }: DrawnGraph,
  start: Pick<Gesture, "kind" | "ids">,
  onMove: (gesture: Gesture | null) => void,
  onEnd: (gesture: Gesture, at: Position) => void,
): void {
  const { currentTarget, pointerId, clientX, clientY } = event;
  const { left, top } = currentTarget.getBoundingClientRect();
  const place = (x: number, y: number): Position => ({
    x: (x - left - view.x) / view.zoom,
    y: (y - top - view.y) / view.zoom,
  });
  const from = place(clientX, clientY);
  let last: Gesture | null = null;
  const move = (to: PointerEvent): void => {
    if (to.pointerId !== pointerId) return;
    if (last === null && Math.hypot(to.clientX - clientX, to.clientY - clientY) < STILL) return;
    last = { ...start, from, to: place(to.clientX, to.clientY) };
    onMove(last);
  };
  const stop = (end: PointerEvent): void => {
    if (end.pointerId !== pointerId) return;
    globalThis.removeEventListener("pointermove", move);
    globalThis.removeEventListener("pointerup", stop);
    globalThis.removeEventListener("pointercancel", stop);
    onMove(null);
    if (last !== null && end.type === "pointerup") onEnd(last, { x: end.clientX, y: end.clientY });
  };
  globalThis.addEventListener("pointermove", move);
  globalThis.addEventListener("pointerup", stop);
  globalThis.addEventListener("pointercancel", stop);
}

/** The positions of nodes that were moved, on the grid of their lists. */
export function movedTo(
  boxes: readonly NodeBox[],
  { ids, from, to }: Gesture,
): ReadonlyMap<string, Position> {
  const snapped = (at: number): number => Math.round(at / SNAP) * SNAP;
  return new Map(
    boxes
      .filter(({ node }) => ids.has(node.id))
      .map(({ node, x, y, origin }) => [
        node.id,
        { x: snapped(x + to.x - from.x - origin.x), y: snapped(y + to.y - from.y - origin.y) },
      ]),
  );
}

/** The cards that a frame touches; groups are chosen by themselves. */
export function framed(boxes: readonly NodeBox[], { from, to }: Gesture): ReadonlySet<string> {
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  const frame = { x, y, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
  return new Set(
    boxes.filter((box) => box.node.nodes.length === 0 && overlaps(box, frame)).map(({ node }) => node.id),
  );
}
