import type { JsonValue } from "@mojob/core";
import type { RunNodeBase } from "@mojob/core/engine";
import {
  type BatchState,
  type Each,
  ExpressionError,
  type ExpressionText,
  type KeptItems,
  NodeStatus,
  type StartedItem,
  TaskLimit,
  TaskPhase,
  toRanges,
} from "@mojob/core/feature";
import type { JsonObject } from "@mojob/core/ports";
import type { PlanNode } from "../plan/task-plan.ts";
import { UNKNOWN } from "../unknown-value.ts";
import { attempt } from "./attempt.ts";
import { handedOn, injectParams } from "./evaluate.ts";
import { itemsToRun, keptItems } from "./kept-items.ts";
import { paramsOf, withEditedParams } from "./run.ts";
import type { Step } from "./step.ts";
import { succeed } from "./succeed.ts";

/** A node whose runs are those of its items. */
type BatchNode = RunNodeBase & { readonly each: Each };

/** Begins a batch without its items, which follow as there are places for them. */
export function beginBatch(step: Step, node: PlanNode, { each }: BatchNode): void {
  const items = each.items === undefined ? [] : itemsFor(step, node, each.items);
  if (!Array.isArray(items)) {
    step.decide(node, NodeStatus.Failed, { code: "each_type" });
    return;
  }
  const count = each.items === undefined ? (each.sets ?? []).length : items.length;
  if (count > TaskLimit.Items) {
    step.decide(node, NodeStatus.Failed, { code: "each_limit" });
    return;
  }
  const kept = keptOf(step, node, count);
  if (kept === null && asksForSome(step, node)) {
    step.decide(node, NodeStatus.Failed, { code: "items_changed" });
    return;
  }
  step.newItems.set(node.id, items);
  const n = step.numberOf(node);
  step.emit({ type: "batchStarted", ...step.place(node), n, count, items, kept });
  closeBatch(step, node);
}

/** Whether only some of its items are to be executed. */
function asksForSome(step: Step, node: PlanNode): boolean {
  const { batch, items } = step.stateOf(node) ?? {};
  return batch === undefined ? takenItems(step, node)?.only !== undefined : items !== undefined;
}

/** The items that this run of the task took over, which another visit of a loop has not. */
function takenItems(step: Step, node: PlanNode): KeptItems | null {
  const kept = step.state.kept?.[node.id];
  return kept === undefined || (kept.visit ?? step.place(node).visit) !== step.place(node).visit
    ? null
    : kept;
}

function itemsFor(step: Step, node: PlanNode, text: ExpressionText): JsonValue {
  const items = step.stated?.itemsOf(node, step.place(node).visit) ?? handedOn(step, text, { node });
  // Nobody knows how many there will be: one stands for all of them.
  return items === UNKNOWN ? [UNKNOWN] : items;
}

/** Items that need not be executed again, where there are as many as before. */
function keptOf(step: Step, node: PlanNode, count: number): KeptItems | null {
  const { batch, items, from, isWhole } = step.stateOf(node) ?? {};
  if (isWhole === true) return null;
  // What an earlier run of the task had executed of it stays there.
  const kept =
    batch === undefined
      ? takenItems(step, node)
      : { ...keptItems(batch, items), ...(from !== undefined && { from }) };
  return kept?.count === count ? kept : null;
}

/** Begins items as far as the batch lets it and the task has places. Returns how many. */
export function continueBatch(step: Step, node: PlanNode, places: number): number {
  const batch = step.stateOf(node)?.batch;
  const body = node.node as BatchNode;
  if (batch === undefined || !step.isRunning(node) || isStopping(step, body, batch)) return 0;
  const room = Math.min(places, (body.each.maxParallel ?? Infinity) - batch.open);
  const { chosen, next } = nextItems(batch, room);
  if (next === batch.next) return 0;
  let started: StartedItem[] = [];
  attempt(step, node, () => {
    const { ready, wrong } = prepare(step, node, chosen, batch.first);
    started = ready;
    step.emit({ type: "itemsStarted", ...step.place(node), items: ready, next });
    if (wrong.length > 0) {
      const bad = toRanges(wrong);
      step.emit({ type: "itemsEnded", ...step.place(node), ok: "", bad, unrun: bad });
    }
    closeBatch(step, node);
  });
  return started.length;
}

/** The items whose turn it is, past those that stay as they ended. */
function nextItems(batch: BatchState, room: number): { readonly chosen: number[]; readonly next: number } {
  const chosen: number[] = [];
  if (room <= 0 || batch.next >= batch.count) return { chosen, next: batch.next };
  const isMeant = itemsToRun(batch);
  let { next } = batch;
  for (; next < batch.count && chosen.length < room; next += 1) if (isMeant(next)) chosen.push(next);
  while (next < batch.count && !isMeant(next)) next += 1;
  return { chosen, next };
}

/** Prepares the arguments of each item; one whose parameters are wrong fails by itself. */
function prepare(
  step: Step,
  node: PlanNode,
  chosen: readonly number[],
  n: number,
): { readonly ready: StartedItem[]; readonly wrong: number[] } {
  const ready: StartedItem[] = [];
  const wrong: number[] = [];
  for (const item of chosen) {
    try {
      ready.push({ item, n, injected: paramsOfItem(step, node, item) });
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      wrong.push(item);
    }
  }
  return { ready, wrong };
}

function paramsOfItem(step: Step, node: PlanNode, index: number): JsonObject {
  const body = node.node as BatchNode;
  const place = { node, item: { value: itemOf(step, node, index), index } };
  return withEditedParams(step, node, {
    ...paramsOf(step, node, body, place),
    ...injectParams(step, body.each.sets?.[index] ?? [], place),
  });
}

function itemOf(step: Step, node: PlanNode, index: number): JsonValue {
  const { each } = node.node as BatchNode;
  if (each.items === undefined) return index;
  const items = step.newItems.get(node.id) ?? step.values.items.get(node.id);
  if (items === undefined) throw step.missing({ node: node.id, what: "items" });
  return items[index] ?? null;
}

/** Begins another run of an item whose run could not be had. */
export function repeatItem(step: Step, node: PlanNode, item: number): void {
  const state = step.stateOf(node);
  attempt(step, node, () => {
    const { ready, wrong } = prepare(step, node, [item], step.numberOf(node) + 1);
    const next = state?.batch?.next ?? 0;
    if (ready.length > 0) step.emit({ type: "itemsStarted", ...step.place(node), items: ready, next });
    for (const one of wrong) noteItemEnd(step, node, one, false);
  });
}

/** Notes the end of an item's run; it is known to be open. */
export function noteItemEnd(step: Step, node: PlanNode, item: number, isOk: boolean): void {
  const ends = step.itemEnds.get(node.index) ?? { ok: new Set(), bad: new Set() };
  (isOk ? ends.ok : ends.bad).add(item);
  step.itemEnds.set(node.index, ends);
}

/** Makes one fact of all the items of a batch that ended in this step. */
export function settleItems(step: Step): void {
  for (const [index, { ok, bad }] of step.itemEnds) {
    const node = step.nodeAt(index);
    step.emit({
      type: "itemsEnded",
      ...step.place(node),
      ok: toRanges([...ok]),
      bad: toRanges([...bad]),
      unrun: "",
    });
    closeBatch(step, node);
  }
  step.itemEnds.clear();
}

/** Ends a batch of which nothing is under way, and nothing more is to be. */
export function closeBatch(step: Step, node: PlanNode): void {
  const batch = step.stateOf(node)?.batch;
  const body = node.node as BatchNode;
  if (batch === undefined || !step.isRunning(node) || batch.open > 0) return;
  const isStopped = isStopping(step, body, batch);
  const isLeft = batch.only === undefined ? batch.ok + batch.bad < batch.count : batch.next < batch.count;
  if (isLeft && !isStopped) return;
  if (isLeft && step.state.phase === TaskPhase.Ending) step.decide(node, NodeStatus.Cancelled);
  else if (batch.ok >= (body.each.minOk ?? batch.count)) succeed(step, node);
  else step.decide(node, NodeStatus.Failed, { code: "items_failed" });
}

function isStopping({ state }: Step, { each }: BatchNode, { bad, badBefore = 0 }: BatchState): boolean {
  return state.phase === TaskPhase.Ending || (each.onItemFailure === "stop" && bad > badBefore);
}
