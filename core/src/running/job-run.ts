import type { Clock, Timer } from "../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { beginningOf } from "../base/truncate.ts";
import type { JobInstance, JobProgress, JobTrigger } from "../instance/job-instance.ts";
import type { AttemptRef } from "../instance/transitions.ts";
import type { JobContext, JobLog } from "../job/job-context.ts";

/** How an attempt came to its end, as far as its run is concerned. */
export type RunEnd =
  | { readonly type: "returned"; readonly value: unknown }
  | { readonly type: "threw"; readonly error: unknown }
  /** It was told to end and its code went on past the grace; whatever the code does later counts for nothing. */
  | { readonly type: "abandoned" };

/** Why a run is told to end. */
export type AbortCode =
  | typeof MoJobErrorCode.Timeout
  | typeof MoJobErrorCode.Cancelled
  | typeof MoJobErrorCode.WorkerShutdown;

export interface JobRunOptions {
  readonly attempt: AttemptRef;
  readonly instance: JobInstance;
  readonly log: JobLog;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly abortGraceMs: number;
  /** Hears of progress as often as the job says it. */
  readonly onProgress: (progress: JobProgress) => void;
}

const LONGEST_PROGRESS_MESSAGE = 500;

/** One attempt under way: what the job is told about it, and its one end. */
export class JobRun implements JobContext {
  readonly attemptRef: AttemptRef;
  readonly trigger: JobTrigger;
  readonly log: JobLog;
  readonly jobKey: string;
  readonly #options: JobRunOptions;
  #controller: AbortController | null = null;
  #abortedBy: MoJobError | null = null;
  #latestProgress: JobProgress | null = null;
  #timer: Timer | null = null;
  #resolve: ((end: RunEnd) => void) | null = null;

  constructor(options: JobRunOptions) {
    this.#options = options;
    this.attemptRef = options.attempt;
    this.trigger = options.instance.trigger;
    this.jobKey = options.instance.jobKey;
    this.log = options.log;
  }

  /** A field, so that a job can take it out of its context. */
  readonly progress = (fraction: number, message?: unknown): void => {
    if (this.#resolve === null || !Number.isFinite(fraction)) return;
    this.#latestProgress = {
      fraction: Math.min(1, Math.max(0, fraction)),
      message: typeof message === "string" ? beginningOf(message, LONGEST_PROGRESS_MESSAGE) : null,
      at: this.#options.clock.now(),
    };
    this.#options.onProgress(this.#latestProgress);
  };

  get tenant(): string {
    return this.attemptRef.tenant;
  }

  get instanceId(): string {
    return this.attemptRef.id;
  }

  get attempt(): number {
    return this.attemptRef.attempt;
  }

  /** Made when first asked for: most short jobs never do, and an AbortController costs more than they take. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#abortedBy !== null) this.#controller.abort(this.#abortedBy);
    }
    return this.#controller.signal;
  }

  /** The code it was told to end with, if it was. */
  get abortCode(): AbortCode | null {
    return (this.#abortedBy?.code as AbortCode | undefined) ?? null;
  }

  get abortMessage(): string {
    return this.#abortedBy?.message ?? "";
  }

  get latestProgress(): JobProgress | null {
    return this.#latestProgress;
  }

  /** Calls the job; `onReturn` hears when its code has really ended, which may be long after the attempt has. */
  start(call: () => Promise<unknown>, onReturn: () => void): Promise<RunEnd> {
    const { clock, timeoutMs } = this.#options;
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#timer = clock.setTimer(
        () => this.abort(MoJobErrorCode.Timeout, `The attempt took longer than ${timeoutMs} ms`),
        timeoutMs,
      );
      call().then(
        (value) => {
          this.#end({ type: "returned", value });
          onReturn();
        },
        (error: unknown) => {
          this.#end({ type: "threw", error });
          onReturn();
        },
      );
    });
  }

  /** Tells the job to end, once; past the grace the attempt ends without it. */
  abort(code: AbortCode, message: string): void {
    if (this.#abortedBy !== null || this.#resolve === null) return;
    const { clock, abortGraceMs } = this.#options;
    this.#abortedBy = new MoJobError(code, message);
    this.#timer?.cancel();
    this.#timer = clock.setTimer(() => this.#end({ type: "abandoned" }), abortGraceMs);
    this.#controller?.abort(this.#abortedBy);
  }

  /** Ends the attempt for an error that reached the process past the job's own promise. */
  fail(error: unknown): void {
    this.#end({ type: "threw", error });
  }

  #end(end: RunEnd): void {
    const resolve = this.#resolve;
    if (resolve === null) return;
    this.#resolve = null;
    this.#timer?.cancel();
    resolve(end);
  }
}
