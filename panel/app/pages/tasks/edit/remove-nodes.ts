import { type Body, idOf, isObject, mapLists } from "./body.ts";
import { isWay, preOf, withPre } from "./ways.ts";

/** A body without some nodes: what followed one of them, where that ended well, follows what it followed. */
export function removeNodes(body: Body, ids: ReadonlySet<string>): Body {
  return mapLists(body, ({ items }) => {
    const removed = new Map(items.flatMap((item) => keyed(item, ids)));
    if (removed.size === 0) return items;
    return items.flatMap((item) => {
      if (removed.has(idOf(item) ?? "")) return [];
      if (!isObject(item) || !preOf(item).some((way) => removed.has(fromOf(way)))) return [item];
      return [withPre(item, joined(preOf(item), removed, idOf(item)))];
    });
  });
}

function keyed(item: unknown, ids: ReadonlySet<string>): readonly (readonly [string, unknown])[] {
  const id = idOf(item);
  return id !== null && ids.has(id) ? [[id, item]] : [];
}

function fromOf(way: unknown): string {
  return isObject(way) ? String(way["node"]) : "";
}

/** The ways of a node, each of one that goes away replaced by the ways of that one. */
function joined(
  pre: readonly unknown[],
  removed: ReadonlyMap<string, unknown>,
  self: string | null,
): readonly unknown[] {
  const found: unknown[] = [];
  const seen = new Set<string>();
  const walk = (ways: readonly unknown[]): void => {
    for (const way of ways) {
      const from = fromOf(way);
      if (removed.has(from)) {
        if (seen.has(from) || !isWay(way, from, {})) continue;
        seen.add(from);
        walk(preOf(removed.get(from)));
      } else if (from !== self || pre.includes(way)) {
        const isThere = found.some((one) => JSON.stringify(one) === JSON.stringify(way));
        if (!isThere) found.push(way);
      }
    }
  };
  walk(pre);
  return found;
}
