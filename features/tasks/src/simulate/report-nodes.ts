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

/** Executions of which the order is told. */
const MOST_ORDERED = 10_000;
/** Facts between which others have their turns. */
const FACTS_OF_STRETCH = 1000;

/** The nodes of a task as a simulation leaves them, and in which order they began. Yields: a loop begins its nodes ten thousand times. */
export function* reportNodes(
  plan: TaskPlan,
  state: TaskState,
  log: readonly TaskFact[],
  unknown: ReadonlySet<string | null>,
): Generator<void, Pick<Simulation, "nodes" | "order">> {
  const { begun, visits } = yield* begunIn(log);
  const nodes = showNodes(plan, state).map((shown, index): SimulatedNode => {
    const { id, status, code, branches, visit } = shown;
    const node = plan.nodes[index] as PlanNode;
    const reason: Reason = begun.has(`${id}~${visit}`)
      ? { reason: null, after: [] }
      : reasonOf(plan, state, node, { isUnknown: unknown.has(id), waitsFor: shown.waitsFor });
    return { id, state: status, visits: visits.get(id) ?? 0, code, branches, ...reason };
  });
  return { nodes, order: begun.values().take(MOST_ORDERED).toArray() };
}

interface Begun {
  /** By node and visit, in the order in which they began. */
  readonly begun: ReadonlyMap<string, Simulation["order"][number]>;
  /** How often each node began. */
  readonly visits: ReadonlyMap<string, number>;
}

/** A node without a run begins as it ends. */
function* begunIn(log: readonly TaskFact[]): Generator<void, Begun> {
  const begun = new Map<string, Simulation["order"][number]>();
  const visits = new Map<string, number>();
  for (const [place, fact] of log.entries()) {
    if (place % FACTS_OF_STRETCH === 0) yield;
    const isBegun =
      fact.type === "started" ||
      fact.type === "batchStarted" ||
      (fact.type === "decided" && (fact.state === NodeStatus.Succeeded || fact.state === NodeStatus.Failed));
    if (!isBegun) continue;
    const { node: id, visit } = fact;
    const name = `${id}~${visit}`;
    if (begun.has(name)) continue;
    begun.set(name, { id, visit });
    visits.set(id, (visits.get(id) ?? 0) + 1);
  }
  return { begun, visits };
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
