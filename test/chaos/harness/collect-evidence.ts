import type { IMoJobScheduleMetadataStore, IMoStateStore, JobInstance } from "@mojob/core";
import type { CheckedJob, Evidence } from "../checker/evidence.ts";
import type { Stores } from "../faults/intercept.ts";
import { readLedger } from "../ledger/effect-ledger.ts";
import { readFollowed } from "../ledger/followed-runs.ts";
import { isTaskRun } from "../programs/chaos-task.ts";
import { CHAOS_JOBS, timeoutOf } from "../programs/chaos-jobs.ts";
import { REMOTE_JOBS } from "../programs/remote-jobs.ts";
import type { ApiDriver } from "./api-driver.ts";

const MOST_FACTS = 10_000;

export interface CollectOptions {
  readonly tenant: string;
  readonly stores: Stores;
  readonly ledgerPath: string;
  readonly driver: Pick<ApiDriver, "answers" | "sightings">;
  readonly executors: Evidence["executors"];
  readonly owedFromMs: number;
  readonly owedToMs: number;
  readonly skewMs: number;
}

/** Everything there is to judge a run of the harness by. */
export async function collectEvidence(options: CollectOptions): Promise<Evidence> {
  const { tenant, stores, owedFromMs, owedToMs } = options;
  const instances = await allInstances(stores.store, tenant);
  return {
    jobs: [...CHAOS_JOBS, ...REMOTE_JOBS].map((job): CheckedJob => ({
      key: job.key,
      periodMs: job.periodMs,
      schedules: (job.options.schedules ?? []).map(({ name }) => name),
      owedFromMs,
      owedToMs,
      maxConcurrency: job.options.maxConcurrency ?? null,
      retryCount: job.options.retryCount ?? 0,
      timeoutMs: timeoutOf(job),
      ...(typeof job.options.debounceMaxMs === "number" && { debounceMaxMs: job.options.debounceMaxMs }),
    })),
    ledger: readLedger(options.ledgerPath),
    followed: readFollowed(options.ledgerPath),
    instances,
    tasks: await logsOf(stores.store, instances.filter(isTaskRun)),
    answers: options.driver.answers,
    sightings: options.driver.sightings,
    cursor: await readCursor(stores.state, tenant),
    executors: options.executors,
    skewMs: options.skewMs,
  };
}

/**
 * Up to when every fire has been decided; `null` before the first was. Read without the core's code, which is judged
 * by it, and which keeps its own reader to itself.
 */
export async function readCursor(state: IMoStateStore, tenant: string): Promise<Date | null> {
  const cursor = await state.get(`mojob/${tenant}/firing/cursor`);
  return typeof cursor?.value === "string" ? new Date(cursor.value) : null;
}

/** The whole logs of tasks. */
async function logsOf(
  { tasks }: IMoJobScheduleMetadataStore,
  runs: readonly JobInstance[],
): Promise<Evidence["tasks"]> {
  const logs = new Map<string, Awaited<ReturnType<typeof tasks.log>>>();
  for (const { tenant, id } of runs) logs.set(id, await tasks.log(tenant, id, 0, MOST_FACTS));
  return logs;
}

export async function allInstances(
  { instances, queries }: IMoJobScheduleMetadataStore,
  tenant: string,
): Promise<readonly JobInstance[]> {
  const found: JobInstance[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof queries.list>> = await queries.list(
      { tenant },
      { limit: 200, ...(cursor !== null && { cursor }) },
    );
    const ids = page.items.map(({ id }) => id);
    found.push(...(await instances.get(tenant, ids)).filter((run) => run !== null));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}
