import { type BodyNode, readBodyNodes } from "../graph/body-node.ts";

/** A node's list: it may wait for the others in it, and for no more. */
export function siblingsOf(body: unknown, id: string): readonly BodyNode[] {
  return listWith(readBodyNodes(body), id) ?? [];
}

function listWith(nodes: readonly BodyNode[], id: string): readonly BodyNode[] | null {
  if (nodes.some((node) => node.id === id)) return nodes;
  for (const node of nodes) {
    const found = listWith(node.nodes, id);
    if (found !== null) return found;
  }
  return null;
}
