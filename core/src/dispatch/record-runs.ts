import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import { closedGates } from "../model/begin/closed-gates.ts";
import { GATES } from "../model/begin/gates.ts";
import { ANY_NEW_RUN } from "../model/begin/situation.ts";
import { type JobInstance, TriggerType } from "../model/instance/job-instance.ts";
import { JobState } from "../model/instance/job-state.ts";
import type { NewRun } from "../model/instance/new-run.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { WhenFull } from "../model/option/value/when-full.ts";
import type { Arrival, WaitingArrival } from "../model/write/arrival.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import type { CreatedRun } from "./created-run.ts";
import { isForAny } from "./router.ts";

type Jobs = Pick<JobDefinitionCache, "getMany">;

export interface RecordRunsOptions {
  readonly store: Pick<IMoInstanceStore, "insert" | "insertOrWait">;
  /** @default runs are delivered before they wait for a slot */
  readonly cache?: Jobs;
}

export interface RecordedRuns {
  /** One for each run, in order. */
  readonly created: readonly CreatedRun[];
  /** The places of those that wait for a slot, and that the end of a run with a slot begins: they need not be delivered. */
  readonly queued: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Records runs. One whose job queues and whose lane is full waits from then on, where the store sees that in the same write.
 * @param records those of the runs, in order
 */
export async function recordRuns(
  runs: readonly NewRun[],
  records: readonly JobInstance[],
  { store, cache }: RecordRunsOptions,
): Promise<RecordedRuns> {
  const arrivals = runs.some(mayQueue) ? arrivalsOf(runs, records) : [];
  const mayWait = arrivals.some(({ waiting }) => waiting !== undefined);
  if (store.insertOrWait === undefined || cache === undefined || !mayWait) {
    const standing = await store.insert(records);
    const created = records.map((record, index) => {
      const other = standing[index] ?? null;
      return { instance: other ?? record, created: other === null };
    });
    return { created, queued: NONE };
  }
  const answers = await store.insertOrWait(arrivals);
  const created = answers.map((answer, index) =>
    answer.outcome === "recorded"
      ? { instance: records[index] as JobInstance, created: true }
      : { instance: answer.instance, created: answer.outcome === "waits" },
  );
  const waiting = [...answers.keys()].filter((index) => answers[index]?.outcome === "waits");
  const jobOf = (index: number): JobDefinition => (runs[index] as NewRun).definition;
  const unedited = await uneditedOf(new Set(waiting.map(jobOf)), cache);
  return { created, queued: new Set(waiting.filter((index) => unedited.has(jobOf(index)))) };
}

/** Makes the parts that runs of one job have in common once. */
function arrivalsOf(runs: readonly NewRun[], records: readonly JobInstance[]): readonly Arrival[] {
  const waitingOf = new Map<JobDefinition, WaitingArrival | null>();
  return records.map((instance, index) => {
    const run = runs[index] as NewRun;
    const { definition } = run;
    if (instance.state !== JobState.Enqueued || !mayQueue(run)) return { instance };
    let waiting = waitingOf.get(definition);
    if (waiting === undefined) {
      waiting = waitingFor(definition, instance.createdAt);
      waitingOf.set(definition, waiting);
    }
    return waiting === null ? { instance } : { instance, waiting };
  });
}

/** How a run of a job waits for a slot; `null` where something else may keep one of them as well, or need be asked of it first. */
function waitingFor(definition: JobDefinition, now: Date): WaitingArrival | null {
  const [closed, ...others] = closedGates({ job: definition, now, ...ANY_NEW_RUN });
  if (closed?.gate !== GATES.slot || others.length > 0) return null;
  return { limit: definition.options.maxConcurrency ?? 0, reason: closed.reason };
}

/**
 * Whether any worker may begin a run of a queue. A fire is delivered first: it may be recorded just after its job was paused, and the
 * end that is being written then would begin it.
 */
function mayQueue({ definition, trigger, carriedBy, repeats }: NewRun): boolean {
  return (
    definition.options.whenFull === WhenFull.Queue &&
    trigger.type !== TriggerType.Cron &&
    carriedBy === undefined &&
    repeats === undefined &&
    isForAny(definition)
  );
}

/**
 * The jobs that nobody has edited since they were read. An edit that raises a limit looks who waits, and may have looked before these were
 * recorded: then they are delivered after all, and the worker that gets them looks again.
 */
async function uneditedOf(
  jobs: ReadonlySet<JobDefinition>,
  cache: Jobs,
): Promise<ReadonlySet<JobDefinition>> {
  if (jobs.size === 0) return jobs;
  try {
    const inForce = await cache.getMany([...jobs].map(({ key }) => key));
    return new Set([...jobs].filter(({ key, revision }) => inForce.get(key)?.revision === revision));
  } catch {
    return new Set();
  }
}
