import { Permission } from "@mojob/core";
import { type InputIssue, issueAt, LoopTurns, type TaskBody } from "@mojob/core/engine";
import { formatExpression, type PathStep, type Requester } from "@mojob/core/feature";
import type { Clock, IMoInstanceQueries, IMoInstanceStore } from "@mojob/core/ports";
import type { OpenTask } from "../driver/open-task.ts";
import type { TaskDriver } from "../driver/task-driver.ts";
import { PastValues } from "./past-values.ts";
import { type ResultRead, resultReads } from "../plan/issues/result-reads.ts";

/** Runs that are looked at: a field that none of them had may still come. */
const MOST_RUNS = 3;
/** Fields that are looked for. */
const MOST_READS = 100;

export interface UnseenResultsOptions {
  readonly tenant: string;
  readonly tasks: Pick<TaskDriver, "reader" | "values">;
  readonly store: {
    readonly queries: Pick<IMoInstanceQueries, "list">;
    readonly instances: Pick<IMoInstanceStore, "get">;
  };
  readonly clock: Clock;
}

/**
 * Warnings of fields that a body reads of results, and that no result had in the newest runs of the task: for those who may see results.
 * A node that ran something else then says nothing.
 */
export async function unseenResults(
  requester: Requester,
  { key, app }: { readonly key: string; readonly app: string },
  body: TaskBody,
  { tenant, tasks, store, clock }: UnseenResultsOptions,
): Promise<readonly InputIssue[]> {
  if (!requester.holds(Permission.ReadPayloads, app)) return [];
  const reads = await LoopTurns.of(clock, tenant).run(resultReads(body, MOST_READS));
  if (reads.length === 0) return [];
  const { items } = await store.queries.list(
    { tenant, jobKey: key, app, parts: false },
    { limit: MOST_RUNS },
  );
  const runs = await store.instances.get(
    tenant,
    items.map(({ id }) => id),
  );
  const opened = await tasks.reader.openMany(runs.filter((run) => run !== null));
  const past = opened
    .filter((task) => task !== null)
    .map((task) => ({
      task,
      values: new PastValues(task, { values: tasks.values, log: [], now: clock.now() }),
    }));
  const issues: InputIssue[] = [];
  for (const read of reads) {
    const seen: boolean[] = [];
    for (const { task, values } of past)
      // oxlint-disable-next-line no-await-in-loop -- what is loaded for one is there for the next
      if (runsTheSame(task, read)) seen.push(...(await hasField(values, read)));
    const { pointer, node, field } = read;
    if (seen.length > 0 && seen.every((had) => !had))
      issues.push(issueAt(pointer, "unseen_result", { name: node.node.id, field }));
  }
  return issues;
}

function runsTheSame({ plan }: OpenTask, { node: { node } }: ResultRead): boolean {
  const before = plan.byId.get(node.id)?.node;
  return before !== undefined && workOf(before) === workOf(node);
}

function workOf(node: object): string {
  const { job, key, version } = node as Readonly<Record<string, unknown>>;
  return JSON.stringify([job, key, version]);
}

/** Whether a result had the field; nothing where the node had none. */
async function hasField(
  values: PastValues,
  { node, isBatch, field }: ResultRead,
): Promise<readonly boolean[]> {
  const steps: readonly PathStep[] = [
    { type: "name", name: node.node.id },
    ...(isBatch ? ([{ type: "index", index: 0 }] as const) : []),
    { type: "name", name: "RESULT" },
  ];
  const text = formatExpression({ type: "path", root: "JOB", steps, at: 0 });
  const found = await values.evaluate({ text: `${text} ?? null` });
  const value = "value" in found ? found.value : null;
  if (value === null) return [];
  return [typeof value === "object" && Object.hasOwn(value, field)];
}
