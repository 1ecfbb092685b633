import { freshId } from "./add-node.ts";
import {
  type Body,
  idOf,
  isObject,
  itemsOf,
  listsOf,
  listWith,
  mapLists,
  type NodeSource,
  withMember,
} from "./body.ts";
import { removeNodes } from "./remove-nodes.ts";
import { preOf, withPre } from "./ways.ts";

/** A body in which nodes of one list are in a group of their own; `null` where they are of several lists. */
export function groupNodes(
  body: Body,
  ids: ReadonlySet<string>,
): { readonly body: Body; readonly id: string } | null {
  const lists = new Set([...ids].map((one) => listWith(body, one)?.group));
  const [list] = lists;
  if (lists.size !== 1 || list === undefined) return null;
  const id = freshId(body, "group");
  const isIn = (way: unknown): boolean => isObject(way) && ids.has(String(way["node"]));
  const next = mapLists(body, ({ group, items }) => {
    if (group !== list) return items;
    const inner = items.filter((item): item is NodeSource => isObject(item) && ids.has(idOf(item) ?? ""));
    const outside = inner.flatMap((node) => preOf(node).filter((way) => !isIn(way)));
    const nodes = inner.map((node) => ("pre" in node ? withPre(node, preOf(node).filter(isIn)) : node));
    const made = withPre({ id, type: "group", nodes }, unique(outside));
    const first = items.findIndex((item) => ids.has(idOf(item) ?? ""));
    return items.flatMap((item, index) => {
      if (index === first) return [made];
      if (ids.has(idOf(item) ?? "")) return [];
      if (!isObject(item) || !preOf(item).some(isIn)) return [item];
      return [withPre(item, unique(preOf(item).map((way) => (isIn(way) ? behind(way, id) : way))))];
    });
  });
  return { body: next, id };
}

/** A body without a group, whose nodes stand in its place. */
export function ungroup(body: Body, id: string): Body {
  return mapLists(body, ({ items }) => {
    const box = items.find((item) => idOf(item) === id);
    if (!isObject(box) || box["type"] !== "group") return items;
    const inner = itemsOf(box["nodes"]);
    const awaited = new Set(inner.flatMap((node) => preOf(node).map(fromOf)));
    const lasts = inner.flatMap((node) => idOf(node) ?? []).filter((one) => !awaited.has(one));
    const freed = inner.map((node) =>
      isObject(node) && preOf(node).length === 0 ? withPre(node, preOf(box)) : node,
    );
    return items.flatMap((item) => {
      if (item === box) return freed;
      if (!isObject(item) || !preOf(item).some((way) => fromOf(way) === id)) return [item];
      const ways = preOf(item).flatMap((way) =>
        fromOf(way) === id ? lasts.map((node) => ({ ...(way as NodeSource), node })) : [way],
      );
      return [withPre(item, ways)];
    });
  });
}

/** A body in which nodes are in another list: ways that would lead out of it are cut, and joined where they were. */
export function moveInto(body: Body, ids: ReadonlySet<string>, into: string | null): Body {
  const moved = listsOf(body).flatMap(({ items }) =>
    items.filter((item): item is NodeSource => isObject(item) && ids.has(idOf(item) ?? "")),
  );
  const isWithin = moved.some((node) => holds(node, into));
  if (isWithin || moved.length === 0) return body;
  return mapLists(removeNodes(body, ids), ({ group, items }) => {
    if (group !== into) return items;
    const own = moved.map((node) =>
      "pre" in node
        ? withPre(
            node,
            preOf(node).filter((way) => ids.has(fromOf(way) ?? "")),
          )
        : node,
    );
    return [...items, ...own.map((node) => withMember(node, "position", undefined))];
  });
}

function holds(node: NodeSource, id: string | null): boolean {
  return id !== null && (idOf(node) === id || listsOf(node).some(({ group }) => group === id));
}

/** What waited for a node waits for the group it is in. A group has no branches. */
function behind(way: unknown, group: string): unknown {
  return isObject(way) ? withMember({ ...way, node: group }, "branch", undefined) : way;
}

function fromOf(way: unknown): string | null {
  return isObject(way) && typeof way["node"] === "string" ? way["node"] : null;
}

function unique(ways: readonly unknown[]): readonly unknown[] {
  const seen = new Map(ways.map((way) => [JSON.stringify(way), way]));
  return [...seen.values()];
}
