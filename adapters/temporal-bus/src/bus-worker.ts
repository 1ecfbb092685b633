import { type Clock, sleep } from "@mojob/core";
import type { Worker } from "@temporalio/worker";

/** Wait before a worker that broke is made anew. */
const RESTART_AFTER_MS = 5000;

export interface BusWorkerOptions {
  readonly clock: Clock;
  /** Makes a worker that does not run yet. */
  readonly create: () => Promise<Worker>;
  /** Told why a worker broke. */
  readonly onError: (error: unknown) => void;
}

/** A worker that runs until it is stopped: one that breaks is made anew. */
export class BusWorker {
  readonly #options: BusWorkerOptions;
  readonly #stop = new AbortController();
  #worker: Worker | null;
  /** Resolves when it has stopped and all it was doing is done. */
  readonly ended: Promise<void>;

  private constructor(options: BusWorkerOptions, worker: Worker) {
    this.#options = options;
    this.#worker = worker;
    this.ended = this.#run();
  }

  /** Rejects when the first worker cannot be made. */
  static async start(options: BusWorkerOptions): Promise<BusWorker> {
    return new BusWorker(options, await options.create());
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
      if (!signal.aborted) await sleep(clock, RESTART_AFTER_MS, signal);
    }
  }
}
