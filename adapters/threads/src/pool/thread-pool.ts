import { availableParallelism } from "node:os";
import { systemClock, type Timer } from "@mojob/core/ports";
import { JobThread } from "./job-thread.ts";

export interface PoolOptions {
  /** Threads at once; a run beyond them waits for one, within its timeout. @default two for each core, at least 4 */
  readonly max?: number;
  /** Memory that one run may use, where the runtime can tell (Node): above it its thread is ended. @default no limit */
  readonly memoryMb?: number;
  /** How long a thread without work is kept. @default 60_000 */
  readonly idleMs?: number;
}

interface Idle {
  readonly thread: JobThread;
  readonly timer: Timer;
}

/** A run that waits for a thread. */
interface Waiting {
  take(thread: JobThread): void;
  refuse(reason: unknown): void;
}

/** Threads for runs: one run at a time each, used again while they live. */
export class ThreadPool {
  readonly #max: number;
  readonly #idleMs: number;
  readonly #start: () => JobThread;
  readonly #all = new Set<JobThread>();
  #idle: Idle[] = [];
  readonly #waiting = new Set<Waiting>();
  #isClosed = false;

  /** @throws RangeError for sizes below 1 */
  constructor(
    { max = Math.max(4, 2 * availableParallelism()), memoryMb, idleMs = 60_000 }: PoolOptions,
    start: () => JobThread = () => new JobThread(memoryMb ?? null),
  ) {
    this.#start = start;
    if (!(max >= 1)) throw new RangeError(`max must be at least 1, not ${max}`);
    if (memoryMb !== undefined && !(memoryMb >= 1))
      throw new RangeError(`memoryMb must be at least 1, not ${memoryMb}`);
    this.#max = max;
    this.#idleMs = idleMs;
  }

  /** Has a thread ready for the next run, where the system has one left: without it the next run starts its own. */
  warmUp(): void {
    if (this.#idle.length > 0 || this.#all.size >= this.#max || this.#isClosed) return;
    try {
      this.#rest(this.#begin());
    } catch {
      // The run that needs a thread reports that there is none.
    }
  }

  /**
   * Resolves to a thread that nothing else uses; rejects with the signal's reason when it aborts before, where the
   * threads are closed, and where the system has no thread left.
   */
  async take(signal: AbortSignal): Promise<JobThread> {
    signal.throwIfAborted();
    if (this.#isClosed) throw closed();
    const idle = this.#takeIdle();
    if (idle === null && this.#all.size >= this.#max) return this.#wait(signal);
    const thread = idle ?? this.#begin();
    this.warmUp();
    return thread;
  }

  giveBack(thread: JobThread): void {
    if (!thread.isAlive) this.#all.delete(thread);
    const [next] = this.#waiting;
    if (next === undefined) {
      if (thread.isAlive) this.#rest(thread);
      else this.warmUp();
      return;
    }
    this.#waiting.delete(next);
    try {
      next.take(thread.isAlive ? thread : this.#begin());
    } catch (error) {
      next.refuse(error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { refuse } of this.#waiting) refuse(closed());
    this.#waiting.clear();
    for (const { timer } of this.#idle) timer.cancel();
    this.#idle = [];
    await Promise.all([...this.#all].map((thread) => thread.end()));
    this.#all.clear();
  }

  /** One may have ended while it was idle, by what a job left behind in it. */
  #takeIdle(): JobThread | null {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      idle.timer.cancel();
      if (idle.thread.isAlive) return idle.thread;
      this.#all.delete(idle.thread);
    }
    return null;
  }

  #begin(): JobThread {
    const thread = this.#start();
    this.#all.add(thread);
    return thread;
  }

  #rest(thread: JobThread): void {
    if (this.#isClosed) return void thread.end();
    const timer = systemClock.setTimer(
      () => {
        this.#idle = this.#idle.filter((idle) => idle.thread !== thread);
        this.#all.delete(thread);
        void thread.end();
      },
      this.#idleMs,
      { background: true },
    );
    this.#idle.push({ thread, timer });
  }

  #wait(signal: AbortSignal): Promise<JobThread> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        take: (thread) => {
          signal.removeEventListener("abort", leave);
          resolve(thread);
        },
        refuse: (reason) => {
          signal.removeEventListener("abort", leave);
          reject(reason);
        },
      };
      this.#waiting.add(waiting);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}

function closed(): Error {
  return new Error("The threads of the worker are closed");
}
