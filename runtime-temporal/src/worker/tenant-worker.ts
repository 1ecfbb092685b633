import {
  Closers,
  type CodeRunner,
  createJobHost,
  type Engine,
  executionTopic,
  type JobHost,
  type RegistrationResult,
} from "@mojob/core/engine";
import type { IMoEventBus } from "@mojob/core";
import type { Clock } from "@mojob/core/ports";
import {
  payloadOptions,
  resolveTemporalOptions,
  RestartingWorker,
  SlotPermits,
  unavailable,
  Wakeup,
} from "@mojob/temporal-link";
import { createWorker, type NativeLink } from "@mojob/temporal-link/native";
import type { Worker, WorkerOptions, WorkerTuner } from "@temporalio/worker";
import { createHandBack } from "../client/hand-back.ts";
import { createTenantEngine, type TenantEngine } from "../client/tenant-engine.ts";
import { BatchSlots } from "./batch-slots.ts";
import { createExecutionActivity } from "./execution-activity.ts";
import { LocalRetries } from "./local-retries.ts";
import { OwnQueue } from "./own-queue.ts";
import type { StartWorkerOptions } from "./start-worker-options.ts";

/** Activities under way at once where the worker is unlimited. */
const MAX_ACTIVITIES = 10_000;
/** Heartbeats are sent at most this often; a cancel from Temporal's side arrives with their replies. */
const HEARTBEAT_THROTTLE_MS = 3000;
/** Time after the grace of the runs, in which the ended runs are written. */
const SETTLE_WITHIN_MS = 30_000;

export interface TenantWorkerOptions extends Omit<StartWorkerOptions, "tenant" | "tenants"> {
  readonly tenant: string;
  readonly deployment: string;
  readonly native: NativeLink;
  readonly bus: IMoEventBus;
  readonly clock: Clock;
  readonly code: CodeRunner;
  readonly shutdownGraceMs: number;
  readonly onError: (error: unknown) => void;
}

/** One tenant's worker in a process: it polls the tenant's queue of its app; connection, clock and code are shared. */
export class TenantWorker {
  readonly engine: Engine;
  readonly #options: TenantWorkerOptions;
  readonly #link: TenantEngine;
  readonly #host: JobHost;
  readonly #changed = new Wakeup();
  readonly #draining = new AbortController();
  readonly #retries = new LocalRetries();
  readonly #closers = new Closers();
  /** One for each queue it takes from: its app's, and its own once runs are sent there. */
  readonly #workers: RestartingWorker[] = [];

  constructor(options: TenantWorkerOptions) {
    const { native, defaults = {}, code } = options;
    this.#options = options;
    this.#link = createTenantEngine({
      ...options,
      client: native.client,
      scheduler: { defaults },
      intercept: (outside) => this.#retries.before(outside),
    });
    this.engine = this.#link.engine;
    this.#host = createJobHost(this.engine, code, { ...options, isKeptAlive: true }, () =>
      this.#changed.notify(),
    );
  }

  /** Registers the jobs and begins to take runs. */
  async start(): Promise<readonly RegistrationResult[]> {
    const { app, clock, onError } = this.#options;
    this.#closers.add(await this.engine.cache.subscribe());
    const registrations = await this.#host.start();
    await this.#poll(null);
    const own = new OwnQueue({
      app,
      cache: this.engine.cache,
      clock,
      poll: () => this.#poll(this.id),
      onError,
    });
    this.#closers.add(own);
    await own.start();
    // Runs may have waited for its code: without a notification they would be found some seconds later.
    this.#link.runtime.dutyDue("recover").catch(onError);
    return registrations;
  }

  /** Takes what is sent to its app, or to this executor alone. */
  async #poll(executor: string | null): Promise<void> {
    const { native, tenant, app, clock, temporal = {}, shutdownGraceMs, onError } = this.#options;
    const host = this.#host;
    const limit = this.#options.worker?.maxConcurrentRuns ?? null;
    const changed = this.#changed;
    const slots =
      limit === null ? null : new BatchSlots({ capacity: () => host.executor.intake.capacity, changed });
    const permits = slots?.permits ?? unlimitedPermits(() => !host.executor.isDraining, changed);
    const workerOptions: WorkerOptions = {
      connection: native.connection,
      namespace: native.namespace,
      taskQueue: executionTopic({ tenant, app, executor }),
      activities: createExecutionActivity({
        engine: this.engine,
        host,
        returnToBatch: createHandBack(native.client),
        retries: this.#retries,
        slots,
        changed,
        isDraining: () => this.#draining.signal.aborted || host.executor.isDraining,
      }),
      maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
      shutdownGraceTime: shutdownGraceMs + SETTLE_WITHIN_MS,
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

  get id(): string {
    return this.#host.executor.id;
  }

  failEscaped(runToken: string, error: unknown): boolean {
    return this.#host.executor.failEscaped(runToken, error);
  }

  async close(): Promise<void> {
    this.#draining.abort();
    this.#changed.notify();
    for (const worker of this.#workers) worker.stop();
    const ended = async (): Promise<void> => void (await Promise.all(this.#workers.map((one) => one.ended)));
    const parts = new Closers();
    for (const part of [this.#link, this.#closers, { close: ended }, this.#host]) parts.add(part);
    await parts.close();
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
