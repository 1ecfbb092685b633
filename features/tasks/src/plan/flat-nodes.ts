import type { TaskNode } from "@mojob/core/engine";
import { NodeType } from "@mojob/core/feature";

/** Nodes and those in their groups, in the order of the body. */
export function flatNodes(nodes: readonly TaskNode[]): readonly TaskNode[] {
  return nodes.flatMap((node) => [node, ...(node.type === NodeType.Group ? flatNodes(node.nodes) : [])]);
}
