import { sleep } from "@mojob/core/ports";
import { payloadOptions, RestartingWorker } from "@mojob/temporal-link";
import type { NativeLink } from "@mojob/temporal-link/native";
import type { Worker, WorkerOptions } from "@temporalio/worker";
import type { ResolvedBusOptions } from "./bus-options.ts";
import type { Subscriber } from "./subscriber.ts";
import { loadNativeWorker, type NativeWorker } from "./native-worker.ts";
import { activityTuner } from "./worker-tuner.ts";

/** A waiting workflow needs no memory beyond this many of them: it is read again when it continues. */
const MAX_CACHED_WORKFLOWS = 100;
const MAX_POLLS = 10;

/** Runs the workers of one bus: one for each subscription, and one that turns what is published into deliveries. */
export class WorkerHost {
  readonly #options: ResolvedBusOptions;
  readonly #onError: (error: unknown) => void;
  readonly #workers = new Set<RestartingWorker>();
  /** Each settles when a worker has ended and has closed its connection. */
  readonly #ends = new Set<Promise<void>>();
  #dispatcher: Promise<RestartingWorker> | null = null;
  #isClosed = false;

  constructor(options: ResolvedBusOptions, onError: (error: unknown) => void) {
    this.#options = options;
    this.#onError = onError;
  }

  /** Starts the worker of a subscriber, and with the first one that of the workflows. */
  async start(queue: string, subscriber: Subscriber): Promise<RestartingWorker> {
    // One that could not be started is tried again for the next subscriber.
    this.#dispatcher ??= this.#startDispatcher().catch((error: unknown) => {
      this.#dispatcher = null;
      throw error;
    });
    await this.#dispatcher;
    return this.#run({
      taskQueue: queue,
      activities: subscriber.activities,
      shutdownGraceTime: this.#options.handlerTimeoutMs,
      activityTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: MAX_POLLS },
      tuner: activityTuner(subscriber.slots.permits),
    });
  }

  /** Stops every worker, waits a while for their handlers, and closes the connections. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    for (const worker of this.#workers) worker.stop();
    const waited = new AbortController();
    const ended = Promise.all(this.#ends).then(() => waited.abort());
    await Promise.race([ended, sleep(this.#options.clock, graceMs, waited.signal)]);
  }

  async #startDispatcher(): Promise<RestartingWorker> {
    const native = await loadNativeWorker();
    return this.#run({
      taskQueue: this.#options.name,
      workflowBundle: await native.workflowBundle(),
      maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
      workflowThreadPoolSize: 1,
    });
  }

  async #run(options: WorkerOptions): Promise<RestartingWorker> {
    const native = await loadNativeWorker();
    const link = await this.#connect(native);
    const { connection, namespace } = link;
    const create = (): Promise<Worker> =>
      native.createWorker(
        { connection, namespace, ...payloadOptions(this.#options), ...options },
        this.#options.address,
      );
    try {
      const worker = await RestartingWorker.start({
        clock: this.#options.clock,
        create,
        onError: this.#onError,
      });
      this.#keep(worker, link);
      return worker;
    } catch (error) {
      await link.close();
      throw error;
    }
  }

  #keep(worker: RestartingWorker, link: NativeLink): void {
    const end = worker.ended
      .then(() => link.close())
      .catch(this.#onError)
      .finally(() => {
        this.#workers.delete(worker);
        this.#ends.delete(end);
      });
    this.#workers.add(worker);
    this.#ends.add(end);
    // It was being started when this closed.
    if (this.#isClosed) worker.stop();
  }

  /** Each worker has its own: two workers of one connection must not share a task queue. */
  #connect({ connectNative }: NativeWorker): Promise<NativeLink> {
    const { clock, connectTimeoutMs } = this.#options;
    return connectNative(this.#options, { clock, withinMs: connectTimeoutMs });
  }
}
