import type { JobInstance } from "@mojob/core";
import { type BatchState, type NodeState, runName } from "@mojob/core/feature";
import { type IMoInstanceStore, type IMoTaskStore, partIds } from "@mojob/core/ports";
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
  let of: string | undefined = id;
  for (let hops = 0; of !== undefined && hops < MOST_RERUNS; hops += 1) {
    const { numbers, before } = await itemsOfLog(tasks, { tenant, of, node, visit });
    const items = [...numbers].filter(([item]) => found[item] === null);
    for (const [index, run] of (await read(of, items)).entries()) found[items[index]?.[0] ?? 0] = run ?? null;
    of = of === id ? from : before;
  }
  return found;
}

/** The numbers of the latest runs that items had in a task, and the task that had those which it has not executed. */
async function itemsOfLog(
  tasks: ItemRunStores["tasks"],
  {
    tenant,
    of,
    node,
    visit,
  }: { readonly tenant: string; readonly of: string } & Pick<SeenBatch, "node" | "visit">,
): Promise<{ readonly numbers: ReadonlyMap<number, number>; readonly before?: string }> {
  const numbers = new Map<number, number>();
  let before: string | undefined;
  for (let after = 0, isMore = true; isMore;) {
    const page = await tasks.log(tenant, of, after, PAGE_SIZE);
    for (const fact of page) {
      if (!("node" in fact) || fact.node !== node || fact.visit !== visit) continue;
      if (fact.type === "itemsStarted") for (const { item, n } of fact.items) numbers.set(item, n);
      if (fact.type === "batchStarted") before = fact.kept?.from ?? before;
    }
    after = page.at(-1)?.seq ?? after;
    isMore = page.length === PAGE_SIZE;
  }
  return { numbers, ...(before !== undefined && { before }) };
}
