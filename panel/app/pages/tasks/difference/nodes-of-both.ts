import { type BodyNode, type BodyPre, flatNodes, readBodyNodes } from "../graph/body-node.ts";

/** The nodes of two bodies as one drawing: those after, and in their groups, with their ways, those that were removed. */
export function nodesOfBoth(before: unknown, after: unknown): readonly BodyNode[] {
  const now = readBodyNodes(after);
  const old = flatNodes(readBodyNodes(before));
  const kept = new Map(flatNodes(now).map((node) => [node.id, node]));
  const oldById = new Map(old.map((node) => [node.id, node]));
  const groupOf = new Map(old.flatMap((group) => group.nodes.map(({ id }) => [id, group.id] as const)));
  const removed = Map.groupBy(
    old.filter(({ id }) => !kept.has(id)),
    ({ id }) => {
      const group = groupOf.get(id) ?? null;
      const isNoGroupNow = group !== null && (kept.get(group)?.type ?? "group") !== "group";
      return isNoGroupNow ? null : group;
    },
  );
  const waysFromRemoved = (id: string): readonly BodyPre[] =>
    (oldById.get(id)?.pre ?? []).filter(({ node }) => oldById.has(node) && !kept.has(node));
  const drawn = (nodes: readonly BodyNode[], group: string | null): readonly BodyNode[] => [
    ...nodes.map((node) => ({
      ...node,
      pre: [...node.pre, ...waysFromRemoved(node.id)],
      nodes: drawn(node.nodes, node.id),
    })),
    ...(removed.get(group) ?? []).map((node) => ({ ...node, nodes: drawn([], node.id) })),
  ];
  return drawn(now, null);
}
