import {
  ItemBits,
  ItemEnd,
  type NodeRun,
  type NodeState,
  NodeStatus,
  runName,
  type TaskEndState,
} from "@mojob/core/feature";
import type { JsonObject, TaskFact, TaskState } from "@mojob/core/ports";
import type { TaskPlan } from "../plan/task-plan.ts";
import { itemsToRun } from "./kept-items.ts";
import { nodeStateOf, visitOf } from "./read-state.ts";

/** The effects to bring about once the step is written: each can be done twice, and by any process. */
export type Owed =
  /** A run that is to be there; `name` is that of the part. */
  | { readonly type: "run"; readonly name: string; readonly run: NodeRun; readonly injected: JsonObject }
  | { readonly type: "cancel"; readonly name: string }
  | {
      readonly type: "end";
      readonly state: TaskEndState;
      readonly code?: string;
      readonly message?: string;
      readonly results: JsonObject;
      /** Nodes whose failure nothing handled. */
      readonly unhandled: readonly string[];
    };

/** The effects that follow from a fact; `state` is the one before it. */
export function owedBy(plan: TaskPlan, state: TaskState, fact: TaskFact): readonly Owed[] {
  switch (fact.type) {
    case "started":
      if (fact.n === null) return [];
      return [owedRun({ node: fact.node, visit: fact.visit, item: null, n: fact.n }, fact.injected)];
    case "itemsStarted":
      return fact.items.map(({ item, n, injected }) =>
        owedRun({ node: fact.node, visit: fact.visit, item, n }, injected),
      );
    case "endAsked":
      return fact.cancels ? cancelsOf(openRuns(plan, state, (id) => !isCleanup(plan, id))) : [];
    case "endAskedOf":
      return cancelsOf(openRuns(plan, state, (id) => id === fact.node));
    case "ended": {
      const { state: end, code, message, results, unhandled } = fact;
      const why = { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
      return [{ type: "end", state: end, results, unhandled, ...why }];
    }
    default:
      return [];
  }
}

/**
 * The runs that are under way as far as the state knows. Where one of them is not there, the process died that was to
 * begin it, and the fact of its name says what it is made of.
 */
export function openRuns(
  plan: TaskPlan,
  state: TaskState,
  isMeant: (node: string) => boolean = () => true,
): readonly NodeRun[] {
  return plan.nodes.flatMap((node): readonly NodeRun[] => {
    const { id } = node;
    const at = nodeStateOf(state, id);
    if (at?.s !== NodeStatus.Running || at.n === undefined || !isMeant(id)) return [];
    const visit = visitOf(plan, state, node);
    if (at.batch === undefined) return [{ node: id, visit, item: null, n: at.n }];
    return openItems(at).map(({ item, n }) => ({ node: id, visit, item, n }));
  });
}

/** The items of a batch that are under way, with the numbers of their runs. */
export function openItems(
  node: NodeState | undefined,
): readonly { readonly item: number; readonly n: number }[] {
  const batch = node?.batch;
  if (batch === undefined) return [];
  const bits = ItemBits.parse(batch.bits);
  const isMeant = batch.only === undefined ? () => true : itemsToRun(batch);
  const items: { readonly item: number; readonly n: number }[] = [];
  for (let item = 0; item < batch.next; item += 1)
    if (bits.get(item) === ItemEnd.None && isMeant(item))
      items.push({ item, n: batch.again?.[item] ?? batch.first });
  return items;
}

/** The names of all runs that nodes had by a log, in the order of their beginnings. */
export function namesIn(log: Iterable<TaskFact>): readonly string[] {
  const names = new Set<string>();
  for (const fact of log) {
    if (fact.type === "started" && fact.n !== null)
      names.add(runName({ node: fact.node, visit: fact.visit, item: null, n: fact.n }));
    if (fact.type !== "itemsStarted") continue;
    for (const { item, n } of fact.items) names.add(runName({ node: fact.node, visit: fact.visit, item, n }));
  }
  return [...names];
}

/** The effects that an open task owes by its log: the runs that are under way, and its end. */
export function owedByLog(plan: TaskPlan, state: TaskState, log: Iterable<TaskFact>): readonly Owed[] {
  const open = new Set(openRuns(plan, state).map(runName));
  const owes: Owed[] = [];
  for (const fact of log) {
    // The effects of the attempt before it, its end included, are done.
    if (fact.type === "restarted") owes.length = 0;
    if (fact.type !== "endAsked" && fact.type !== "endAskedOf")
      owes.push(...owedBy(plan, state, fact).filter((one) => one.type !== "run" || open.has(one.name)));
  }
  return [...owes, ...cancelsOwed(plan, state)];
}

function cancelsOwed(plan: TaskPlan, state: TaskState): readonly Owed[] {
  const all = state.cause?.cancels === true;
  return cancelsOf(
    openRuns(plan, state, (id) => nodeStateOf(state, id)?.asked === true || (all && !isCleanup(plan, id))),
  );
}

function owedRun(run: NodeRun, injected: JsonObject): Owed {
  return { type: "run", name: runName(run), run, injected };
}

function cancelsOf(runs: readonly NodeRun[]): readonly Owed[] {
  return runs.map((run) => ({ type: "cancel", name: runName(run) }));
}

function isCleanup(plan: TaskPlan, id: string): boolean {
  return plan.byId.get(id)?.node.cleanup === true;
}
