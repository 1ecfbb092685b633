import { type BodyNode, type BodyPre, flatNodes, readBodyNodes } from "../graph/body-node.ts";
import type { MarkedWay } from "./marked-ways.ts";

/**
 * The nodes of two bodies as one drawing: those after, and in their groups those that were removed; with the ways of both.
 *
 * @param ways those that differ
 */
export function nodesOfBoth(
  before: unknown,
  after: unknown,
  ways: readonly MarkedWay[],
): readonly BodyNode[] {
  const now = readBodyNodes(after);
  const old = flatNodes(readBodyNodes(before));
  const kept = new Map(flatNodes(now).map((node) => [node.id, node]));
  const groupOf = new Map(old.flatMap((group) => group.nodes.map(({ id }) => [id, group.id] as const)));
  const removed = Map.groupBy(
    old.filter(({ id }) => !kept.has(id)),
    ({ id }) => {
      const group = groupOf.get(id) ?? null;
      const isNoGroupNow = group !== null && (kept.get(group)?.type ?? "group") !== "group";
      return isNoGroupNow ? null : group;
    },
  );
  const marked = Map.groupBy(ways, ({ to }) => to);
  const waysTo = ({ id, pre }: BodyNode): readonly BodyPre[] => {
    const others = marked.get(id) ?? [];
    const gone = others.filter(({ mark }) => mark.kind === "removed");
    const same = kept.has(id) ? pre : pre.filter((way) => !gone.some((other) => isWay(way, other)));
    return [
      ...same.map((way) => {
        const mark = others.find((other) => isWay(way, other) && !gone.includes(other))?.mark;
        return mark === undefined ? way : { ...way, mark };
      }),
      ...gone.map(({ from, on, branch, mark }) => ({
        node: from,
        on,
        ...(branch !== null && { branch }),
        mark,
      })),
    ];
  };
  const drawn = (nodes: readonly BodyNode[], group: string | null): readonly BodyNode[] => [
    ...nodes.map((node) => ({ ...node, pre: waysTo(node), nodes: drawn(node.nodes, node.id) })),
    ...(removed.get(group) ?? []).map((node) => ({
      ...node,
      pre: waysTo(node),
      nodes: drawn([], node.id),
    })),
  ];
  return drawn(now, null);
}

function isWay({ node, on = "ok", branch }: BodyPre, way: MarkedWay): boolean {
  return node === way.from && on === way.on && (branch ?? null) === way.branch;
}
