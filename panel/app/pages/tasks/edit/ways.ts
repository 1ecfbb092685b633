import {
  type Body,
  idOf,
  isObject,
  itemsOf,
  listWith,
  mapNodes,
  type NodeSource,
  type Way,
  withMember,
} from "./body.ts";

/** Why two nodes cannot be joined so. */
export type WayRefusal = "same" | "scope" | "exists" | "cycle";

export function preOf(node: unknown): readonly unknown[] {
  return isObject(node) ? itemsOf(node["pre"]) : [];
}

/** A node that waits for others; without `pre` where there are none. */
export function withPre(node: NodeSource, pre: readonly unknown[]): NodeSource {
  return withMember(node, "pre", pre.length === 0 ? undefined : pre);
}

export function wayTo(node: string, { on = "ok", branch }: Way = {}): NodeSource {
  return { node, ...(on !== "ok" && { on }), ...(branch !== undefined && { branch }) };
}

/** Whether a way of `pre` comes from a node, under this condition. */
export function isWay(way: unknown, node: string, { on = "ok", branch }: Way): boolean {
  if (!isObject(way)) return false;
  return way["node"] === node && (way["on"] ?? "ok") === on && way["branch"] === branch;
}

/** Why a way cannot be added; `null` where it can. */
export function wayRefusal(body: Body, from: string, to: string, way: Way = {}): WayRefusal | null {
  if (from === to) return "same";
  const { items = [] } = listWith(body, from) ?? {};
  const target = items.find((item) => idOf(item) === to);
  if (target === undefined) return "scope";
  if (preOf(target).some((one) => isWay(one, from, way))) return "exists";
  return closesCycle(items, from, to) ? "cycle" : null;
}

/** A body in which one node follows another. */
export function connect(body: Body, from: string, to: string, way: Way = {}): Body {
  if (wayRefusal(body, from, to, way) !== null) return body;
  return mapNodes(body, (node) =>
    idOf(node) === to ? withPre(node, [...preOf(node), wayTo(from, way)]) : node,
  );
}

export function disconnect(body: Body, from: string, to: string, way: Way = {}): Body {
  return mapNodes(body, (node) => {
    if (idOf(node) !== to) return node;
    const left = preOf(node).filter((one) => !isWay(one, from, way));
    return left.length === preOf(node).length ? node : withPre(node, left);
  });
}

/** A way under another condition, in its place and with all that it says besides. */
export function changeEdge(body: Body, from: string, to: string, old: Way, next: Way): Body {
  const { on = "ok", branch } = next;
  const changed = (way: unknown): unknown =>
    isObject(way) && isWay(way, from, old)
      ? withMember(withMember(way, "on", on === "ok" ? undefined : on), "branch", branch)
      : way;
  return mapNodes(body, (node) => (idOf(node) === to ? withPre(node, preOf(node).map(changed)) : node));
}

/** Whether the way would close a cycle that no condition with a `loop` is in. */
function closesCycle(items: readonly unknown[], from: string, to: string): boolean {
  const heads = new Set(items.filter((item) => isObject(item) && isObject(item["loop"])).map(idOf));
  if (heads.has(from) || heads.has(to)) return false;
  const before = new Map(items.map((item) => [idOf(item), preOf(item)]));
  const seen = new Set<unknown>([from]);
  for (const id of seen) {
    if (id === to) return true;
    for (const way of before.get(id as string) ?? []) {
      const next = isObject(way) ? way["node"] : undefined;
      if (typeof next === "string" && !heads.has(next)) seen.add(next);
    }
  }
  return false;
}
