import { MoJobError, MoJobErrorCode, sleep } from "@mojob/core";
import type { NativeConnection, Worker } from "@temporalio/worker";
import type { ResolvedBusOptions } from "./bus-options.ts";
import { BusWorker } from "./bus-worker.ts";
import type { Member } from "./member.ts";
import { loadWorkerModule, workflowBundle, type WorkerModule } from "./worker-module.ts";

/** A waiting workflow needs no memory beyond this many of them: it is read again when it goes on. */
const MAX_CACHED_WORKFLOWS = 100;
const MAX_POLLS = 10;

/** Runs the workers of one bus: one for each subscription, and one that turns what is published into deliveries. */
export class WorkerHost {
  readonly #options: ResolvedBusOptions;
  readonly #onError: (error: unknown) => void;
  readonly #workers = new Set<BusWorker>();
  /** Each settles when a worker has ended and let go of its connection. */
  readonly #ends = new Set<Promise<void>>();
  #dispatcher: Promise<BusWorker> | null = null;

  constructor(options: ResolvedBusOptions, onError: (error: unknown) => void) {
    this.#options = options;
    this.#onError = onError;
  }

  /** Starts the worker of a member, and with the first one that of the workflows. */
  async start(queue: string, member: Member): Promise<BusWorker> {
    // One that could not be started is tried again for the next member.
    this.#dispatcher ??= this.#startDispatcher().catch((error: unknown) => {
      this.#dispatcher = null;
      throw error;
    });
    await this.#dispatcher;
    const { namespace, dataConverter, handlerTimeoutMs } = this.#options;
    return this.#run(async (module, connection) =>
      module.Worker.create({
        connection,
        namespace,
        taskQueue: queue,
        activities: member.activities,
        shutdownGraceTime: handlerTimeoutMs,
        activityTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: MAX_POLLS },
        tuner: {
          activityTaskSlotSupplier: member.room,
          workflowTaskSlotSupplier: { type: "fixed-size", numSlots: 1 },
          localActivityTaskSlotSupplier: { type: "fixed-size", numSlots: 1 },
          nexusTaskSlotSupplier: { type: "fixed-size", numSlots: 1 },
        },
        ...(dataConverter && { dataConverter }),
      }),
    );
  }

  /** Stops every worker, waits a while for what they do, and lets go of the server. */
  async close(graceMs: number): Promise<void> {
    for (const worker of this.#workers) worker.stop();
    const waited = new AbortController();
    const ended = Promise.all(this.#ends).then(() => waited.abort());
    await Promise.race([ended, sleep(this.#options.clock, graceMs, waited.signal)]);
  }

  #startDispatcher(): Promise<BusWorker> {
    const { namespace, dataConverter, name } = this.#options;
    return this.#run(async (module, connection) =>
      module.Worker.create({
        connection,
        namespace,
        taskQueue: name,
        workflowBundle: await workflowBundle(module),
        maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
        workflowThreadPoolSize: 1,
        ...(dataConverter && { dataConverter }),
      }),
    );
  }

  async #run(
    create: (module: WorkerModule, connection: NativeConnection) => Promise<Worker>,
  ): Promise<BusWorker> {
    const module = await loadWorkerModule();
    const connection = await this.#connect(module);
    try {
      const worker = await BusWorker.start({
        clock: this.#options.clock,
        create: () => create(module, connection),
        onError: this.#onError,
      });
      this.#keep(worker, connection);
      return worker;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  #keep(worker: BusWorker, connection: NativeConnection): void {
    const end = worker.ended
      .then(() => connection.close())
      .catch(this.#onError)
      .finally(() => {
        this.#workers.delete(worker);
        this.#ends.delete(end);
      });
    this.#workers.add(worker);
    this.#ends.add(end);
  }

  /** Each worker has its own: two of one connection may not share a task queue. */
  async #connect(module: WorkerModule): Promise<NativeConnection> {
    const { address, tls, apiKey, clock, connectTimeoutMs } = this.#options;
    const connecting = module.NativeConnection.connect({
      address,
      ...(tls !== undefined && { tls }),
      ...(apiKey !== undefined && { apiKey }),
    });
    const waited = new AbortController();
    const tooLate = sleep(clock, connectTimeoutMs, waited.signal).then((): never => {
      throw new MoJobError(
        MoJobErrorCode.RuntimeUnavailable,
        `Cannot reach the Temporal server at "${address}" within ${connectTimeoutMs} ms; see that it runs and that its address is right`,
      );
    });
    try {
      return await Promise.race([connecting, tooLate]);
    } catch (error) {
      void connecting.then((late) => late.close()).catch(() => {});
      throw error;
    } finally {
      tooLate.catch(() => {});
      waited.abort();
    }
  }
}
