import { type Clock, sleep } from "@mojob/core/ports";

/** Wait before a worker that broke is created again. */
const RESTART_AFTER_MS = 5000;

/** The used part of Temporal's worker. */
export interface RunnableWorker {
  run(): Promise<void>;
  shutdown(): void;
  getState(): string;
}

export interface RestartingWorkerOptions {
  readonly clock: Clock;
  /** Creates a worker that does not run yet. */
  readonly create: () => Promise<RunnableWorker>;
  /** Called with the error a worker broke with. */
  readonly onError: (error: unknown) => void;
}

/**
 * Temporal's worker, created again when it breaks: it ends for good on a response it cannot continue after, such as a
 * namespace that no longer exists or a key that is refused, and its process would stay and do nothing.
 */
export class RestartingWorker {
  readonly #options: RestartingWorkerOptions;
  readonly #stop = new AbortController();
  #worker: RunnableWorker | null;
  /** Resolves when it has stopped and all its activities have ended. */
  readonly ended: Promise<void>;

  private constructor(options: RestartingWorkerOptions, worker: RunnableWorker) {
    this.#options = options;
    this.#worker = worker;
    this.ended = this.#run();
  }

  /** Rejects when the first worker cannot be created. */
  static async start(options: RestartingWorkerOptions): Promise<RestartingWorker> {
    return new RestartingWorker(options, await options.create());
  }

  /** Stops polling; activities that run continue. */
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
        // It may have been stopped while it was being created.
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
