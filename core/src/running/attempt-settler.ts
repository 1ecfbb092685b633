import type { Clock } from "../base/clock.ts";
import { MoJobErrorCode } from "../base/error.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { JobDefinition } from "../definition/job-definition.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { JobFailure, JobInstance } from "../instance/job-instance.ts";
import {
  type AfterFailure,
  type AttemptRef,
  cancelRunning,
  fail,
  failFullRetry,
  succeed,
} from "../instance/transitions.ts";
import type { CommonJobOptions } from "../job/job-options.ts";
import type { AttemptWriter } from "./attempt-writer.ts";
import { resolveAfterFailure } from "./after-failure.ts";
import { describeFailure, isFinalFailure } from "./job-failure.ts";
import { keepResult } from "./job-result.ts";
import type { JobRun, RunEnd } from "./job-run.ts";
import type { ResolvedWorkerOptions } from "./worker-options.ts";

export interface AttemptSettlerOptions {
  readonly writer: AttemptWriter;
  readonly cache: JobDefinitionCache;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly limits: Pick<ResolvedWorkerOptions, "maxResultBytes" | "maxErrorBytes">;
}

/** What an attempt's end is settled with: its run's record, and its job as the attempt began with it. */
export interface SettledRun {
  readonly instance: JobInstance;
  readonly definition: JobDefinition;
}

/** Decides what an attempt's end means for its run, and writes it behind the attempt's fence. */
export class AttemptSettler {
  readonly #options: AttemptSettlerOptions;

  constructor(options: AttemptSettlerOptions) {
    this.#options = options;
  }

  /**
   * Resolves to the attempt that has begun in its place, when the job is to be retried at once.
   * @param mayRetryNow whether this worker can go on with the next attempt
   */
  async settle(
    run: JobRun,
    { instance, definition }: SettledRun,
    end: RunEnd,
    mayRetryNow: boolean,
  ): Promise<AttemptRef | null> {
    if (run.abortCode === MoJobErrorCode.Cancelled) {
      await this.#settleCancelled(run);
      return null;
    }
    const hasTimedOut = run.abortCode === MoJobErrorCode.Timeout;
    if (end.type === "returned" && !hasTimedOut) {
      await this.#settleSucceeded(run, end.value);
      return null;
    }
    const options = await this.#optionsInForce(definition);
    const failed = { attempt: run.attempt, isFinal: isFinal(end), mayRetryNow };
    const after = resolveAfterFailure(options, failed, this.#options.clock.now());
    return this.#settleFailed(run, instance, end, after);
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
    const tried = { attempt: attempt.attempt, isFinal: false, mayRetryNow: false };
    const after = resolveAfterFailure(definition.options, tried, now);
    const applied = await writer.update(failFullRetry(attempt, now, limit, after));
    if (applied) await this.#sendRetry(attempt, instance, after);
  }

  async #settleSucceeded(run: JobRun, value: unknown): Promise<void> {
    const { clock, writer, limits } = this.#options;
    const { value: result, note } = keepResult(value, limits.maxResultBytes);
    const applied = await writer.update(
      succeed(run.attemptRef, clock.now(), result, note, run.latestProgress),
    );
    if (!applied) await this.#settleCancelled(run);
  }

  async #settleFailed(
    run: JobRun,
    instance: JobInstance,
    end: RunEnd,
    after: AfterFailure,
  ): Promise<AttemptRef | null> {
    const { clock, writer, limits } = this.#options;
    const failure = failureOf(run, end, limits.maxErrorBytes);
    const change = fail(run.attemptRef, clock.now(), failure, after, run.latestProgress);
    if (!(await writer.update(change))) {
      await this.#settleCancelled(run);
      return null;
    }
    if (after.next === "retryNow") {
      return { ...run.attemptRef, attempt: run.attempt + 1, claim: after.claim };
    }
    await this.#sendRetry(run.attemptRef, instance, after);
    return null;
  }

  /** Where they cannot be read the attempt goes by those it began with: what it threw must not be lost for it. */
  async #optionsInForce(definition: JobDefinition): Promise<CommonJobOptions | null> {
    try {
      return (await this.#options.cache.get(definition.key))?.options ?? null;
    } catch {
      return definition.options;
    }
  }

  /** Where this is refused too, the attempt is not this worker's any more, and what it did counts for nothing. */
  async #settleCancelled(run: JobRun): Promise<void> {
    const { clock, writer } = this.#options;
    const record = await writer.read(run.attemptRef);
    const reason = record?.cancelReason ?? "Cancelled on request";
    await writer.update(cancelRunning(run.attemptRef, clock.now(), reason, run.latestProgress));
  }

  async #sendRetry(attempt: AttemptRef, instance: JobInstance, after: AfterFailure): Promise<void> {
    if (after.next !== "retryLater") return;
    await this.#options.dispatcher.send([
      {
        app: instance.app,
        dispatchId: after.dispatchId,
        request: {
          instanceId: attempt.id,
          jobKey: instance.jobKey,
          attempt: attempt.attempt + 1,
          priority: instance.priority,
          dueAt: after.retryAt,
        },
      },
    ]);
  }
}

function isFinal(end: RunEnd): boolean {
  return end.type === "threw" && isFinalFailure(end.error);
}

/** What is told about a failed attempt: the reason it was told to end comes before what its code made of that. */
function failureOf(run: JobRun, end: RunEnd, maxBytes: number): JobFailure {
  if (run.abortCode !== null) {
    const ignored = end.type === "abandoned" ? "; its code ignored the signal and still runs" : "";
    return { code: run.abortCode, message: run.abortMessage + ignored };
  }
  return describeFailure(end.type === "threw" ? end.error : undefined, maxBytes);
}
