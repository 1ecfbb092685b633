import { isMoJobError, type JobContext, MoJobError, MoJobErrorCode } from "@mojob/core";
import type { HeldAttempt } from "@mojob/core/engine";
import type { IMoWorkRunner } from "@mojob/core/ports";
import type { LeaseAbort, LeasedRun, LeaseOutcome, LeaseResult } from "../protocol.ts";
import { RemoteError } from "./remote-error.ts";
import { Uploads } from "./uploads.ts";

type Attempt = Parameters<IMoWorkRunner<JobContext>["run"]>[0];

/** The name of a lease. It says which attempt it is for and has the attempt's claim, so that any gateway can take the attempt over. */
export function leaseName({ claim, instanceId }: HeldAttempt): string {
  return `${claim}/${instanceId}`;
}

/** The attempt that a lease is for; `null` for what is no lease's name. */
export function parseLeaseName(name: string): HeldAttempt | null {
  const end = name.indexOf("/");
  return end < 1 ? null : { claim: name.slice(0, end), instanceId: name.slice(end + 1) };
}

/** One attempt that an executor holds, from its admission until its end is recorded. */
export class Lease {
  readonly id: string;
  readonly context: JobContext;
  readonly uploads: Uploads;
  /** The attempt as the executor gets it, in JSON. */
  readonly json: string;
  /** Whether it was sent. */
  isSent = false;
  /** Whether the executor was asked to end it. */
  isAbortSent = false;
  /** Resolves to the result, rejects with the error of the attempt. */
  readonly ending: Promise<unknown>;
  /** Resolves to what became of the attempt, once that is recorded. */
  readonly outcome: Promise<LeaseOutcome>;
  readonly #ending = Promise.withResolvers<unknown>();
  readonly #outcome = Promise.withResolvers<LeaseOutcome>();
  #abort: LeaseAbort | null = null;
  #isDone = false;
  #isRecorded = false;

  constructor({ definition, instance, context, claim }: Attempt) {
    this.id = leaseName({ claim, instanceId: instance.id });
    this.context = context;
    this.uploads = new Uploads(context);
    this.ending = this.#ending.promise;
    this.outcome = this.#outcome.promise;
    const { work, options } = definition;
    const { type, of = null, nominalTime, schedule = null, traceparent = null } = instance.trigger;
    const run: LeasedRun = {
      lease: this.id,
      id: instance.id,
      jobKey: instance.jobKey,
      handler: work.kind === "code" ? work.handler : instance.jobKey,
      attempt: context.attempt,
      args: context.args,
      timeoutMs: options.timeoutMs,
      priority: instance.priority,
      shard: context.shard,
      callbackUrl: context.callbackUrl ?? null,
      trigger: { type, of, nominalTime: nominalTime?.toISOString() ?? null, schedule, traceparent },
    };
    this.json = JSON.stringify(run);
  }

  /** Distinguishes the attempts under way on an executor. */
  get name(): string {
    return attemptName(this.context);
  }

  /** Why the executor is to end it; `null` while it may go on. */
  get abort(): LeaseAbort | null {
    return this.#abort;
  }

  /** Whether its executor may be executing it. */
  get goesOn(): boolean {
    return this.isSent && !this.#isDone;
  }

  /** Whether the end of its attempt is recorded: its executor goes on although it was asked to end it. */
  get isRecorded(): boolean {
    return this.#isRecorded;
  }

  /** Ends one whose attempt is over where it is none of these, which its executor says it has; returns whether it did. */
  dropUnless(held: readonly string[] | undefined): boolean {
    const isDropped = held !== undefined && this.#isRecorded && this.isAbortSent && !held.includes(this.id);
    if (isDropped) this.lose("The executor does not have it any more");
    return isDropped;
  }

  /** Asks for its end; one that was never sent ends at once. */
  abortWith(reason: unknown): void {
    const code = isMoJobError(reason) ? reason.code : MoJobErrorCode.Cancelled;
    const message = reason instanceof Error ? reason.message : "The run was cancelled";
    this.#abort = { lease: this.id, reason: code, message };
    if (!this.isSent) this.#ending.reject(reason);
  }

  settle(result: LeaseResult): void {
    this.#isDone = true;
    this.#endUploads();
    if (result.status === "succeeded") this.#ending.resolve(result.result ?? null);
    else if (result.status === "failed") this.#ending.reject(new RemoteError(result));
    else {
      try {
        this.context.snooze(result.delayMs);
      } catch (error) {
        this.#ending.reject(error);
      }
    }
  }

  /** Its executor is silent, has left or does not have it any more. */
  lose(message: string): void {
    this.#isDone = true;
    this.#endUploads();
    this.#ending.reject(new MoJobError(MoJobErrorCode.WorkerLost, message));
  }

  /** Its end is recorded, or never will be by this executor. */
  end(outcome: LeaseOutcome): void {
    this.#isRecorded = true;
    this.#endUploads();
    this.#outcome.resolve(outcome);
  }

  /** Drops the uploads that have not come whole. */
  #endUploads(): void {
    const { instanceId } = this.context;
    this.uploads.end(
      new MoJobError(
        MoJobErrorCode.IllegalTransition,
        `Cannot store a file of run "${instanceId}": its attempt has ended`,
      ),
    );
  }
}

export function attemptName({ instanceId, attempt }: Pick<JobContext, "instanceId" | "attempt">): string {
  return `${attempt}/${instanceId}`;
}
