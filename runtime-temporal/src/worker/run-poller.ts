import { type Engine, executionTopic, type FedExecutor, type RunFeed } from "@mojob/core/engine";
import {
  payloadOptions,
  resolveTemporalOptions,
  RestartingWorker,
  SlotPermits,
  type TemporalOptions,
  unavailable,
  Wakeup,
} from "@mojob/temporal-link";
import { createWorker, type NativeLink } from "@mojob/temporal-link/native";
import type { Worker, WorkerOptions, WorkerTuner } from "@temporalio/worker";
import { createHandBack } from "../client/hand-back.ts";
import { BatchSlots } from "./batch-slots.ts";
import { createExecutionActivity } from "./execution-activity.ts";
import type { LocalRetries } from "./local-retries.ts";
import { ExecutorQueue } from "./executor-queue.ts";

/** Activities under way at once where the worker is unlimited. */
const MAX_ACTIVITIES = 10_000;
/** Heartbeats are sent at most this often; a cancel from Temporal's side arrives with their replies. */
const HEARTBEAT_THROTTLE_MS = 3000;
/** What the executors of other programs are called in Temporal's own tools. */
const HOSTED_NAME = "mojob-executors";
/** Time after the grace of the runs, in which the ended runs are written. */
const SETTLE_WITHIN_MS = 30_000;

export interface RunPollerOptions extends FedExecutor {
  readonly engine: Engine;
  readonly native: NativeLink;
  readonly temporal: TemporalOptions;
  readonly retries: LocalRetries;
  readonly shutdownGraceMs: number;
}

/** Takes an app's runs from Temporal for one executor. */
export class RunPoller implements RunFeed {
  readonly #options: RunPollerOptions;
  readonly #changed = new Wakeup();
  readonly #draining = new AbortController();
  /** One for each queue it takes from: its app's, and the executor's own once runs are sent there. */
  readonly #workers: RestartingWorker[] = [];
  readonly #ownQueue: ExecutorQueue;

  constructor(options: RunPollerOptions) {
    this.#options = options;
    const { engine, app, executor } = options;
    const { cache, clock, onError } = engine;
    this.#ownQueue = new ExecutorQueue({ app, cache, clock, poll: () => this.#poll(executor.id), onError });
  }

  async start(): Promise<void> {
    await this.#options.executor.untilKeptAlive();
    await this.#poll(null);
    await this.#ownQueue.start();
  }

  /** Takes what is sent to the app, or to this executor alone. */
  async #poll(id: string | null): Promise<void> {
    const { engine, app, executor, isHosted, isLimited, scheduler, native, temporal, retries } =
      this.#options;
    const { shutdownGraceMs } = this.#options;
    const { tenant, clock, onError } = engine;
    const changed = this.#changed;
    const slots = isLimited ? new BatchSlots({ capacity: () => executor.intake.capacity, changed }) : null;
    const permits = slots?.permits ?? unlimitedPermits(() => !executor.isDraining, changed);
    const workerOptions: WorkerOptions = {
      connection: native.connection,
      namespace: native.namespace,
      taskQueue: executionTopic({ tenant, app, executor: id }),
      activities: createExecutionActivity({
        engine,
        host: { executor, scheduler },
        returnToBatch: createHandBack(native.client),
        retries,
        slots,
        changed,
        isDraining: () => this.#draining.signal.aborted || executor.isDraining,
      }),
      maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
      shutdownGraceTime: shutdownGraceMs + SETTLE_WITHIN_MS,
      // A process can have several workers on a queue only under different build ids; which is all that they are for.
      ...(isHosted && {
        workerDeploymentOptions: {
          useWorkerVersioning: false,
          version: { deploymentName: HOSTED_NAME, buildId: executor.id },
        },
      }),
      ...payloadOptions(temporal),
      tuner: tunerOf(permits),
    };
    const { address } = resolveTemporalOptions(temporal);
    const create = (): Promise<Worker> => createWorker(workerOptions, address);
    const onBroken = (error: unknown): void =>
      onError(unavailable(`take runs from Temporal at "${address}"`, error));
    const worker = await RestartingWorker.start({ clock, create, onError: onBroken });
    this.#workers.push(worker);
    if (this.#draining.signal.aborted) worker.stop();
  }

  /** Call it when the executor may have room for more. */
  changed(): void {
    this.#changed.notify();
  }

  /** Takes no more. */
  stop(): void {
    this.#draining.abort();
    this.#changed.notify();
    for (const worker of this.#workers) worker.stop();
  }

  /** Resolves when every run that it took has ended or was handed back. */
  async close(): Promise<void> {
    await this.#ownQueue.close();
    this.stop();
    await Promise.all(this.#workers.map((worker) => worker.ended));
  }
}

/** The places of an unlimited worker: it polls Temporal whenever it takes runs. */
function unlimitedPermits(isOpen: () => boolean, changed: Wakeup): SlotPermits {
  let issued = 0;
  return new SlotPermits({
    take() {
      if (issued >= MAX_ACTIVITIES || !isOpen()) return false;
      issued += 1;
      return true;
    },
    giveBack() {
      issued -= 1;
    },
    changed,
  });
}

/** The worker runs only activities; the other sizes do not matter. */
function tunerOf(permits: SlotPermits): WorkerTuner {
  const unused = { type: "fixed-size", numSlots: 5 } as const;
  return {
    activityTaskSlotSupplier: permits,
    workflowTaskSlotSupplier: unused,
    localActivityTaskSlotSupplier: unused,
    nexusTaskSlotSupplier: unused,
  };
}
