import { type Clock, sleep } from "@mojob/core";
import type { Worker } from "@temporalio/worker";

/** Wait before a worker that broke is made anew. */
const REMAKE_AFTER_MS = 5000;

/** What of Temporal's worker is used. */
export type RunnableWorker = Pick<Worker, "run" | "shutdown" | "getState">;

export interface LastingWorkerOptions {
  readonly clock: Clock;
  /** Makes a worker that does not run yet. */
  readonly create: () => Promise<RunnableWorker>;
  /** Told why a worker broke. */
  readonly onError: (error: unknown) => void;
}

/**
 * Temporal's worker, made anew when it breaks: it ends for good on an answer it cannot go on after, such as a namespace that
 * is gone or a key that is refused, and its process would stay and do nothing.
 */
export class LastingWorker {
  readonly #options: LastingWorkerOptions;
  readonly #stop = new AbortController();
  #worker: RunnableWorker | null;
  /** Resolves when it has stopped and all it was doing is done. */
  readonly ended: Promise<void>;

  private constructor(options: LastingWorkerOptions, worker: RunnableWorker) {
    this.#options = options;
    this.#worker = worker;
    this.ended = this.#run();
  }

  /** Rejects when the first worker cannot be made. */
  static async start(options: LastingWorkerOptions): Promise<LastingWorker> {
    return new LastingWorker(options, await options.create());
  }

  /** Asks for nothing more; what it does goes on. */
  stop(): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    if (this.#worker?.getState() === "RUNNING") this.#worker.shutdown();
  }

  async #run(): Promise<void> {
    const { clock, create, onError } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        this.#worker ??= await create();
        const running = this.#worker.run();
        // It may have been stopped while it was made.
        if (this.#stop.signal.aborted) this.#worker.shutdown();
        await running;
      } catch (error) {
        onError(error);
      }
      this.#worker = null;
      if (!signal.aborted) await sleep(clock, REMAKE_AFTER_MS, signal);
    }
  }
}
