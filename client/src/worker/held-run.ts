import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { LeasedRun } from "./wire.ts";

const ABORT_CODES: ReadonlySet<string> = new Set([
  MoJobErrorCode.Timeout,
  MoJobErrorCode.Cancelled,
  MoJobErrorCode.WorkerShutdown,
]);

/** A run that this worker has begun, until its end is recorded. */
export class HeldRun {
  readonly leased: LeasedRun;
  /** Names the attempt; it is another one once the worker has come back to a gateway that was restarted. */
  lease: string;
  /** Whether its code is under way. */
  isRunning = true;
  /** Whether the gateway has given it up, so that nothing of it counts any more. */
  isLost = false;
  readonly #controller = new AbortController();
  readonly #escaped = Promise.withResolvers<never>();

  constructor(leased: LeasedRun) {
    this.leased = leased;
    this.lease = leased.lease;
    // An error may escape a run that has ended.
    this.#escaped.promise.catch(() => {});
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Rejects with an error that escaped the run's own promise. */
  get escaped(): Promise<never> {
    return this.#escaped.promise;
  }

  /** Asks its code to end; the first reason counts. */
  abort(reason: string, message: string): void {
    const code = ABORT_CODES.has(reason) ? (reason as MoJobErrorCode) : MoJobErrorCode.WorkerLost;
    if (!this.signal.aborted) this.#controller.abort(new MoJobError(code, message));
  }

  /** The gateway has given it up. */
  lose(): void {
    this.isLost = true;
    this.abort(
      MoJobErrorCode.WorkerLost,
      `Run "${this.leased.id}" was given to another worker: this one was silent for too long`,
    );
  }

  fail(error: unknown): void {
    this.#escaped.reject(error);
  }
}
