import type { RunIntake } from "@mojob/core/engine";
import { type Clock, type ExecutionRequest, sleep } from "@mojob/core/ports";
import type { Wakeup } from "@mojob/temporal-link";
import type { BatchQueue } from "./batch-queue.ts";

/** A retry due within this time is waited for in the process: Temporal's timers have no shorter time. */
const SHORT_INTERVAL_MS = 1000;
/** A worker without a free place keeps what is due for this long: short runs soon make room, and others' places may be free. */
const HOLD_MS = 500;

export interface ExecutionBatchOptions {
  readonly requests: readonly ExecutionRequest[];
  readonly intake: Pick<RunIntake, "capacity" | "execute"> & {
    readonly load: Pick<RunIntake["load"], "take">;
  };
  readonly clock: Clock;
  /** The batches of this worker that wait for places. */
  readonly queue: BatchQueue;
  /** Notified when the executor's capacity may have grown, and when the worker stops. */
  readonly changed: Wakeup;
  readonly isDraining: () => boolean;
  /** Called with delayed runs that have become due, before they begin. */
  readonly onDue: (requests: readonly ExecutionRequest[]) => Promise<void>;
  /** Called once every request has begun or been handed back. */
  readonly onBegun: () => void;
  /** Called with runs that this worker has no place for: any worker may take them. Where it rejects, they stay here. */
  readonly handBack: (requests: readonly ExecutionRequest[]) => Promise<void>;
  /** Called with runs that this worker has no code for; the batch ends after it. */
  readonly passOn: (requests: readonly ExecutionRequest[]) => Promise<void>;
}

/**
 * The runs of one activity: each begins when it is due and the executor has a place, short retries stay in the batch, and
 * what finds no place soon is handed back.
 */
export class ExecutionBatch {
  readonly #options: ExecutionBatchOptions;
  readonly #priority: number;
  #pending: ExecutionRequest[];
  #running = 0;
  #hasBegun = false;
  /** When runs became due that found no place; by the monotonic clock. */
  #heldSinceMs: number | null = null;
  #failures: unknown[] = [];

  constructor(options: ExecutionBatchOptions) {
    this.#options = options;
    this.#pending = [...options.requests];
    this.#priority = Math.min(...options.requests.map(({ priority }) => priority));
  }

  /** Returns whether the batch keeps a retry: it does where the retry is due soon. */
  takeRetry(request: ExecutionRequest): boolean {
    const { clock, changed, isDraining } = this.#options;
    const leftMs = dueMsOf(request) - clock.now().getTime();
    if (leftMs > SHORT_INTERVAL_MS || isDraining()) return false;
    this.#pending.push(request);
    changed.notify();
    return true;
  }

  /** Resolves when every run is settled, was refused or handed back. @throws where some could not: they are left for other workers */
  async run(): Promise<void> {
    const { clock, changed, isDraining, queue } = this.#options;
    try {
      while (this.#pending.length > 0 || this.#running > 0) {
        const woken = changed.next();
        const now = clock.now();
        if (this.#begin(now) || (await this.#isHandedBack(now))) continue;
        if (isDraining() && this.#running === 0) break;
        await this.#wait(woken, now);
      }
    } finally {
      queue.leave(this);
      this.#markBegun();
    }
    if (this.#pending.length > 0)
      throw new Error("The worker stopped before it had begun every run of the batch");
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  /** Begins as many as there are places for; returns whether there were any. */
  #begin(now: Date): boolean {
    const { intake, queue, changed, isDraining } = this.#options;
    const due = isDraining() ? [] : this.#dueAt(now);
    if (due.length === 0) {
      queue.leave(this);
      return false;
    }
    queue.enter(this, this.#priority);
    if (!queue.isFirst(this)) return false;
    const begun = due.slice(0, Math.min(intake.capacity, due.length));
    if (begun.length === 0) return false;
    this.#pending = this.#pending.filter((request) => !begun.includes(request));
    void this.#execute(begun);
    if (begun.length === due.length) {
      this.#heldSinceMs = null;
      queue.leave(this);
      if (queue.length > 0) changed.notify();
    }
    if (this.#pending.length === 0) this.#markBegun();
    return true;
  }

  /** Hands back what has been due for too long without a place, and everything where the worker stops. */
  async #isHandedBack(now: Date): Promise<boolean> {
    const { clock, isDraining, handBack } = this.#options;
    const due = isDraining() ? this.#pending : this.#dueAt(now);
    if (due.length === 0) return false;
    const nowMs = clock.monotonicMs();
    this.#heldSinceMs ??= nowMs;
    if (!isDraining() && nowMs - this.#heldSinceMs < HOLD_MS) return false;
    this.#heldSinceMs = null;
    try {
      await handBack(due);
    } catch {
      // The server is unavailable: they begin here once there are places, and go to other workers where this one stops.
      this.#heldSinceMs = clock.monotonicMs();
      return false;
    }
    this.#pending = this.#pending.filter((request) => !due.includes(request));
    return true;
  }

  async #execute(requests: readonly ExecutionRequest[]): Promise<void> {
    const { intake, onDue } = this.#options;
    // Their places are kept while what is due is marked.
    intake.load.take(requests.length);
    await this.#track(async () => {
      const delayed = requests.filter(
        ({ attempt, retry = attempt - 1, dueAt }) => retry === 0 && dueAt !== null,
      );
      try {
        if (delayed.length > 0) await onDue(delayed);
      } finally {
        intake.load.take(-requests.length);
      }
      await intake.execute(requests, (left) => void this.#track(() => this.#options.passOn(left)));
    });
  }

  /** Counts work as the batch's until it has ended; its failure is thrown when everything has. */
  async #track(work: () => Promise<void>): Promise<void> {
    this.#running += 1;
    try {
      await work();
    } catch (error) {
      this.#failures.push(error);
    } finally {
      this.#running -= 1;
      this.#options.changed.notify();
    }
  }

  #dueAt(now: Date): readonly ExecutionRequest[] {
    return this.#pending.filter((request) => dueMsOf(request) <= now.getTime());
  }

  /** Waits until there may be a place, a run ends, the next one is due, or those without a place are to be handed back. */
  async #wait(woken: Promise<void>, now: Date): Promise<void> {
    const { clock } = this.#options;
    const waits = this.#pending
      .map((request) => dueMsOf(request) - now.getTime())
      .filter((waitMs) => waitMs > 0);
    if (this.#heldSinceMs !== null) waits.push(this.#heldSinceMs + HOLD_MS - clock.monotonicMs());
    if (waits.length === 0) return woken;
    const stop = new AbortController();
    await Promise.race([woken, sleep(clock, Math.min(...waits), stop.signal)]);
    stop.abort();
  }

  #markBegun(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#options.onBegun();
  }
}

/** Since 1970; what is due at once was due then. */
function dueMsOf({ dueAt }: ExecutionRequest): number {
  return dueAt === null ? 0 : Date.parse(dueAt);
}
