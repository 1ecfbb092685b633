import { type Body, findNode, isObject, itemsOf, listsOf, type NodeSource, type Way } from "./body.ts";
import { preOf } from "./ways.ts";

const OF_APPROVALS = ["approved", "refused", "timeout"];

/** The branches that lead on from a node; none from most. */
export function branchesOf(node: NodeSource | undefined): readonly string[] {
  if (node?.["type"] === "approval") return OF_APPROVALS;
  if (node?.["type"] !== "condition") return [];
  const names = itemsOf(node["branches"]).map((branch) => (isObject(branch) ? branch["name"] : undefined));
  return [...names, node["else"]].filter((name): name is string => typeof name === "string" && name !== "");
}

/** How a node follows another unless somebody says otherwise: by the first branch that leads nowhere yet. */
export function usualWay(body: Body, from: string): Way {
  const branches = branchesOf(findNode(body, from));
  if (branches.length === 0) return {};
  const taken = new Set(
    listsOf(body).flatMap(({ items }) =>
      items
        .flatMap(preOf)
        .filter(isObject)
        .filter((way) => way["node"] === from)
        .map((way) => way["branch"]),
    ),
  );
  const branch = branches.find((name) => !taken.has(name)) ?? branches[0];
  return branch === undefined ? {} : { branch };
}

/** All conditions under which a node may follow another. */
export function waysFrom(node: NodeSource | undefined): readonly Way[] {
  const branches = branchesOf(node).map((branch) => ({ branch }));
  return [...branches, {}, { on: "failed" }, { on: "ended" }];
}
