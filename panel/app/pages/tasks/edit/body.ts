import { isRawNumber } from "../../../ui/json/json-text.ts";

/** A workflow's body as `parseExactJson` reads it: members that nothing here knows stay where they are. */
export type Body = Readonly<Record<string, unknown>>;

/** A node as it is written in a body. */
export type NodeSource = Readonly<Record<string, unknown>>;

/** A way to a node, as its `pre` states it. */
export interface Way {
  readonly on?: string;
  readonly branch?: string;
}

/** A list of nodes, and the group that has it; `null` for the workflow's own. */
export interface NodeList {
  readonly group: string | null;
  readonly items: readonly unknown[];
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function idOf(item: unknown): string | null {
  const id = isObject(item) ? item["id"] : undefined;
  return typeof id === "string" ? id : null;
}

export function isGroup(item: unknown): item is NodeSource {
  return isObject(item) && item["type"] === "group";
}

/** An object with another member in its place; `undefined` takes it away. */
export function withMember<Value extends Readonly<Record<string, unknown>>>(
  value: Value,
  name: string,
  member: unknown,
): Value {
  if (member !== undefined) return { ...value, [name]: member };
  const { [name]: _, ...others } = value;
  return others as Value;
}

/** A body of which lists of nodes are others: those of groups first. Lists that stay the same stay the same objects. */
export function mapLists<Holder extends Body>(
  holder: Holder,
  change: (list: NodeList) => readonly unknown[],
  group: string | null = null,
): Holder {
  const list = itemsOf(holder["nodes"]);
  const inner = list.map((item) => (isGroup(item) ? mapLists(item, change, idOf(item)) : item));
  const items = change({ group, items: isSame(inner, list) ? list : inner });
  return isSame(items, list) ? holder : withMember(holder, "nodes", items);
}

/** A body in which nodes are others, wherever they stand. */
export function mapNodes(body: Body, change: (node: NodeSource) => NodeSource): Body {
  return mapLists(body, ({ items }) => items.map((item) => (isObject(item) ? change(item) : item)));
}

/** The lists of a body, its own first. */
export function listsOf(holder: Body, group: string | null = null): readonly NodeList[] {
  const items = itemsOf(holder["nodes"]);
  return [{ group, items }, ...items.filter(isGroup).flatMap((item) => listsOf(item, idOf(item)))];
}

/** The list that a node is in; `undefined` where there is no such node. */
export function listWith(body: Body, id: string): NodeList | undefined {
  return listsOf(body).find(({ items }) => items.some((item) => idOf(item) === id));
}

export function findNode(body: Body, id: string): NodeSource | undefined {
  return listWith(body, id)?.items.find((item): item is NodeSource => idOf(item) === id);
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
