import {
  type Body,
  idOf,
  isObject,
  listsOf,
  listWith,
  mapLists,
  type NodeSource,
  type Way,
  withMember,
} from "./body.ts";
import { isWay, preOf, wayTo, withPre } from "./ways.ts";

/** Where a new node goes. */
export interface NodePlace {
  /** The node that it follows, and how. @default it follows none */
  readonly after?: Way & { readonly node: string };
  /** The node that follows it; with `after` the way between the two leads over the new one. @default none */
  readonly before?: string;
  /** The group that it is in; `null` for none. @default where the nodes beside it are */
  readonly within?: string | null;
}

/** An id that no node of the body has: the wanted one where it is free. */
export function freshId(body: Body, wanted: string): string {
  const taken = new Set(listsOf(body).flatMap(({ items }) => items.map(idOf)));
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
  return id;
}

/** The body with one more node, at the end of its list. */
export function addNode(body: Body, source: NodeSource, place: NodePlace = {}): Body {
  return addNodes(body, [source], place);
}

/** As `addNode`, for nodes that are joined among themselves: those that wait for none of them follow `after`. */
export function addNodes(body: Body, sources: readonly NodeSource[], place: NodePlace = {}): Body {
  const { after, before } = place;
  const group = scopeOf(body, place);
  const ids = new Set(sources.map(idOf));
  const lasts = sources.map(idOf).filter((id) => !sources.some((other) => waitsFor(other, id)));
  return mapLists(body, (list) => {
    if (list.group !== group) return list.items;
    const old = list.items.find((item) => before !== undefined && idOf(item) === before);
    const between = preOf(old).find((way) => after !== undefined && isWay(way, after.node, after));
    const first = between ?? (after === undefined ? undefined : wayTo(after.node, after));
    const added = sources.map((source) =>
      first === undefined || preOf(source).some((way) => isObject(way) && ids.has(way["node"] as string))
        ? source
        : withPre(source, [...preOf(source), first]),
    );
    const moved = list.items.map((item) =>
      isObject(item) && item === old
        ? withPre(item, [
            ...preOf(item).filter((way) => way !== between),
            ...lasts.flatMap((id) => (id === null ? [] : wayTo(id))),
          ])
        : item,
    );
    return [...moved, ...added];
  });
}

/** The body with another node in the place of one. */
export function replaceNode(body: Body, id: string, source: NodeSource): Body {
  return mapLists(body, ({ items }) => items.map((item) => (idOf(item) === id ? source : item)));
}

/** A body of which nodes stand at places that were chosen for them. */
export function placeNodes(
  body: Body,
  places: ReadonlyMap<string, { readonly x: number; readonly y: number }>,
): Body {
  return mapLists(body, ({ items }) =>
    items.map((item) => {
      const place = places.get(idOf(item) ?? "");
      return place === undefined || !isObject(item) ? item : withMember(item, "position", place);
    }),
  );
}

/** A body whose nodes stand where the layout puts them. */
export function clearPlaces(body: Body): Body {
  return mapLists(body, ({ items }) =>
    items.map((item) =>
      isObject(item) && "position" in item ? withMember(item, "position", undefined) : item,
    ),
  );
}

function scopeOf(body: Body, { within, after, before }: NodePlace): string | null {
  if (within !== undefined) return within;
  const beside = after?.node ?? before;
  return beside === undefined ? null : (listWith(body, beside)?.group ?? null);
}

function waitsFor(node: NodeSource, id: string | null): boolean {
  return preOf(node).some((way) => isObject(way) && way["node"] === id);
}
