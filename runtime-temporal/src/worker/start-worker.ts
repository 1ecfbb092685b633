import {
  type Container,
  ControlPlane,
  type EventSubscription,
  executionTopic,
  JobCode,
  type JobDefaults,
  JobExecutor,
  type JobRegistration,
  registerJobs,
  type RegistrationResult,
  type RunScope,
  type RuntimeInfo,
  systemClock,
  type WorkerOptions as JobWorkerOptions,
} from "@mojob/core";
import { Worker, type WorkerOptions, type WorkerTuner } from "@temporalio/worker";
import { TemporalRuntime } from "../temporal-runtime.ts";
import { Bell } from "./bell.ts";
import { reportError, reportWarning } from "./default-reporters.ts";
import { DefinitionNews } from "./definition-news.ts";
import type { DistributedOptions } from "./distributed-options.ts";
import { createJobActivities } from "./job-activities.ts";
import { LastingWorker } from "./lasting-worker.ts";
import { connectNative } from "./native-side.ts";
import { silentBus } from "./silent-bus.ts";
import { StoreClock } from "./store-clock.ts";
import { WorkerPlaces } from "./worker-places.ts";
import { WorkerRuntime } from "./worker-runtime.ts";

/** Answers under way at once where the worker is unlimited. */
const MOST_ACTIVITIES = 10_000;
/** Heartbeats are passed on at most this seldom; a cancel of Temporal's side arrives with their answers. */
const HEARTBEAT_THROTTLE_MS = 3000;
/** Past the grace of the runs: they end by themselves, and their writes have room. */
const LAST_WORD_MS = 30_000;

export interface StartWorkerOptions extends DistributedOptions {
  /** The service these jobs belong to. */
  readonly app: string;
  readonly jobs: readonly JobRegistration[];
  /** Looks up what jobs inject. */
  readonly container?: Container;
  readonly worker?: JobWorkerOptions;
  /** Options of jobs that do not state them. */
  readonly defaults?: JobDefaults;
  /** How long runs may go on after `close()` before they are told to end. @default 30_000 */
  readonly shutdownGraceMs?: number;
  /** Shown with the worker; the runtime adapters tell it. @default { name: "unknown", version: "" } */
  readonly runtime?: RuntimeInfo;
  /** Ties errors that escape a run's promise to the run; the runtime adapters offer one. */
  readonly scope?: RunScope;
  /** Hears what its author should know about a job. @default written to the console's error stream */
  readonly onWarning?: (warning: string) => void;
}

/** A worker of a distributed system. */
export interface DistributedWorker {
  /** As the store and the panel know it. */
  readonly id: string;
  /** How each job of this process was registered. */
  readonly registrations: readonly RegistrationResult[];
  /** Ends the run an error that escaped its promise belongs to; answers whether there was one. */
  failEscaped(runToken: string, error: unknown): boolean;
  /** Stops taking, lets runs finish within the grace, tells the rest to end, settles them. Twice is once. */
  close(): Promise<void>;
}

/**
 * Starts a worker: registers its jobs and runs what Temporal sends to its app.
 *
 * @throws MoJobError `runtime_unavailable`, `store_unavailable`; `job_key_taken`, `invalid_argument`, `invalid_cron` for
 * the jobs
 */
export async function startWorker(options: StartWorkerOptions): Promise<DistributedWorker> {
  const { app, jobs, tenant = "default", store, state, onError = reportError } = options;
  const graceMs = options.shutdownGraceMs ?? 30_000;
  const code = new JobCode(jobs, options.container ?? null);
  const room = new Bell();
  const clock = await StoreClock.start({ clock: options.clock ?? systemClock, state, tenant, onError });
  const native = await connectNative(options.temporal ?? {}).catch((error: unknown) => {
    clock.close();
    throw error;
  });
  const outside = new TemporalRuntime({
    client: native.client,
    tenant,
    executors: store.executors,
    clock,
    onError,
  });
  const runtime = new WorkerRuntime(outside);
  const scheduler = options.defaults === undefined ? {} : { defaults: options.defaults };
  const bus = options.bus ?? silentBus;
  // The parts of a control plane a worker uses too; it decides nothing.
  const plane = new ControlPlane({ tenant, store, state, bus, runtime, clock, scheduler, code, onError });
  const news = new DefinitionNews({ cache: plane.cache, runtime: outside, onError });
  const executor = new JobExecutor({
    tenant,
    app,
    code,
    store,
    cache: plane.cache,
    dispatcher: plane.dispatcher,
    clock,
    runtime: options.runtime ?? { name: "unknown", version: "" },
    worker: options.worker ?? {},
    ...(options.scope !== undefined && { scope: options.scope }),
    onCapacity: () => room.ring(),
    onError,
  });
  const limit = options.worker?.maxConcurrentRuns ?? null;
  const places = limit === null ? null : new WorkerPlaces({ limit, capacity: () => executor.capacity, room });

  let isDraining = false;
  let worker: LastingWorker | null = null;
  let subscription: EventSubscription | null = null;
  const shutDown = async (): Promise<void> => {
    isDraining = true;
    room.ring();
    worker?.stop();
    await executor.close(graceMs);
    await worker?.ended;
    await subscription?.close();
    await news.close();
    clock.close();
    await native.close();
  };
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= shutDown());

  try {
    subscription = await plane.cache.subscribe();
    const registrations = await registerJobs({
      app,
      jobs,
      defaults: options.defaults ?? {},
      registry: plane.scheduler.registry,
      onWarning: options.onWarning ?? reportWarning,
    });
    await executor.start();
    const workerOptions: WorkerOptions = {
      connection: native.connection,
      namespace: native.namespace,
      taskQueue: executionTopic(tenant, app),
      activities: createJobActivities({
        tenant,
        executor,
        store: store.instances,
        scheduler: plane.scheduler,
        runtime,
        places,
        clock,
        room,
        isDraining: () => isDraining,
        onError,
      }),
      maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
      shutdownGraceTime: graceMs + LAST_WORD_MS,
      ...(options.temporal?.dataConverter !== undefined && { dataConverter: options.temporal.dataConverter }),
      ...(places === null
        ? { maxConcurrentActivityTaskExecutions: MOST_ACTIVITIES }
        : { tuner: tunerOf(places) }),
    };
    worker = await LastingWorker.start({ clock, create: () => Worker.create(workerOptions), onError });
    return {
      id: executor.id,
      registrations,
      failEscaped: (runToken, error) => executor.failEscaped(runToken, error),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Only activities are run here; for the rest any size does. */
function tunerOf(places: WorkerPlaces): WorkerTuner {
  const unused = { type: "fixed-size", numSlots: 5 } as const;
  return {
    activityTaskSlotSupplier: places,
    workflowTaskSlotSupplier: unused,
    localActivityTaskSlotSupplier: unused,
    nexusTaskSlotSupplier: unused,
  };
}
