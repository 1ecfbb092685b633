import type { Clock } from "../base/clock.ts";
import { createId } from "../base/ids.ts";
import { endWithoutJob } from "../model/instance/end-without-job.ts";
import type { AttemptRef } from "../model/instance/attempt-ref.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import { isPartId } from "../model/composite/run-part.ts";
import { shardOfLane, waitsForSlot } from "../model/instance/lane.ts";
import { giveUpRetry, skip } from "../model/instance/transitions.ts";
import { WhenFull } from "../model/option/value/when-full.ts";
import { park } from "../model/waiting/park.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { type Reason, ReasonCode } from "../model/reason.ts";
import type { ExecutionRequest } from "../model/execution-request.ts";
import type { AttemptSettler } from "./attempt/attempt-settler.ts";
import type { AttemptWriter } from "./attempt/attempt-writer.ts";

export interface RefusalsOptions {
  readonly clock: Clock;
  readonly writer: AttemptWriter;
  readonly settler: AttemptSettler;
  /** The attempt that a request asks for, under this claim. */
  readonly attemptOf: (request: ExecutionRequest, claim: string) => AttemptRef;
}

/** Ends runs that a worker was asked to begin and that may not begin. */
export class Refusals {
  readonly #options: RefusalsOptions;

  constructor(options: RefusalsOptions) {
    this.#options = options;
  }

  /**
   * Every slot of the lane is taken: a first attempt is skipped, a retry counts as a failed attempt. A run that was snoozed
   * goes on waiting, and so does one that waited before its job was edited to skip.
   */
  async full(request: ExecutionRequest, definition: JobDefinition): Promise<void> {
    const { writer, settler } = this.#options;
    const limit = definition.options.maxConcurrency ?? 0;
    const { attempt, now } = this.#begin(request);
    if (!isRetry(request)) {
      if (request.attempt > 1) return;
      if (mayStillWait(definition) && isWaiting(await writer.read(attempt))) return;
      await writer.update(skip(attempt, now, { code: ReasonCode.JobFull, parameters: { limit } }));
      return;
    }
    const instance = await writer.read(attempt);
    if (mayStillWait(definition) && isWaiting(instance)) return;
    if (instance) await settler.settleFullRetry(attempt, instance, definition, limit);
  }

  /** A run that waits for its time or its turn is skipped, a retry is called off. */
  async skip(request: ExecutionRequest, reason: Reason): Promise<void> {
    const { writer } = this.#options;
    const { attempt, now } = this.#begin(request);
    if (!isRetry(request)) {
      await writer.update(skip(attempt, now, reason, request.attempt - 1));
      return;
    }
    const instance = await writer.read(attempt);
    if (instance) await writer.update(giveUpRetry(instance, now, reason));
  }

  /** It waits until the gate opens that is closed for this reason. */
  async wait(request: ExecutionRequest, reason: Reason): Promise<void> {
    const { attempt, now } = this.#begin(request);
    await this.#options.writer.update(park(attempt, now, reason));
  }

  /** The job was deleted after the run was created. */
  async deleted(request: ExecutionRequest): Promise<void> {
    const { writer } = this.#options;
    const { attempt, now } = this.#begin(request);
    const instance = await writer.read(attempt);
    const change = instance && endWithoutJob(instance, now);
    if (change) await writer.update(change);
  }

  #begin(request: ExecutionRequest): { readonly attempt: AttemptRef; readonly now: Date } {
    const now = this.#options.clock.now();
    return { attempt: this.#options.attemptOf(request, createId(now)), now };
  }
}

/** Whether runs of a job that skips may wait since before its edit. Those of a job with a rate have waited for that, and are skipped at their turn. */
function mayStillWait({ queued = false, options: { whenFull, rateLimit } }: JobDefinition): boolean {
  return queued && whenFull === WhenFull.Skip && rateLimit.max === null;
}

function isWaiting(run: JobInstance | null): boolean {
  return run !== null && waitsForSlot(run);
}

/** Whether a request is for a retry: neither for a first attempt nor for one that ends a snooze. */
export function isRetry({ attempt, retry = attempt - 1 }: ExecutionRequest): boolean {
  return retry > 0;
}

/** Whether a request is for a node of a task, which waits where its job is full. */
export function isNode({ instanceId, lane }: ExecutionRequest): boolean {
  return isPartId(instanceId) && shardOfLane(lane) === null;
}
