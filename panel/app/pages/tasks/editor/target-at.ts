import type { Way } from "../edit/body.ts";

export interface EdgeId extends Way {
  readonly from: string;
  readonly to: string;
}

/** What is at a place of the page. */
export interface CanvasTarget {
  readonly node: string | null;
  readonly edge: EdgeId | null;
  /** The innermost group. */
  readonly group: string | null;
}

/** What a drop at a place is for: a card before the edges, and those before the group that they are in. */
export function targetAt(x: number, y: number): CanvasTarget {
  const found = document.elementsFromPoint(x, y);
  const nodes = found.flatMap((element) => element.closest<HTMLElement>("[data-node]") ?? []);
  const card = nodes.find(({ dataset }) => dataset["type"] !== "group");
  const box = nodes.find(({ dataset }) => dataset["type"] === "group");
  const edge = found.flatMap((element) => edgeOf(element) ?? [])[0];
  return { node: card?.dataset["node"] ?? null, edge: edge ?? null, group: box?.dataset["node"] ?? null };
}

/** The edge that an element of the canvas is for. */
export function edgeOf(element: Element): EdgeId | null {
  const { from, to, on, branch } = (element.closest<SVGElement>("[data-from]")?.dataset ??
    {}) as Partial<EdgeId>;
  if (from === undefined || to === undefined) return null;
  return { from, to, ...(on !== undefined && { on }), ...(branch !== undefined && { branch }) };
}
