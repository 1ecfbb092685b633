import { ItemBits, ItemEnd } from "./item-bits.ts";
import { fromRanges } from "./item-ranges.ts";
import { NodeStatus } from "./node-status.ts";
import type { FactData, FactOfNode } from "./task-fact.ts";
import type { BatchState, NodeState } from "./task-state.ts";

/** The facts that change one node and nothing else of its task's state. */
type NodeFact = Exclude<Extract<FactData, FactOfNode>, { readonly type: "nextVisit" | "loopEnded" }>;
type ItemFact = Extract<NodeFact, { readonly type: "itemsStarted" | "itemsEnded" }>;

/** A node's state after a fact about it. */
export function nextNodeState(before: NodeState | undefined, fact: NodeFact): NodeState {
  // A node keeps the number of its runs and the items that were ok until its visit is over.
  const kept: Omit<NodeState, "s"> = {
    ...(before?.n !== undefined && { n: before.n }),
    ...(before?.batch !== undefined && { batch: before.batch }),
    ...(before?.from !== undefined && { from: before.from }),
  };
  switch (fact.type) {
    case "ready":
      return { ...kept, ...itemsOf(before), s: NodeStatus.Ready, ...byHandOf(fact) };
    case "started":
      return { s: NodeStatus.Running, ...(fact.n !== null && { n: fact.n }) };
    case "batchStarted":
      return {
        s: NodeStatus.Running,
        n: fact.n,
        batch: newBatch(fact),
        ...(fact.kept?.from !== undefined && { from: fact.kept.from }),
      };
    case "itemsStarted":
    case "itemsEnded":
      return nextBatchState(before, fact);
    case "waits":
      return {
        ...kept,
        s: NodeStatus.Waiting,
        why: fact.why,
        ...(before?.approvals !== undefined && { approvals: before.approvals }),
        ...(fact.dueAt !== null && { dueAt: fact.dueAt }),
        ...(fact.until !== null && { until: fact.until }),
      };
    case "approved":
      return { ...(before as NodeState), approvals: [...(before?.approvals ?? []), fact.by] };
    case "decided":
      return {
        ...kept,
        s: fact.state,
        ...(fact.code !== undefined && { code: fact.code }),
        ...(fact.branches !== undefined && { branches: fact.branches }),
        ...(fact.result !== undefined && { result: fact.result }),
        ...byHandOf(fact),
      };
    case "endAskedOf": {
      const { dueAt: _, ...rest } = before as NodeState;
      return { ...rest, asked: true };
    }
    case "dueSet":
      return { ...(before as NodeState), dueAt: fact.dueAt };
    case "retried":
      return {
        ...kept,
        s: NodeStatus.Ready,
        n: fact.n,
        ...byHandOf(fact),
        ...itemsOf(fact),
        // A person who has it executed once more has all of it executed.
        ...(fact.byHand === true && before?.batch !== undefined && { isWhole: true }),
      };
  }
}

function byHandOf({ byHand }: { readonly byHand?: true }): Pick<NodeState, "byHand"> {
  return byHand === undefined ? {} : { byHand };
}

/** The items that it is asked for until it begins. */
function itemsOf({ items, isWhole }: Partial<NodeState> = {}): Pick<NodeState, "items" | "isWhole"> {
  return { ...(items !== undefined && { items }), ...(isWhole !== undefined && { isWhole }) };
}

function newBatch({ count, n, kept }: Extract<NodeFact, { readonly type: "batchStarted" }>): BatchState {
  const bits = kept?.bits ?? ItemBits.none(count).toString();
  const { ok = 0, bad = 0, only } = kept ?? {};
  return {
    count,
    next: 0,
    open: 0,
    ok,
    bad,
    bits,
    first: n,
    ...(only !== undefined && { only, badBefore: bad }),
  };
}

function nextBatchState(before: NodeState | undefined, fact: ItemFact): NodeState {
  const node = before as NodeState;
  const batch = node.batch as BatchState;
  return fact.type === "itemsStarted" ? withStarted(node, batch, fact) : withEnded(node, batch, fact);
}

function withStarted(
  node: NodeState,
  batch: BatchState,
  { items, next }: Extract<ItemFact, { readonly type: "itemsStarted" }>,
): NodeState {
  const again = items.filter(({ n }) => n !== batch.first);
  // An item that has a number of its own was open before, and still is.
  const open = batch.open + items.length - again.length;
  const numbers = Object.fromEntries(again.map(({ item, n }) => [item, n]));
  const n = Math.max(node.n ?? 0, ...again.map(({ n }) => n));
  const all = { ...batch.again, ...numbers };
  return { ...node, n, batch: { ...batch, next, open, ...(Object.keys(all).length > 0 && { again: all }) } };
}

function withEnded(
  node: NodeState,
  batch: BatchState,
  { ok, bad, unrun }: Extract<ItemFact, { readonly type: "itemsEnded" }>,
): NodeState {
  const [good, poor] = [fromRanges(ok), fromRanges(bad)];
  const bits = ItemBits.parse(batch.bits);
  for (const item of good) bits.set(item, ItemEnd.Ok);
  for (const item of poor) bits.set(item, ItemEnd.Bad);
  const { again, ...rest } = batch;
  const ended = new Set([...good, ...poor].map(String));
  const left = Object.entries(again ?? {}).filter(([item]) => !ended.has(item));
  return {
    ...node,
    batch: {
      ...rest,
      open: batch.open - ended.size + fromRanges(unrun).length,
      ok: batch.ok + good.length,
      bad: batch.bad + poor.length,
      bits: bits.toString(),
      ...(left.length > 0 && { again: Object.fromEntries(left) }),
    },
  };
}
