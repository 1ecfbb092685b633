import type { NodeBox } from "./task-layout.ts";

/** The part of a drawing that is seen: where its corner is, and how large it is drawn. */
export interface GraphView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Rect = Size & { readonly x: number; readonly y: number };

export const ZOOM = { least: 0.04, most: 1.6, step: 1.25 } as const;
/** Words that are smaller cannot be read: nodes are drawn as spots. */
export const NEAR_ZOOM = 0.5;
/** A drawing that has to be made smaller than this to fit begins at a place of it instead. */
const FITS_ZOOM = 0.6;
const MARGIN = 16;

/** All of a drawing, in the middle, and no larger than it is. */
export function wholeView(drawing: Size, seen: Size): GraphView {
  const zoom = Math.min(
    1,
    (seen.width - 2 * MARGIN) / Math.max(1, drawing.width),
    (seen.height - 2 * MARGIN) / Math.max(1, drawing.height),
  );
  const bounded = Math.max(ZOOM.least, zoom);
  return {
    zoom: bounded,
    x: (seen.width - drawing.width * bounded) / 2,
    y: (seen.height - drawing.height * bounded) / 2,
  };
}

/** Whether all of a drawing can be read at once. */
export function isReadable(drawing: Size, seen: Size): boolean {
  return wholeView(drawing, seen).zoom >= FITS_ZOOM;
}

/** All of it where that can be read; else it is readable and begins with a box. */
export function firstView(drawing: Size, seen: Size, box: Rect | undefined): GraphView {
  const whole = wholeView(drawing, seen);
  if (isReadable(drawing, seen) || box === undefined) return whole;
  const zoom = Math.min(1, Math.max(0.85, whole.zoom));
  return withinDrawing(centeredView(box, seen, zoom), drawing, seen);
}

export function centeredView(box: Rect, seen: Size, zoom: number): GraphView {
  return {
    zoom,
    x: seen.width / 2 - (box.x + box.width / 2) * zoom,
    y: seen.height / 2 - (box.y + box.height / 2) * zoom,
  };
}

/** A drawing as large as it is, around a node: the chosen one, else the nearest to the middle of what is seen. */
export function nearView(
  boxes: readonly NodeBox[],
  selected: string | null,
  { x, y, zoom }: GraphView,
  seen: Size,
): GraphView {
  const middle = { x: (seen.width / 2 - x) / zoom, y: (seen.height / 2 - y) / zoom };
  const distance = (box: NodeBox): number =>
    Math.hypot(box.x + box.width / 2 - middle.x, box.y + box.height / 2 - middle.y);
  const [nearest] = boxes.toSorted((one, other) => distance(one) - distance(other));
  const box = boxes.find(({ node }) => node.id === selected) ?? nearest;
  return box === undefined ? { x, y, zoom: 1 } : centeredView(box, seen, 1);
}

/** As little empty space beside the drawing as there can be. */
function withinDrawing({ x, y, zoom }: GraphView, drawing: Size, seen: Size): GraphView {
  const along = (at: number, length: number, room: number): number =>
    length * zoom + 2 * MARGIN <= room
      ? (room - length * zoom) / 2
      : Math.min(MARGIN, Math.max(room - MARGIN - length * zoom, at));
  return { zoom, x: along(x, drawing.width, seen.width), y: along(y, drawing.height, seen.height) };
}

/** Larger or smaller, around a point of what is seen. */
export function zoomedView(
  { x, y, zoom }: GraphView,
  by: number,
  at: { readonly x: number; readonly y: number },
): GraphView {
  const next = Math.min(ZOOM.most, Math.max(ZOOM.least, zoom * by));
  const ratio = next / zoom;
  return { zoom: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio };
}

/** The view that shows a box and moves as little as that takes; the same one where it is shown already. */
export function showingView(view: GraphView, box: Rect, seen: Size): GraphView {
  if (view.zoom < NEAR_ZOOM) return centeredView(box, seen, 0.85);
  const { zoom } = view;
  const along = (at: number, from: number, length: number, room: number): number => {
    const [low, high] = [MARGIN - from * zoom, room - MARGIN - (from + length) * zoom];
    return high < low ? low : Math.min(high, Math.max(low, at));
  };
  const x = along(view.x, box.x, box.width, seen.width);
  const y = along(view.y, box.y, box.height, seen.height);
  return x === view.x && y === view.y ? view : { zoom, x, y };
}

/** What is seen, in the places of the drawing, and a little around it. */
export function seenRect({ x, y, zoom }: GraphView, seen: Size, around = 60): Rect {
  return {
    x: -x / zoom - around,
    y: -y / zoom - around,
    width: seen.width / zoom + 2 * around,
    height: seen.height / zoom + 2 * around,
  };
}

export function overlaps(one: Rect, other: Rect): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** The innermost box at a point. */
export function boxAt(
  boxes: readonly NodeBox[],
  { x, y }: { readonly x: number; readonly y: number },
): NodeBox | undefined {
  return boxes.findLast((box) => overlaps(box, { x, y, width: 1, height: 1 }));
}
