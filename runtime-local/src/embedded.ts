import {
  ControlPlane,
  createId,
  executionTopic,
  type EventSubscription,
  JobCode,
  type JobExecutionRequestedEvent,
  JobExecutor,
  type MoJobError,
  type MoJobScheduler,
  registerJobs,
  type RegistrationResult,
  systemClock,
  toExecutionRequest,
} from "@mojob/core";
import { EventBusInMemory, MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { reportError, reportWarning } from "./default-reporters.ts";
import type { EmbeddedOptions } from "./embedded-options.ts";
import { LocalRuntime } from "./local-runtime.ts";
import { ProcessLock } from "./process-lock.ts";

const WORKERS = "workers";
/** More than this at once would begin together and keep the event loop from turning. */
const LARGEST_TAKE = 500;

/** A scheduler that runs in this process until it is closed. */
export interface Embedded {
  readonly scheduler: MoJobScheduler;
  /** How each job of this process was registered. */
  readonly registrations: readonly RegistrationResult[];
  /** Ends the run an error that escaped its promise belongs to; answers whether there was one. */
  failEscaped(runToken: string, error: unknown): boolean;
  /**
   * Stops firing and taking, lets runs finish within the grace, tells the rest to end, settles them, and closes the
   * stores and the bus it made itself. Twice is once.
   */
  close(): Promise<void>;
}

/**
 * Starts an embedded scheduler: registers the jobs, takes up what an earlier process left, fires and runs.
 *
 * @throws MoJobError `lock_held` where another process runs on the same store; `job_key_taken`, `invalid_argument`,
 * `invalid_cron` for the jobs; `store_unavailable`
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { app, jobs, tenant = "default", clock = systemClock, scheduler: schedulerOptions = {} } = options;
  const onError = options.onError ?? reportError;
  const ownStore = options.store === undefined ? new MetadataStoreInMemoryProvider() : null;
  const ownState = options.state === undefined ? new StateStoreInMemory({ clock }) : null;
  const ownBus = options.bus === undefined ? new EventBusInMemory({ clock, onError }) : null;
  const store = options.store ?? (ownStore as MetadataStoreInMemoryProvider);
  const state = options.state ?? (ownState as StateStoreInMemory);
  const bus = options.bus ?? (ownBus as EventBusInMemory);

  const closeOwn = async (): Promise<void> => {
    await ownBus?.close();
    await ownState?.close();
    await ownStore?.close();
  };

  const code = new JobCode(jobs, options.container ?? null);
  const runtime = new LocalRuntime({ bus, store: store.instances, clock, onError });
  const plane = new ControlPlane({
    tenant,
    store,
    state,
    bus,
    runtime,
    clock,
    scheduler: schedulerOptions,
    code,
    onError,
  });

  let subscription: EventSubscription | null = null;
  const executor = new JobExecutor({
    tenant,
    app,
    code,
    store,
    cache: plane.cache,
    dispatcher: plane.dispatcher,
    clock,
    runtime: options.runtime ?? { name: "embedded", version: "" },
    worker: options.worker ?? {},
    ...(options.scope !== undefined && { scope: options.scope }),
    onCapacity: () => subscription?.resume(),
    onError,
  });

  const stop = new AbortController();
  let closing: Promise<void> | null = null;
  let firing: Promise<void> = Promise.resolve();

  const shutDown = async (): Promise<void> => {
    stop.abort();
    await firing;
    await subscription?.close();
    await executor.close(options.shutdownGraceMs ?? 30_000);
    runtime.close();
    await plane.close();
    await lock.release();
    await closeOwn();
  };
  const close = (): Promise<void> => (closing ??= shutDown());

  const lock = new ProcessLock({
    tenant,
    state,
    holder: createId(clock.now()),
    clock,
    onError,
    onLost: (error: MoJobError) => {
      (options.onLockLost ?? onError)(error);
      void close();
    },
  });

  try {
    await lock.acquire();
    await plane.start();
    const registrations = await registerJobs({
      app,
      jobs,
      defaults: schedulerOptions.defaults ?? {},
      registry: plane.scheduler.registry,
      onWarning: options.onWarning ?? reportWarning,
    });
    await executor.start();
    subscription = await bus.subscribe(
      executionTopic(tenant, app),
      async (events) => {
        const requests = (events as readonly JobExecutionRequestedEvent[]).map(toExecutionRequest);
        await executor.execute(requests).finally(() => runtime.finished(requests));
      },
      { group: WORKERS, capacity: () => Math.min(executor.capacity, LARGEST_TAKE) },
    );
    await plane.reconciler.start();
    firing = plane.firing.run(stop.signal);
    return {
      scheduler: plane.scheduler,
      registrations,
      failEscaped: (runToken, error) => executor.failEscaped(runToken, error),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
