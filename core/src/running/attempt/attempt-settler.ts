import type { Clock } from "../../base/clock.ts";
import { MoJobErrorCode } from "../../base/error.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { createId } from "../../base/ids.ts";
import { Snooze } from "../../job/snooze.ts";
import { retriesOf, snooze } from "../../model/instance/snooze.ts";
import { destinationOf } from "../../model/destination.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { withRunOptions } from "../../model/job-of-run.ts";
import type { DebugMode } from "../../dispatch/debug-mode.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import type { JsonValue } from "../../base/json.ts";
import type { InstanceChange } from "../../model/instance/instance-change.ts";
import type { AbandonedAttempt, JobInstance, JobProgress } from "../../model/instance/job-instance.ts";
import { cancelRunning, fail, failFullRetry, succeed } from "../../model/instance/transitions.ts";
import { withUsage } from "../../model/instance/with-usage.ts";
import type { AttemptRef } from "../../model/instance/attempt-ref.ts";
import { cancelled, type Reason, ReasonCode } from "../../model/reason.ts";
import type { DebugModes } from "../../model/option/scheduler-options.ts";
import { AttemptOutcome } from "./run-hooks.ts";
import type { AttemptWriter } from "./attempt-writer.ts";
import { type AdmittedRun, NOBODY_WAITS, SLOT_FREE } from "./admitted-run.ts";
import type { EndWriter } from "./end-writer.ts";
import type { HookCaller } from "./hook-caller.ts";
import type { AfterFailure } from "../../model/instance/after-failure.ts";
import { resolveAfterFailure } from "../../model/begin/resolve-after-failure.ts";
import { failureNames, failureOf, isFinal, withFullRetry } from "./job-failure.ts";
import { keepResult } from "../../model/preview/job-result.ts";
import type { RunEnd, SettledAttempt } from "./run-end.ts";
import type { RunningAttempt } from "./running-attempt.ts";
import type { ResolvedWorkerOptions } from "../worker/worker-options.ts";

export interface AttemptSettlerOptions {
  readonly writer: AttemptWriter;
  readonly ends: EndWriter;
  readonly cache: JobDefinitionCache;
  readonly dispatcher: Dispatcher;
  readonly debugMode: DebugMode;
  readonly hooks: Pick<HookCaller, "ended">;
  readonly clock: Clock;
  readonly limits: Pick<ResolvedWorkerOptions, "maxResultBytes" | "maxErrorBytes" | "keepStacks">;
}

const SETTLED = {
  next: null,
  failure: null,
  error: undefined,
  retryAt: null,
  slot: SLOT_FREE,
  keepsSlot: false,
} as const;
const KEPT = { slot: NOBODY_WAITS, keepsSlot: true } as const;
const SUCCEEDED: SettledAttempt = { ...SETTLED, outcome: AttemptOutcome.Succeeded };
const SNOOZED: SettledAttempt = { ...SETTLED, outcome: AttemptOutcome.Snoozed };

/** The inputs of settling an attempt: its run's record, its job as the attempt began with it, and what ran it. */
export type SettledRun = Omit<AdmittedRun, "attempt">;

type LaterAttempt = Pick<Extract<AfterFailure, { next: "retryLater" }>, "dispatchId" | "retry" | "retryAt">;

/** Decides what an attempt's end means for its run, and writes it behind the attempt's fence. */
export class AttemptSettler {
  readonly #options: AttemptSettlerOptions;
  /** Many runs end in one millisecond, and each is kept with its date: they share it. */
  #latest: Date | null = null;
  #latestSuccess: InstanceChange | null = null;

  constructor(options: AttemptSettlerOptions) {
    this.#options = options;
  }

  /** @param mayRetryNow whether this worker can go on with the next attempt */
  settle(
    run: RunningAttempt,
    settled: SettledRun,
    end: RunEnd,
    mayRetryNow: boolean,
  ): Promise<SettledAttempt> {
    if (run.abortCode === MoJobErrorCode.Cancelled)
      return this.#settleCancelled(run, this.#abandonedIn(run, end));
    const hasTimedOut = run.abortCode === MoJobErrorCode.Timeout;
    if (end.type === "returned" && !hasTimedOut) {
      return this.#settleSucceeded(run, settled, end.value);
    }
    if (end.type === "threw" && Snooze.is(end.error) && !hasTimedOut) {
      return this.#settleSnoozed(run, settled, end.error);
    }
    return this.#settleFailure(run, settled, end, mayRetryNow);
  }

  async #settleFailure(
    run: RunningAttempt,
    settled: SettledRun,
    end: RunEnd,
    mayRetryNow: boolean,
  ): Promise<SettledAttempt> {
    const { instance, definition } = settled;
    const inForce = await this.#jobInForce(definition);
    const job = inForce === null ? null : withRunOptions(inForce, instance);
    const now = this.#options.clock.now();
    const failed = {
      id: run.instanceId,
      // Each attempt since its admission was a retry that followed at once.
      retries: retriesOf(instance) + run.attempt - instance.attempt,
      isFinal: isFinal(end),
      names: run.abortCode === null ? failureNames(end) : [run.abortCode],
      mayRetryNow,
    };
    const modes = await this.#modes();
    // It would keep its slot. Where a gate has it wait, it is delivered, and waits there.
    const lane = { hasTurn: false, hasSlot: true };
    const situation = { job, now, run: instance, lane, ...(modes !== null && { modes }) };
    return this.#settleFailed(run, settled, end, resolveAfterFailure(situation, failed));
  }

  /** The mark of code that goes on in its slot; `null` where it does not. */
  #abandonedIn({ attemptRef: { attempt, worker } }: RunningAttempt, end: RunEnd): AbandonedAttempt | null {
    const keepsSlot = end.type === "abandoned" && end.keepsSlot;
    return keepsSlot ? { attempt, worker, at: this.#options.clock.now() } : null;
  }

  /** A retry that won no slot counts as a failed attempt. */
  async settleFullRetry(
    attempt: AttemptRef,
    instance: JobInstance,
    definition: JobDefinition,
    limit: number,
  ): Promise<void> {
    const { clock, writer } = this.#options;
    const now = clock.now();
    const { id } = attempt;
    const retries = retriesOf(instance) + 1;
    // It did not fail by an error of the job's.
    const tried = { id, retries, isFinal: false, names: null, mayRetryNow: false };
    const after = resolveAfterFailure({ job: withRunOptions(definition, instance), now }, tried);
    const applied = await writer.update(failFullRetry(attempt, now, limit, after, instance, retries));
    if (!applied) return;
    const { tenant, jobKey, trigger, error } = instance;
    const ended = { tenant, jobKey, instanceId: id, attempt: attempt.attempt, trigger, durationMs: 0 };
    const retryAt = after.next === "retryLater" ? after.retryAt : null;
    const failure = withFullRetry(error, limit);
    this.#options.hooks.ended(ended, instance, {
      outcome: AttemptOutcome.Failed,
      failure,
      error: undefined,
      retryAt,
    });
    if (after.next === "retryLater") await this.#sendNext(attempt, instance, after);
  }

  /** Which kinds of jobs run by hand alone; `null` where that cannot be read: the retry is asked again before it begins. */
  async #modes(): Promise<DebugModes | null> {
    try {
      return await this.#options.debugMode.read();
    } catch {
      return null;
    }
  }

  #settleSucceeded(run: RunningAttempt, settled: SettledRun, value: unknown): Promise<SettledAttempt> {
    const { writer, ends, limits } = this.#options;
    const { attemptRef: attempt } = run;
    const { value: result, note } = keepResult(value, limits.maxResultBytes, run.mask);
    const change = measured(run, this.#success(attempt, result, note, run.latestProgress));
    if (!ends.givesOn(settled))
      return writer.update(change).then((isWritten) => (isWritten ? SUCCEEDED : this.#settleCancelled(run)));
    return ends
      .write(change, { ...settled, attempt })
      .then(({ isWritten, slot }) => (isWritten ? { ...SUCCEEDED, slot } : this.#settleCancelled(run)));
  }

  /** Those of one claim that return nothing have all in common but their run where they end in one millisecond: it is made, and kept, once. */
  #success(
    attempt: AttemptRef,
    result: JsonValue,
    note: Reason | null,
    progress: JobProgress | null,
  ): InstanceChange {
    const now = this.#options.clock.now();
    if (now.getTime() !== this.#latest?.getTime()) this.#latest = now;
    const at = this.#latest ?? now;
    if (attempt.attempt > 1 || result !== null || note !== null || progress !== null)
      return succeed(attempt, at, result, note, progress);
    const same = this.#latestSuccess;
    if (same !== null && same.at === at && same.when.claim === attempt.claim)
      return { ...same, id: attempt.id };
    return (this.#latestSuccess = succeed(attempt, at, null, null, null));
  }

  async #settleSnoozed(
    run: RunningAttempt,
    { instance, definition }: SettledRun,
    { delayMs, verifies }: Snooze,
  ): Promise<SettledAttempt> {
    const { clock, writer } = this.#options;
    const now = clock.now();
    const dispatchId = createId(now);
    const change = measured(
      run,
      snooze(run.attemptRef, instance, now, {
        delayMs,
        dispatchId,
        progress: run.latestProgress,
        ...(verifies && { reason: { code: ReasonCode.Snoozed, parameters: { delayMs, verifies } } }),
      }),
    );
    if (!(await writer.update(change))) return this.#settleCancelled(run);
    const retryAt = new Date(now.getTime() + delayMs);
    await this.#sendNext(run.attemptRef, instance, { dispatchId, retry: 0, retryAt });
    await this.#noteSnoozing(definition.key);
    return SNOOZED;
  }

  /** Where it cannot be noted now, the next snooze of the job notes it. */
  async #noteSnoozing(jobKey: string): Promise<void> {
    const { cache } = this.#options;
    if (cache.known(jobKey)?.snoozes === true) return;
    try {
      const job = await cache.get(jobKey);
      if (job === null || job.snoozes === true) return;
      await cache.save({ ...job, snoozes: true, revision: job.revision + 1 }, job.revision);
    } catch {
      // The reconciler hands over what waits meanwhile.
    }
  }

  async #settleFailed(
    run: RunningAttempt,
    settled: SettledRun,
    end: RunEnd,
    after: AfterFailure,
  ): Promise<SettledAttempt> {
    const { clock, writer, ends, limits } = this.#options;
    const { attemptRef: attempt } = run;
    const failure = failureOf(run, end, limits);
    const abandoned = this.#abandonedIn(run, end);
    const change = measured(run, fail(attempt, clock.now(), failure, after, run.latestProgress, abandoned));
    // A retry at once keeps its slot.
    const { isWritten, slot } =
      after.next !== "retryNow" && abandoned === null && ends.givesOn(settled)
        ? await ends.write(change, { ...settled, attempt })
        : { isWritten: await writer.update(change), slot: SLOT_FREE };
    if (!isWritten) return this.#settleCancelled(run, abandoned);
    const failed = {
      ...SETTLED,
      slot,
      ...(abandoned !== null && KEPT),
      outcome: AttemptOutcome.Failed,
      failure,
      error: end.type === "threw" ? end.error : undefined,
    };
    if (after.next === "retryNow") {
      const next = { ...attempt, attempt: run.attempt + 1, claim: after.claim };
      return { ...failed, next, retryAt: clock.now() };
    }
    if (after.next === "retryLater") await this.#sendNext(attempt, settled.instance, after);
    return { ...failed, retryAt: after.next === "retryLater" ? after.retryAt : null };
  }

  /** Where the job cannot be read, it is as the attempt began with it, because its error must not be lost. */
  async #jobInForce(definition: JobDefinition): Promise<JobDefinition | null> {
    try {
      return await this.#options.cache.get(definition.key);
    } catch {
      return definition;
    }
  }

  /** Where this is refused too, the attempt is no longer this worker's, and its result does not count. */
  async #settleCancelled(
    run: RunningAttempt,
    abandoned: AbandonedAttempt | null = null,
  ): Promise<SettledAttempt> {
    const { clock, writer } = this.#options;
    const record = await writer.read(run.attemptRef);
    const reason = record?.cancelReason ?? cancelled();
    const applied = await writer.update(
      measured(run, cancelRunning(run.attemptRef, clock.now(), reason, run.latestProgress, abandoned)),
    );
    const outcome = applied ? AttemptOutcome.Cancelled : AttemptOutcome.Lost;
    return { ...SETTLED, ...(applied && abandoned !== null && KEPT), outcome };
  }

  async #sendNext(
    attempt: AttemptRef,
    instance: JobInstance,
    { dispatchId, retry, retryAt }: LaterAttempt,
  ): Promise<void> {
    const retryCount = instance.trigger.options?.retryCount;
    await this.#options.dispatcher.send([
      {
        destination: destinationOf(instance),
        dispatchId,
        request: {
          instanceId: attempt.id,
          jobKey: instance.jobKey,
          lane: instance.lane,
          attempt: attempt.attempt + 1,
          retry,
          ...(retryCount !== undefined && { retryCount }),
          priority: instance.priority,
          dueAt: retryAt.toISOString(),
        },
      },
    ]);
  }
}

/** The end of an attempt with what was measured of it. */
function measured({ attempt, usage }: RunningAttempt, change: InstanceChange): InstanceChange {
  return withUsage(change, attempt, usage);
}
