import {
  type Clock,
  ControlPlane,
  EXECUTOR_LIFETIME_MS,
  type MoJobScheduler,
  type SchedulerOptions,
  systemClock,
  type Timer,
} from "@mojob/core";
import { Worker, type WorkerOptions } from "@temporalio/worker";
import { TemporalRuntime } from "../temporal-runtime.ts";
import { orchestratorQueue } from "../workflows/protocol.ts";
import { reportError } from "./default-reporters.ts";
import { DefinitionNews } from "./definition-news.ts";
import type { DistributedOptions, OrchestratorOptions } from "./distributed-options.ts";
import { LastingWorker } from "./lasting-worker.ts";
import { connectNative } from "./native-side.ts";
import { createOrchestratorActivities } from "./orchestrator-activities.ts";
import { silentBus } from "./silent-bus.ts";
import { StoreClock } from "./store-clock.ts";
import { loadWorkflowBundle } from "./workflow-bundle.ts";

/** How often a control plane looks at what the workers carry. */
const LEARN_LIMITS_EVERY_MS = 5000;
/** How often a control plane sees to it that there is a scheduler: one that somebody ended is missed by nobody else. */
const SEE_TO_SCHEDULER_EVERY_MS = 10_000;
/** A workflow task left by a control plane that vanished goes to another one after this. */
const STICKY_MS = 2000;
const STOP_WITHIN_MS = 10_000;

export interface StartControlPlaneOptions extends DistributedOptions, OrchestratorOptions {
  readonly scheduler?: SchedulerOptions;
}

/** A control plane of a distributed system; any number of them share the work. */
export interface DistributedControlPlane {
  readonly scheduler: MoJobScheduler;
  /** Stops deciding: what it had in its hands another one takes over. Twice is once. */
  close(): Promise<void>;
}

/**
 * Starts a control plane: it answers what callers ask, and orchestrates on Temporal together with the others of its tenant.
 *
 * @throws MoJobError `runtime_unavailable`, `store_unavailable`
 */
export async function startControlPlane(options: StartControlPlaneOptions): Promise<DistributedControlPlane> {
  const { tenant = "default", store, state, onError = reportError } = options;
  const workflowBundle = options.workflowBundle ?? (await loadWorkflowBundle());
  const clock = await StoreClock.start({ clock: options.clock ?? systemClock, state, tenant, onError });
  const native = await connectNative(options.temporal ?? {}).catch((error: unknown) => {
    clock.close();
    throw error;
  });
  const runtime = new TemporalRuntime({
    client: native.client,
    tenant,
    executors: store.executors,
    clock,
    runsWorkflows: true,
    onError,
  });
  const stopping = new AbortController();
  const plane = new ControlPlane({
    tenant,
    store,
    state,
    bus: options.bus ?? silentBus,
    runtime,
    clock,
    scheduler: options.scheduler ?? {},
    code: null,
    healthChecks: [{ name: "temporal", check: () => runtime.ping() }],
    onError,
  });
  const news = new DefinitionNews({ cache: plane.cache, runtime, onError });
  const limits = regularly({ clock, everyMs: LEARN_LIMITS_EVERY_MS, onError }, async () => {
    const seenSince = new Date(clock.now().getTime() - EXECUTOR_LIFETIME_MS);
    plane.dispatcher.learnLimits(await store.executors.list(tenant, seenSince));
  });
  let scheduler: Timer | null = null;
  let worker: LastingWorker | null = null;

  const shutDown = async (): Promise<void> => {
    stopping.abort();
    limits.cancel();
    scheduler?.cancel();
    worker?.stop();
    await worker?.ended;
    await news.close();
    await plane.close();
    clock.close();
    await native.close();
  };
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= shutDown());

  try {
    await plane.start();
    const workerOptions: WorkerOptions = {
      connection: native.connection,
      namespace: native.namespace,
      taskQueue: orchestratorQueue(tenant),
      workflowBundle,
      activities: createOrchestratorActivities({ tenant, plane, store, clock, stopping: stopping.signal }),
      maxHeartbeatThrottleInterval: 1000,
      stickyQueueScheduleToStartTimeout: STICKY_MS,
      shutdownGraceTime: STOP_WITHIN_MS,
      ...(options.temporal?.dataConverter !== undefined && { dataConverter: options.temporal.dataConverter }),
    };
    worker = await LastingWorker.start({ clock, create: () => Worker.create(workerOptions), onError });
    await runtime.startScheduler();
    scheduler = regularly({ clock, everyMs: SEE_TO_SCHEDULER_EVERY_MS, onError }, () =>
      runtime.startScheduler(),
    );
    return { scheduler: plane.scheduler, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Pace {
  readonly clock: Clock;
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
}

/** Does something now and then again and again, each time when the one before has ended. */
function regularly({ clock, everyMs, onError }: Pace, work: () => Promise<void>): Timer {
  let timer: Timer | null = null;
  let isCancelled = false;
  const go = async (): Promise<void> => {
    await work().catch(onError);
    if (!isCancelled) arm(everyMs);
  };
  const arm = (ms: number): void => {
    timer = clock.setTimer(() => void go(), ms, { background: true });
  };
  arm(0);
  return {
    cancel: () => {
      isCancelled = true;
      timer?.cancel();
    },
  };
}
