import { type BodyNode, type BodyPre, readBodyNodes } from "../graph/body-node.ts";
import { type Body, itemsOf } from "../edit/body.ts";
import { membersOf } from "../inspector/member-edit.ts";
import { type MemberChange, memberChanges } from "./member-changes.ts";

/** A way from one node to another, as the node that it leads to states it. */
export interface Way {
  readonly from: string;
  readonly to: string;
  readonly on: NonNullable<BodyPre["on"]>;
  readonly branch: string | null;
  /** The node takes care of the failure of the one before. */
  readonly handles: boolean;
}

export type NodeDifference =
  | { readonly kind: "added" | "removed" | "same" }
  | {
      readonly kind: "changed";
      /** But for its ways and its nodes, which have places of their own. */
      readonly members: readonly MemberChange[];
      /** The groups that it is in; `null` where it is in another one than before, or in none. */
      readonly group: { readonly before: string | null; readonly after: string | null } | null;
    };

export interface FoundDifference {
  /** By their ids: those of the body after, then those that were removed. */
  readonly nodes: ReadonlyMap<string, NodeDifference>;
  readonly ways: { readonly added: readonly Way[]; readonly removed: readonly Way[] };
  /** Of the body itself. */
  readonly members: readonly MemberChange[];
}

/** A node with the group that it is in. */
interface PlacedNode {
  readonly source: Body;
  readonly group: string | null;
}

/** What makes one body of another. Where nodes are drawn and the order in which they are written change nothing. */
export function bodyDifference(before: unknown, after: unknown): FoundDifference {
  const [old, now] = [placedNodes(before), placedNodes(after)];
  const [oldWays, ways] = [waysOf(old), waysOf(now)];
  const added = [...ways].filter(([key]) => !oldWays.has(key)).map(([, way]) => way);
  const removed = [...oldWays].filter(([key]) => !ways.has(key)).map(([, way]) => way);
  const isReached = new Set([...added, ...removed].map(({ to }) => to));
  const ids = new Set([...now.keys(), ...old.keys()]);
  const nodes = [...ids].map(
    (id) => [id, nodeDifference(old.get(id), now.get(id), isReached.has(id))] as const,
  );
  return {
    nodes: new Map(nodes),
    ways: { added, removed },
    members: memberChanges(without(before, ["nodes"]), without(after, ["nodes"])),
  };
}

function nodeDifference(
  before: PlacedNode | undefined,
  after: PlacedNode | undefined,
  hasOtherWays: boolean,
): NodeDifference {
  if (before === undefined) return { kind: "added" };
  if (after === undefined) return { kind: "removed" };
  const [old, now] = [before, after].map(({ source }) => without(source, ["position", "pre", "nodes"]));
  const members = memberChanges(old, now);
  const isMoved = before.group !== after.group;
  if (members.length === 0 && !isMoved && !hasOtherWays) return { kind: "same" };
  return {
    kind: "changed",
    members,
    group: isMoved ? { before: before.group, after: after.group } : null,
  };
}

function placedNodes(body: unknown): ReadonlyMap<string, PlacedNode> {
  const placed = (
    nodes: readonly BodyNode[],
    group: string | null,
  ): readonly (readonly [string, PlacedNode])[] =>
    nodes.flatMap((node) => [
      [node.id, { source: node.source, group }] as const,
      ...placed(node.nodes, node.id),
    ]);
  return new Map(placed(readBodyNodes({ nodes: membersOf(body)["nodes"] }), null));
}

function waysOf(nodes: ReadonlyMap<string, PlacedNode>): ReadonlyMap<string, Way> {
  const ways = [...nodes].flatMap(([to, { source }]) =>
    itemsOf(source["pre"]).map((pre) => readWay(to, pre)),
  );
  return new Map(ways.map((way) => [JSON.stringify(Object.values(way)), way]));
}

function readWay(to: string, value: unknown): Way {
  const { node, on = "ok", branch = null, handles = false } = membersOf(value);
  return { from: node, to, on, branch, handles } as Way;
}

function without(value: unknown, names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(membersOf(value)).filter(([name]) => !names.includes(name)));
}
