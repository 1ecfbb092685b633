import type { Clock, Timer } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JsonValue } from "../../base/json.ts";
import { beginningOf } from "../../base/truncate.ts";
import type { JobInstance, JobProgress, JobTrigger } from "../../model/instance/job-instance.ts";
import type { BlockedLoop } from "../../model/executor-record.ts";
import { blockedText } from "../worker/blocked-text.ts";
import type { AttemptRef } from "../../model/instance/attempt-ref.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { throwSnooze } from "../../job/snooze.ts";
import { snoozesOf } from "../../model/instance/snooze.ts";
import type { JobContext, JobLog } from "../../job/job-context.ts";
import type { RunLog } from "./run-log.ts";

/** How an attempt came to its end, as far as its run is concerned. */
export type RunEnd =
  | { readonly type: "returned"; readonly value: unknown }
  | { readonly type: "threw"; readonly error: unknown }
  /**
   * It was asked to end and was not waited for past the grace; whatever its code does later does not count. `isStopped`:
   * the code is ended by force.
   */
  | { readonly type: "abandoned"; readonly isStopped: boolean };

/** Why a run is asked to end. */
export type AbortCode =
  | typeof MoJobErrorCode.Timeout
  | typeof MoJobErrorCode.Cancelled
  | typeof MoJobErrorCode.WorkerShutdown;

export interface RunningAttemptOptions {
  readonly attempt: AttemptRef;
  readonly instance: JobInstance;
  readonly createLog: () => RunLog;
  readonly scheduler: MoJobScheduler;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly abortGraceMs: number;
  /**
   * Called when the grace is over and the code still runs; returns whether the attempt goes on until its code has ended.
   * A worker that is shutting down is not asked.
   */
  readonly onIgnoredSignal: () => boolean;
  /** Called with progress each time the job reports it. */
  readonly onProgress: (progress: JobProgress) => void;
}

const LONGEST_PROGRESS_MESSAGE = 500;

/** One attempt under way: the job's context, and its one end. */
export class RunningAttempt implements JobContext {
  readonly attemptRef: AttemptRef;
  readonly trigger: JobTrigger;
  readonly scheduler: MoJobScheduler;
  readonly jobKey: string;
  /** On the clock that never jumps. */
  readonly startedMs: number;
  readonly args: JsonValue;
  readonly #options: RunningAttemptOptions;
  #controller: AbortController | null = null;
  #log: RunLog | null = null;
  #isLogClosed = false;
  #abortedBy: MoJobError | null = null;
  #latestProgress: JobProgress | null = null;
  #durationMs = 0;
  #timer: Timer | null = null;
  #resolve: ((end: RunEnd) => void) | null = null;
  #hasIgnoredSignal = false;
  #isShuttingDown = false;
  #stopCode: (() => void) | null = null;

  constructor(options: RunningAttemptOptions) {
    this.#options = options;
    this.attemptRef = options.attempt;
    this.trigger = options.instance.trigger;
    this.jobKey = options.instance.jobKey;
    this.args = options.instance.args;
    this.startedMs = options.clock.monotonicMs();
    this.scheduler = options.scheduler;
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

  /** A field, as progress is. */
  readonly snooze = (delayMs: number): never => throwSnooze(delayMs, snoozesOf(this.#options.instance));

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

  /** Made when first asked for, as the signal is. */
  get log(): JobLog {
    if (this.#log === null) {
      this.#log = this.#options.createLog();
      if (this.#isLogClosed) this.#log.close();
    }
    return this.#log;
  }

  /** Says in the run's log what it waited for, or what others waited for while it ran. */
  noteBlocked(blocked: BlockedLoop): void {
    this.log.warn(blockedText(blocked));
  }

  /** Takes no more lines; returns whether there are any. */
  closeLog(): boolean {
    this.#isLogClosed = true;
    this.#log?.close();
    return this.#log?.hasLines ?? false;
  }

  /** The code with which it was asked to end, if it was. */
  get abortCode(): AbortCode | null {
    return (this.#abortedBy?.code as AbortCode | undefined) ?? null;
  }

  /** Its code was still running when the grace was over. */
  get hasIgnoredSignal(): boolean {
    return this.#hasIgnoredSignal;
  }

  get abortMessage(): string {
    return this.#abortedBy?.message ?? "";
  }

  /** How long it may still take, its grace included. */
  get longestLeftMs(): number {
    const { clock, timeoutMs, abortGraceMs } = this.#options;
    return this.startedMs + timeoutMs + abortGraceMs - clock.monotonicMs();
  }

  get timeoutMs(): number {
    return this.#options.timeoutMs;
  }

  /** How long the attempt took, once it has ended; writing its end is not part of it. */
  get durationMs(): number {
    return this.#durationMs;
  }

  get latestProgress(): JobProgress | null {
    return this.#latestProgress;
  }

  /** Calls the job; `onReturn` is called when its code has really ended, which may be long after the attempt has. */
  start(call: () => Promise<unknown>, onReturn: () => void): Promise<RunEnd> {
    const { clock, timeoutMs } = this.#options;
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#timer = clock.setTimer(() => this.#timeOut(), timeoutMs);
      const returned = (end: RunEnd): void => {
        // Code that computes keeps the timer from firing, so the time it took is compared once more.
        if (clock.monotonicMs() - this.startedMs > timeoutMs) this.#timeOut();
        this.#end(end);
        onReturn();
      };
      try {
        call().then(
          (value) => returned({ type: "returned", value }),
          (error: unknown) => returned({ type: "threw", error }),
        );
      } catch (error) {
        // A runner that throws before it returns a promise.
        returned({ type: "threw", error });
      }
    });
  }

  /** Takes what ends the code by force: it is called when the attempt ends and the code has not. */
  onAbandon(stopCode: () => void): void {
    this.#stopCode = stopCode;
  }

  /** Asks the job to end, once; after the grace period the attempt ends without it, unless its place may not be given on. */
  abort(code: AbortCode, message: string): void {
    if (this.#resolve === null) return;
    if (code === MoJobErrorCode.WorkerShutdown) this.#isShuttingDown = true;
    if (this.#abortedBy !== null) {
      // The process that its code runs in is about to end.
      if (this.#isShuttingDown && this.#hasIgnoredSignal) this.#abandon();
      return;
    }
    const { clock, abortGraceMs } = this.#options;
    this.#abortedBy = new MoJobError(code, message);
    this.#timer?.cancel();
    this.#timer = clock.setTimer(() => this.#ignored(), abortGraceMs);
    this.#controller?.abort(this.#abortedBy);
  }

  /** Ends the attempt for an error that reached the process past the job's own promise. */
  fail(error: unknown): void {
    this.#end({ type: "threw", error });
  }

  #ignored(): void {
    this.#hasIgnoredSignal = true;
    // Code that can be ended by force frees its place by itself.
    const isForced = this.#stopCode !== null || this.#isShuttingDown;
    if (isForced || !this.#options.onIgnoredSignal()) this.#abandon();
  }

  #timeOut(): void {
    const { timeoutMs } = this.#options;
    this.abort(MoJobErrorCode.Timeout, `The attempt took longer than ${timeoutMs} ms`);
  }

  #abandon(): void {
    this.#end({ type: "abandoned", isStopped: this.#stopCode !== null });
    this.#stopCode?.();
  }

  #end(end: RunEnd): void {
    const resolve = this.#resolve;
    if (resolve === null) return;
    this.#resolve = null;
    this.#durationMs = this.#options.clock.monotonicMs() - this.startedMs;
    this.#timer?.cancel();
    resolve(end);
  }
}
