import type { NodeBox } from "./task-layout.ts";

type Box = Pick<NodeBox, "x" | "y" | "width" | "height"> & { readonly node: Pick<NodeBox["node"], "id"> };

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
/** How much more a way to the side counts than one ahead. */
const SIDEWAYS = 3;

/** The node that an arrow key goes to: the nearest in its direction; `null` where there is none. */
export function nextBox(boxes: readonly Box[], from: string, key: string): string | null {
  const direction = DIRECTIONS[key];
  const start = boxes.find(({ node }) => node.id === from);
  if (direction === undefined || start === undefined) return null;
  const [dx, dy] = direction;
  const origin = middleOf(start);
  let best: { readonly id: string; readonly cost: number } | null = null;
  for (const box of boxes) {
    const to = middleOf(box);
    const ahead = (to.x - origin.x) * dx + (to.y - origin.y) * dy;
    if (ahead <= 0 || box === start) continue;
    const side = Math.abs((to.x - origin.x) * dy) + Math.abs((to.y - origin.y) * dx);
    const cost = ahead + SIDEWAYS * side;
    if (best === null || cost < best.cost) best = { id: box.node.id, cost };
  }
  return best?.id ?? null;
}

function middleOf({ x, y, width, height }: Box): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
