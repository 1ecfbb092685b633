import {
  isDecided,
  NodeStatus,
  type NotBegunReason,
  type SimulatedNode,
  type Simulation,
} from "@mojob/core/feature";
import type { TaskFact, TaskState } from "@mojob/core/ports";
import { edgeValue } from "../decide/edge-value.ts";
import { nodeStateOf } from "../decide/read-state.ts";
import { showNodes } from "../decide/shown-node.ts";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";

type Reason = Pick<SimulatedNode, "reason" | "after">;

/** The nodes of a task as a simulation leaves them, and in which order they began. */
export function reportNodes(
  plan: TaskPlan,
  state: TaskState,
  log: readonly TaskFact[],
  unknown: ReadonlySet<string | null>,
): Pick<Simulation, "nodes" | "order"> {
  const order = begunIn(log);
  const visits = Map.groupBy(order, ({ id }) => id);
  const hasBegun = new Set(order.map(({ id, visit }) => `${id}~${visit}`));
  const nodes = showNodes(plan, state).map((shown, index): SimulatedNode => {
    const { id, status, code, branches, visit } = shown;
    const node = plan.nodes[index] as PlanNode;
    const reason: Reason = hasBegun.has(`${id}~${visit}`)
      ? { reason: null, after: [] }
      : reasonOf(plan, state, node, { isUnknown: unknown.has(id), waitsFor: shown.waitsFor });
    return { id, state: status, visits: visits.get(id)?.length ?? 0, code, branches, ...reason };
  });
  return { nodes, order };
}

/** A node without a run begins as it ends. */
function begunIn(log: readonly TaskFact[]): Simulation["order"] {
  const begun = new Map<string, Simulation["order"][number]>();
  for (const fact of log) {
    const isBegun =
      fact.type === "started" ||
      fact.type === "batchStarted" ||
      (fact.type === "decided" && (fact.state === NodeStatus.Succeeded || fact.state === NodeStatus.Failed));
    if (!isBegun) continue;
    const name = `${fact.node}~${fact.visit}`;
    if (!begun.has(name)) begun.set(name, { id: fact.node, visit: fact.visit });
  }
  return [...begun.values()];
}

function reasonOf(
  plan: TaskPlan,
  state: TaskState,
  node: PlanNode,
  { isUnknown, waitsFor }: { readonly isUnknown: boolean; readonly waitsFor: readonly string[] },
): Reason {
  const status = nodeStateOf(state, node.id)?.s;
  const because = (reason: NotBegunReason, after: readonly string[] = []): Reason => ({ reason, after });
  const sources = (value: "failed" | "dead"): readonly string[] => [
    ...new Set(
      node.ins
        .filter((edge) => !edge.isBack && edgeValue(plan, state, edge) === value)
        .map(({ from }) => plan.nodes[from]?.id ?? ""),
    ),
  ];
  if (status === NodeStatus.Skipped) return because("skipped", sources("dead"));
  if (status === NodeStatus.Blocked) return because("blocked", sources("failed"));
  if (isDecided(status)) return because("ending");
  if (isUnknown) return because("unknown_value");
  return waitsFor.length > 0 ? because("follows", waitsFor) : because("undecided");
}
