import { itemsOf, type JsonMembers, membersOf } from "./member-edit.ts";
export function renameNode(body: JsonMembers, from: string, to: string): JsonMembers {
  const walk = (holder: JsonMembers): JsonMembers => ({
    ...holder,
    nodes: itemsOf(holder["nodes"]).map((one) => {
      const node = membersOf(one);
      return {
        ...node,
        ...(node["id"] === from && { id: to }),
        ...(node["pre"] !== undefined && {
          pre: itemsOf(node["pre"]).map((pre) => {
            const way = membersOf(pre);
            return way["node"] === from ? { ...way, node: to } : way;
          }),
        }),
        ...(node["nodes"] !== undefined && walk({ nodes: node["nodes"] })),
      };
    }),
  });
  return walk(body);
}
