import type { BodyNode } from "./body-node.ts";

/** The loops that a node is in: of each the ids of what is in it, its head and the nodes of groups in it included. */
export function loopsAround(id: string, all: readonly BodyNode[]): readonly (readonly string[])[] {
  const heads = all.filter(({ maxVisits }) => maxVisits !== null);
  const loops = heads.map((head) => loopOf(head, all));
  return loops.filter((loop) => loop.includes(id));
}

/** The nodes that the head comes before, and that come before the head. */
function loopOf({ id: head }: BodyNode, all: readonly BodyNode[]): readonly string[] {
  const before = idsBefore(head, all);
  return all
    .filter(({ id }) => before.has(id) && idsBefore(id, all).has(head))
    .flatMap((node) => [node, ...inner(node)])
    .map(({ id }) => id);
}

function inner({ nodes }: BodyNode): readonly BodyNode[] {
  return nodes.flatMap((node) => [node, ...inner(node)]);
}

/** Everything that a way leads from to the node; the node itself where it is in a circle. */
function idsBefore(id: string, all: readonly BodyNode[]): ReadonlySet<string> {
  const byId = new Map(all.map((node) => [node.id, node]));
  const found = new Set<string>();
  const open = [id];
  for (const one of open)
    for (const { node } of byId.get(one)?.pre ?? [])
      if (!found.has(node)) {
        found.add(node);
        open.push(node);
      }
  return found;
}
