import type { BodyNode } from "../graph/body-node.ts";
import type { FactJson } from "../run/task-fact.ts";
import type { NodeJson, TaskJson } from "../run/task-model.ts";

const FAILED: ReadonlySet<NodeJson["status"]> = new Set(["Failed", "Cancelled"]);
const BEGUN: ReadonlySet<NodeJson["status"]> = new Set(["Running", "Waiting", "Succeeded", "Failed"]);
const LEFT: ReadonlySet<NodeJson["status"]> = new Set(["Blocked", null]);

/**
 * The nodes whose failure keeps a run from a good end, the first to fail first: as its end says, or by the nodes themselves. A
 * failure that another node runs because of counts for nothing.
 */
export function failedNodes(
  { end, nodes }: Pick<TaskJson, "end" | "nodes">,
  all: readonly BodyNode[],
  facts: readonly FactJson[],
): readonly string[] {
  const last = facts.findLast(({ type }) => type === "ended" || type === "restarted");
  if (end !== null && last?.type === "ended") return last.unhandled;
  if (end !== null && end.state !== "Failed") return [];
  const statusOf = new Map(nodes.map(({ id, status }) => [id, status]));
  const isHandled = (id: string): boolean =>
    all.some(({ id: follower, pre }) =>
      pre.some(
        ({ node, on = "ok" }) => node === id && on !== "ok" && BEGUN.has(statusOf.get(follower) ?? null),
      ),
    );
  const failed = all.filter(
    ({ id, nodes: inner, source }) =>
      inner.length === 0 &&
      source["allowFailure"] !== true &&
      FAILED.has(statusOf.get(id) ?? null) &&
      !isHandled(id),
  );
  const decided = new Map(
    facts.flatMap((fact) => (fact.type === "decided" ? [[fact.node, fact.seq] as const] : [])),
  );
  const placeOf = (id: string): number => decided.get(id) ?? 0;
  return failed.map(({ id }) => id).toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The nodes that did not run because these failed: those that follow them, and those that follow these. */
export function keptBack(
  failed: readonly string[],
  nodes: readonly NodeJson[],
  all: readonly BodyNode[],
): readonly string[] {
  const statusOf = new Map(nodes.map(({ id, status }) => [id, status]));
  const groupOf = new Map(all.flatMap((group) => group.nodes.map(({ id }) => [id, group.id] as const)));
  const followers = Map.groupBy(
    all.flatMap(({ id, pre }) => pre.flatMap(({ node, on = "ok" }) => (on === "ok" ? [{ node, id }] : []))),
    ({ node }) => node,
  );
  const reached = new Set(failed.flatMap((id) => [id, ...groupsAround(id, groupOf)]));
  const kept = new Set<string>();
  for (const before of reached)
    for (const { id } of followers.get(before) ?? [])
      if (LEFT.has(statusOf.get(id) ?? null)) {
        reached.add(id);
        kept.add(id);
      }
  return [...kept];
}

function groupsAround(id: string, groupOf: ReadonlyMap<string, string>): readonly string[] {
  const group = groupOf.get(id);
  return group === undefined ? [] : [group, ...groupsAround(group, groupOf)];
}
