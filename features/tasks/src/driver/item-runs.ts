import type { JobInstance } from "@mojob/core";
import { type BatchState, type NodeRun, type NodeState, runName } from "@mojob/core/feature";
import { type IMoInstanceStore, type IMoTaskStore, partIds, type RunPart } from "@mojob/core/ports";
import type { OpenTask } from "./open-task.ts";

const PAGE_SIZE = 500;
/** Each is a re-run of the one before. */
const MOST_RERUNS = 100;

export interface ItemRunStores {
  readonly instances: Pick<IMoInstanceStore, "get">;
  readonly tasks: Pick<IMoTaskStore, "log">;
}

/** A batch as a state of its task has it. */
export interface SeenBatch extends Pick<NodeState, "n" | "from"> {
  readonly node: string;
  readonly visit: string;
  readonly batch: BatchState;
}

/** The latest runs of a batch's items; those that were ok before a retry or a re-run are where they were executed. `null` for one that had none, or is no longer kept. */
export async function readItemRuns(
  { run: { id, tenant } }: Pick<OpenTask, "run">,
  { node, visit, batch, n, from }: SeenBatch,
  { instances, tasks }: ItemRunStores,
): Promise<readonly (JobInstance | null)[]> {
  const read = async (of: string, items: readonly (readonly [item: number, n: number])[]) => {
    const names = items.map(([item, number]) => runName({ node, visit, item, n: number }));
    return instances.get(tenant, await partIds(of, names));
  };
  const all = Array.from({ length: batch.count }, (_, item) => [item, 0] as const);
  if (from === undefined && batch.first === 0 && n === 0) return read(id, all);
  const found: (JobInstance | null)[] = all.map(() => null);
  for await (const { of, numbers } of itemNumbers(tasks, { tenant, of: id, node, visit }, from)) {
    const items = [...numbers].filter(([item]) => found[item] === null);
    for (const [index, run] of (await read(of, items)).entries()) found[items[index]?.[0] ?? 0] = run ?? null;
  }
  return found;
}

/** A batch in a run of its task. */
export interface BatchOfTask extends Pick<NodeRun, "node" | "visit"> {
  readonly tenant: string;
  readonly of: string;
}

/**
 * The latest runs of a batch's items by the logs of its task and those that it went on from, as names of parts.
 * @param below numbers from which on runs of the task itself are left out. @default none are
 */
export async function latestItemParts(
  tasks: ItemRunStores["tasks"],
  batch: BatchOfTask,
  below: number = Infinity,
): Promise<ReadonlyMap<number, RunPart>> {
  const { node, visit } = batch;
  const parts = new Map<number, RunPart>();
  for await (const { of, numbers } of itemNumbers(tasks, batch, undefined, below))
    for (const [item, n] of numbers)
      if (!parts.has(item)) parts.set(item, { of, name: runName({ node, visit, item, n }) });
  return parts;
}

/** The numbers of runs that items had, first in the task, then in each that it went on from. */
async function* itemNumbers(
  tasks: ItemRunStores["tasks"],
  batch: BatchOfTask,
  from: string | undefined,
  below: number = Infinity,
): AsyncGenerator<{ readonly of: string; readonly numbers: ReadonlyMap<number, number> }> {
  let of: string | undefined = batch.of;
  for (let hops = 0; of !== undefined && hops < MOST_RERUNS; hops += 1) {
    const isFirst: boolean = of === batch.of;
    const { numbers, before } = await itemsOfLog(tasks, { ...batch, of }, isFirst ? below : Infinity);
    yield { of, numbers };
    of = isFirst ? (from ?? before) : before;
  }
}

/** The numbers of the latest runs that items had in a task, and the task that had those which it has not executed. */
async function itemsOfLog(
  tasks: ItemRunStores["tasks"],
  { tenant, of, node, visit }: BatchOfTask,
  below: number,
): Promise<{ readonly numbers: ReadonlyMap<number, number>; readonly before?: string }> {
  const numbers = new Map<number, number>();
  let before: string | undefined;
  for (let after = 0, isMore = true; isMore;) {
    const page = await tasks.log(tenant, of, after, PAGE_SIZE);
    for (const fact of page) {
      if (!("node" in fact) || fact.node !== node || fact.visit !== visit) continue;
      if (fact.type === "itemsStarted")
        for (const { item, n } of fact.items) if (n < below) numbers.set(item, n);
      if (fact.type === "batchStarted") before = fact.kept?.from ?? before;
    }
    after = page.at(-1)?.seq ?? after;
    isMore = page.length === PAGE_SIZE;
  }
  return { numbers, ...(before !== undefined && { before }) };
}
