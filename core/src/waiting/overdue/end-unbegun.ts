import type { Clock } from "../../base/clock.ts";
import type { Dispatcher, RetryDispatch } from "../../dispatch/dispatcher.ts";
import { nextAttemptOf } from "../../dispatch/dispatch-again.ts";
import { destinationOf } from "../../model/destination.ts";
import { resolveAfterFailure } from "../../model/begin/resolve-after-failure.ts";
import { isClosed } from "../../model/begin/closed-gates.ts";
import { GATES } from "../../model/begin/gates.ts";
import type { InstanceChange } from "../../model/instance/instance-change.ts";
import type { JobFailure, JobInstance } from "../../model/instance/job-instance.ts";
import { withRunOptions } from "../../model/job-of-run.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { retriesOf } from "../../model/instance/snooze.ts";
import { failUnbegun, type UnbegunCode, waitingSince } from "../../model/waiting/unbegun.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { failureText } from "../../model/code/reason-text.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import { type ReportFailure, reportFailures } from "../../dispatch/unattended-failure.ts";
import { DUE_STATES, openRuns } from "../open-runs.ts";

/** Runs that are ended with one write. */
const RUNS_PER_WRITE = 200;

export interface EndUnbegunOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "findOpen" | "update">;
  readonly dispatcher: Pick<Dispatcher, "send">;
  readonly runtime: Pick<IMoRuntime, "forget">;
  readonly clock: Clock;
  /** Called with each, once that is written. @default nothing is called */
  readonly onFailed?: ReportFailure;
}

/**
 * Fails the attempts of a job that have waited for longer than its `waitTimeoutMs`, or that of the node whose run they are; a
 * retry follows where its options say so. Resolves to when the next may be due; `null` where none waits.
 * @param shortestMs none of its runs may wait for less
 */
export async function endUnbegun(
  definition: JobDefinition,
  code: UnbegunCode,
  shortestMs: number,
  options: EndUnbegunOptions,
): Promise<Date | null> {
  const { tenant, store, clock } = options;
  const now = clock.now();
  const overdue: JobInstance[] = [];
  let next: Date | null = null;
  const dueFrom = (since: Date, limitMs: number): void => {
    const due = new Date(since.getTime() + limitMs);
    if (next === null || due < next) next = due;
  };
  const query = { tenant, jobKey: definition.key, states: DUE_STATES, unmovedSince: now };
  for await (const run of openRuns(store, query)) {
    // A run waits since its creation or later, and those that follow are younger.
    if (run.createdAt.getTime() + shortestMs > now.getTime()) {
      dueFrom(run.createdAt, shortestMs);
      break;
    }
    const job = withRunOptions(definition, run);
    const { waitTimeoutMs: limitMs } = job.options;
    if (limitMs === null) continue;
    const since = waitingSince(run, job, now);
    if (since === null) dueFrom(run.retryAt ?? now, limitMs);
    else if (isClosed(GATES.waitTimeout, { job, now, since })) overdue.push(run);
    else dueFrom(since, limitMs);
    if (overdue.length === RUNS_PER_WRITE) await end(overdue.splice(0), definition, code, options);
  }
  await end(overdue, definition, code, options);
  return next;
}

async function end(
  runs: readonly JobInstance[],
  definition: JobDefinition,
  code: UnbegunCode,
  { store, dispatcher, runtime, clock, onFailed }: EndUnbegunOptions,
): Promise<void> {
  if (runs.length === 0) return;
  const now = clock.now();
  const ends = runs.map((run) => endOf(run, withRunOptions(definition, run), code, now));
  const changes = ends.map(({ change }) => change);
  const written = await store.update(changes);
  reportFailures(runs, changes, written, onFailed);
  const retries: RetryDispatch[] = [];
  ends.forEach(({ run, retry }, index) => {
    if (written[index] !== true) return;
    if (retry === null) runtime.forget?.({ ...run, state: JobState.Terminated });
    else retries.push(retry);
  });
  await dispatcher.send(retries);
}

function endOf(
  run: JobInstance,
  job: JobDefinition,
  code: UnbegunCode,
  now: Date,
): { readonly run: JobInstance; readonly change: InstanceChange; readonly retry: RetryDispatch | null } {
  const limitMs = job.options.waitTimeoutMs ?? 0;
  const retries = retriesOf(run) + (run.state === JobState.Failed ? 1 : 0);
  const after = resolveAfterFailure(
    { job, now },
    { id: run.id, retries, isFinal: false, names: [code], mayRetryNow: false },
  );
  const words = { code, message: "", parameters: { limitMs } };
  const failure: JobFailure = { ...words, message: failureText(words) };
  const change = failUnbegun(run, now, failure, limitMs, after);
  if (after.next !== "retryLater") return { run, change, retry: null };
  const { attempt } = run;
  const failed = { ...run, state: JobState.Failed, attempt: attempt + 1, retryAt: after.retryAt };
  return {
    run,
    change,
    retry: {
      destination: destinationOf(run),
      dispatchId: after.dispatchId,
      request: { ...nextAttemptOf(failed), retry: after.retry },
    },
  };
}
