import type { Timer } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JsonValue } from "../../base/json.ts";
import type { TextMask } from "../../base/sealing/text-mask.ts";
import { beginningOf } from "../../base/truncate.ts";
import type { JobInstance, JobProgress, JobTrigger } from "../../model/instance/job-instance.ts";
import type { MeasuredUsage } from "../../model/instance/run-usage.ts";
import type { BlockedLoop } from "../../model/executor-record.ts";
import { blockedText } from "../worker/blocked-text.ts";
import type { AttemptRef } from "../../model/instance/attempt-ref.ts";
import { schedulerOfRun } from "./scheduler-of-run.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { throwSnooze } from "../../job/snooze.ts";
import { traceOf } from "../../model/instance/traceparent.ts";
import { snoozesOf } from "../../model/instance/snooze.ts";
import { type RunShard, WHOLE_RUN } from "../../model/run-routing.ts";
import type { JobContext, JobLog } from "../../job/job-context.ts";
import type { WorkFiles } from "../../ports/work-runner.ts";
import type { ProgressWriter } from "./progress-writer.ts";
import { type AttemptParts, type AttemptSoFar, FROM_ITS_BEGIN } from "./attempt-parts.ts";
import type { AbortCode, RunEnd } from "./run-end.ts";
import type { RunLog } from "./run-log.ts";
import type { LimitedAttempt } from "./time-limits.ts";

const LONGEST_PROGRESS_MESSAGE = 500;

/**
 * One attempt under way: its job's context, and its one end, which is that of the code unless it is asked to end and its code does not.
 */
export class RunningAttempt implements JobContext, LimitedAttempt {
  readonly attemptRef: AttemptRef;
  readonly trigger: JobTrigger;
  readonly jobKey: string;
  /** With secrets in them once those are opened. */
  args: JsonValue;
  readonly timeoutMs: number;
  /** Given once an address was opened for its run. */
  callbackUrl?: string;
  readonly #parts: AttemptParts;
  readonly #instance: JobInstance;
  readonly #soFar: AttemptSoFar;
  #controller: AbortController | null = null;
  #log: RunLog | null = null;
  #mask: TextMask | null = null;
  #isLogClosed = false;
  #abortedBy: MoJobError | null = null;
  #latestProgress: JobProgress | null = null;
  #progressWriter: ProgressWriter | null = null;
  #usage: MeasuredUsage | null = null;
  /** `null` until it has its place. */
  #startedMs: number | null = null;
  #endedMs = 0;
  #timer: Timer | null = null;
  #resolve: ((end: RunEnd) => void) | null = null;
  #hasReturned = false;
  #onReturn: (() => void) | null = null;
  #hasIgnoredSignal = false;
  #isShuttingDown = false;
  #stopCode: (() => void) | null = null;

  constructor(
    parts: AttemptParts,
    attempt: AttemptRef,
    instance: JobInstance,
    timeoutMs: number,
    soFar: AttemptSoFar = FROM_ITS_BEGIN,
  ) {
    this.#parts = parts;
    this.#instance = instance;
    this.#soFar = soFar;
    if (soFar !== FROM_ITS_BEGIN) this.#latestProgress = instance.progress;
    this.attemptRef = attempt;
    this.trigger = instance.trigger;
    this.jobKey = instance.jobKey;
    this.args = instance.args;
    this.timeoutMs = timeoutMs;
  }

  /** A function of its own, so that a job can take it out of its context; made when it is asked for, because few jobs do. */
  get progress(): (fraction: number, message?: unknown) => void {
    return (fraction, message) => this.#report(fraction, message);
  }

  /** As progress is. */
  get snooze(): (delayMs: number) => never {
    return (delayMs) => throwSnooze(delayMs, snoozesOf(this.#instance));
  }

  #report(fraction: number, message: unknown): void {
    if (this.#resolve === null || !Number.isFinite(fraction)) return;
    this.#latestProgress = {
      fraction: Math.min(1, Math.max(0, fraction)),
      message:
        typeof message === "string" ? beginningOf(this.#masked(message), LONGEST_PROGRESS_MESSAGE) : null,
      at: this.#parts.clock.now(),
    };
    this.#progressWriter ??= this.#parts.createProgress(this.attemptRef);
    this.#progressWriter.report(this.#latestProgress);
  }

  get shard(): RunShard {
    return this.#instance.routing?.shard ?? WHOLE_RUN;
  }

  get tenant(): string {
    return this.attemptRef.tenant;
  }

  /** Names the attempt among all. */
  get token(): string {
    return `${this.attemptRef.claim}/${this.attemptRef.id}`;
  }

  get instanceId(): string {
    return this.attemptRef.id;
  }

  get attempt(): number {
    return this.attemptRef.attempt;
  }

  /** Made when it is asked for. */
  get scheduler(): MoJobScheduler {
    const { instanceId: id, jobKey, trigger } = this;
    return schedulerOfRun(this.#parts.scheduler, { startedBy: { id, jobKey, trigger }, ...traceOf(trigger) });
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
      this.#log = this.#parts.createLog(this, (text) => this.#masked(text), this.#soFar.lines);
      if (this.#isLogClosed) this.#log.close();
    }
    return this.#log;
  }

  /** Made when it is asked for, as progress is. */
  get files(): WorkFiles {
    return this.#parts.createFiles(this.attemptRef, this.signal);
  }

  /** Hides texts in all that it leaves from now on: its log, its progress, its result and its error. */
  hide(mask: TextMask): void {
    this.#mask = mask;
  }

  /** Hides texts in its result and its error; `null` hides nothing. */
  get mask(): TextMask | null {
    return this.#mask;
  }

  /** Says in the run's log what it waited for, or what others waited for while it ran. */
  noteBlocked(blocked: BlockedLoop): void {
    this.log.warn(blockedText(blocked));
  }

  /** Takes no more lines and no more progress; returns whether there are any lines. */
  closeRecords(): boolean {
    this.#progressWriter?.close();
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

  /** Its code has really ended, which may be long after the attempt has. */
  get hasReturned(): boolean {
    return this.#hasReturned;
  }

  get abortMessage(): string {
    return this.#abortedBy?.message ?? "";
  }

  /** When the time it may take began, on the clock that never jumps; while it waits for a place, now. */
  get startedMs(): number {
    return this.#startedMs ?? this.#parts.clock.monotonicMs();
  }

  /** How long it may take, its grace included. */
  get longestMs(): number {
    return this.timeoutMs + this.#parts.abortGraceMs;
  }

  /** How long it may still take. */
  get longestLeftMs(): number {
    return this.startedMs + this.longestMs - this.#parts.clock.monotonicMs();
  }

  /** When it ended, on the clock that never jumps. */
  get endedMs(): number {
    return this.#endedMs;
  }

  /** How long the attempt took, once it has ended; writing its end is not part of it. */
  get durationMs(): number {
    return this.#endedMs - this.startedMs;
  }

  get latestProgress(): JobProgress | null {
    return this.#latestProgress;
  }

  /** A field, so that a runner can take it out. */
  readonly noteUsage = (usage: MeasuredUsage): void => {
    this.#usage = usage;
  };

  /** What was measured of it last; `null` where nothing was. */
  get usage(): MeasuredUsage | null {
    return this.#usage;
  }

  /** Begins it, and its time unless it waits for a place; call it before its code. Resolves to its end. */
  begin(waitsForPlace = false): Promise<RunEnd> {
    if (!waitsForPlace) this.placed();
    return new Promise((resolve) => (this.#resolve = resolve));
  }

  /** Begins the time it may take. */
  placed(): void {
    const { clock, limits } = this.#parts;
    this.#startedMs = clock.monotonicMs() - this.#soFar.elapsedMs;
    limits.add(this);
  }

  limitTime(): void {
    if (this.#resolve === null || this.#abortedBy !== null) return;
    const leftMs = this.longestLeftMs - this.#parts.abortGraceMs;
    this.#timer = this.#parts.clock.setTimer(() => this.#timeOut(), Math.max(0, leftMs));
  }

  /** Ends it as its code has ended. */
  returned(end: RunEnd): void {
    const nowMs = this.#parts.clock.monotonicMs();
    // Code that computes keeps the timer from firing, so the time it took is compared once more.
    if (nowMs - this.startedMs > this.timeoutMs) this.#timeOut();
    this.#end(end, nowMs);
    this.#hasReturned = true;
    this.#onReturn?.();
  }

  /** Resolves when the code has really ended. */
  untilReturned(): Promise<void> {
    if (this.#hasReturned) return Promise.resolve();
    return new Promise((resolve) => (this.#onReturn = resolve));
  }

  /** A field, so that a runner can take it out: what ends the code by force, called when the attempt ends and the code has not. */
  readonly onAbandon = (stopCode: () => void): void => {
    this.#stopCode = stopCode;
  };

  /** Asks the job to end, once; after the grace period the attempt ends without it. */
  abort(code: AbortCode, message: string): void {
    if (code === MoJobErrorCode.WorkerShutdown) this.#isShuttingDown = true;
    if (this.#resolve === null || this.#abortedBy !== null) return;
    const { clock, abortGraceMs } = this.#parts;
    this.#abortedBy = new MoJobError(code, message);
    this.#timer?.cancel();
    this.#timer = clock.setTimer(() => this.#ignored(), abortGraceMs);
    this.#controller?.abort(this.#abortedBy);
  }

  /** Ends the attempt for an error that reached the process past the job's own promise. */
  fail(error: unknown): void {
    this.#end({ type: "threw", error });
  }

  #masked(text: string): string {
    return this.#mask?.text(text) ?? text;
  }

  #ignored(): void {
    this.#hasIgnoredSignal = true;
    this.#abandon();
  }

  #timeOut(): void {
    this.abort(MoJobErrorCode.Timeout, `The attempt took longer than ${this.timeoutMs} ms`);
  }

  #abandon(): void {
    const isStopped = this.#stopCode !== null;
    // Where the code ends by force, or with its process, its slot is free at once. Else two executions would run in one slot.
    const keepsSlot = !isStopped && !this.#isShuttingDown && this.#instance.slot !== null;
    this.#end({ type: "abandoned", isStopped, keepsSlot });
    this.#stopCode?.();
  }

  #end(end: RunEnd, nowMs: number = this.#parts.clock.monotonicMs()): void {
    const resolve = this.#resolve;
    if (resolve === null) return;
    this.#resolve = null;
    this.#startedMs ??= nowMs;
    this.#endedMs = nowMs;
    this.#timer?.cancel();
    resolve(end);
  }
}
