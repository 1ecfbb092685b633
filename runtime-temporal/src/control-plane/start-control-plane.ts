import type { MoJobScheduler, SchedulerOptions } from "@mojob/core";
import {
  Closers,
  createDeployment,
  type Deployment,
  type EndFollower,
  orchestratorQueue,
  repeat,
  OutageLog,
  reportError,
  reportWarning,
  type StoreGuard,
  TenantRegistry,
  TenantSet,
  withLog,
} from "@mojob/core/engine";
import type { RuntimeInfo } from "@mojob/core/platform";
import { type Clock, systemClock } from "@mojob/core/ports";
import { payloadOptions, resolveTemporalOptions, RestartingWorker, unavailable } from "@mojob/temporal-link";
import { connectNative, createWorker } from "@mojob/temporal-link/native";
import type { Worker, WorkerOptions, WorkflowBundleOption } from "@temporalio/worker";
import { createDefaultBus } from "../link/default-bus.ts";
import type { DistributedOptions } from "../link/distributed-options.ts";
import { StoreClock } from "../link/store-clock.ts";
import { watchParts } from "../link/watch-parts.ts";
import { createOrchestratorActivities } from "./orchestrator-activities.ts";
import { TenantPlanes } from "./tenant-planes.ts";
import { TenantServices } from "./tenant-services.ts";
import { loadWorkflowBundle } from "./workflow-bundle.ts";

/** How often a control plane starts the scheduler workflows unless they run. */
const ENSURE_SCHEDULERS_EVERY_MS = 10_000;
/** A workflow task of a control plane that died goes to another one after this. */
const STICKY_MS = 2000;
const STOP_WITHIN_MS = 10_000;
/** Activities at once: each tenant's duties are held for minutes, and hardly cost anything meanwhile. */
const MAX_ACTIVITIES = 10_000;

/** Options of a process that runs the workflows. */
export interface OrchestratorOptions {
  /** The workflows, bundled ahead. @default bundled at the first start, which takes seconds */
  readonly workflowBundle?: WorkflowBundleOption;
}

export interface StartControlPlaneOptions extends DistributedOptions, OrchestratorOptions {
  /** The tenants to serve from the start, the same in every control plane of the deployment. @default [tenant] */
  readonly tenants?: readonly string[];
  readonly scheduler?: SchedulerOptions;
  /** Shown with the control plane; the platform adapters provide it. @default { name: "unknown", version: "" } */
  readonly runtime?: RuntimeInfo;
  /** The version of the program, shown with the control plane. @default none */
  readonly version?: string;
  /** Called because runs end; the same in every control plane of a deployment. @default [] */
  readonly followers?: readonly EndFollower[];
}

/** A control plane of a distributed system; any number of them share the work. */
export interface DistributedControlPlane {
  /** The first tenant's, for the program itself. */
  readonly scheduler: MoJobScheduler;
  /** The schedulers of all tenants. */
  readonly deployment: Deployment;
  /** Stops; another control plane takes over what it was doing. A second call returns the same promise. */
  close(): Promise<void>;
}

/**
 * Starts a control plane: schedulers for callers in this process, and orchestration on Temporal together with the other
 * control planes of its deployment. All its tenants share one connection, one native worker and one clock.
 *
 * @throws MoJobError `runtime_unavailable`, `invalid_configuration`, `store_unavailable`
 * @example
 * ```ts
 * import { createManagementApp } from "@mojob/http";
 * import { connectMongodb } from "@mojob/mongodb";
 * import { serve } from "@mojob/node";
 * import { startControlPlane } from "@mojob/runtime-temporal/control-plane";
 *
 * const { store, state, close } = await connectMongodb("mongodb://db.internal/mojob");
 * const plane = await startControlPlane({ store, state, temporal: { address: "temporal.internal:7233" } });
 * const server = await serve(createManagementApp(plane.scheduler).fetch, { hostname: "127.0.0.1", port: 0 });
 * console.log(`The panel is at ${server.url}`);
 * await server.close();
 * await plane.close();
 * await close();
 * ```
 */
export async function startControlPlane(given: StartControlPlaneOptions): Promise<DistributedControlPlane> {
  const options = withLog(given);
  const { tenant = "default", state, temporal = {}, onWarning = reportWarning } = options;
  const { runtime = { name: "unknown", version: "" } } = options;
  const { tenants: fixed = [tenant], deployment = fixed[0] ?? tenant } = options;
  const workflowBundle = options.workflowBundle ?? (await loadWorkflowBundle());
  const ownClock = options.clock ?? systemClock;
  const outages = new OutageLog({ clock: ownClock, onError: options.onError ?? reportError, onWarning });
  const { onError } = outages;
  const { address } = resolveTemporalOptions(temporal);
  const closers = new Closers();
  const close = (): Promise<void> => closers.close();
  try {
    const clock = closers.add(await StoreClock.start({ clock: ownClock, state, name: deployment, onError }));
    const { client, connection, namespace } = closers.add(await connectNative(temporal));
    const bus = options.bus ?? closers.add(createDefaultBus({ temporal, state, clock, onError }));
    const shared = { ...options, runtime, deployment, client, bus, clock, onWarning, onError };
    let takesDuties = false;
    const open = async (one: string): Promise<TenantServices> => {
      const services = new TenantServices({ ...shared, tenant: one });
      try {
        await services.start();
        if (takesDuties) await services.announce();
        return services;
      } catch (error) {
        await services.close();
        throw error;
      }
    };
    const registry = new TenantRegistry(state, deployment);
    const tenants = closers.add(await TenantSet.open({ fixed, registry, state, open, clock, onError }));
    const taskQueue = orchestratorQueue(deployment);
    const ofWorker = { connection, namespace, taskQueue, workflowBundle, ...payloadOptions(temporal) };
    closers.add(await runWorkflows({ ...ofWorker, address, tenants, clock, onError }));
    takesDuties = true;
    await Promise.all(Array.from(tenants, (one) => one.announce()));
    tenants.follow();
    const everyMs = ENSURE_SCHEDULERS_EVERY_MS;
    const ensureAll = async (): Promise<void> => {
      for (const one of tenants) await one.ensureScheduler().catch(onError);
    };
    closers.add(repeat(ensureAll, { clock, everyMs, firstInMs: everyMs, onError }));
    const served = createDeployment(tenants, close);
    const guards = (): StoreGuard[] => Array.from(tenants, ({ guard }) => guard);
    const watched = { scheduler: served.scheduler(), outages, guards, clock };
    closers.add(await watchParts(watched));
    return { scheduler: served.scheduler(), deployment: served, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface WorkflowsOptions extends WorkerOptions {
  readonly address: string;
  readonly tenants: TenantSet<TenantServices>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Runs the workflows of these tenants in this process, until it is closed. */
async function runWorkflows({
  address,
  tenants,
  clock,
  onError,
  ...worker
}: WorkflowsOptions): Promise<{ close(): Promise<void> }> {
  const stopping = new AbortController();
  const options: WorkerOptions = {
    ...worker,
    activities: createOrchestratorActivities({
      planes: new TenantPlanes(tenants),
      showDuty: (of, duty) => tenants.get(of).showDuty(duty),
      clock,
      stopping: stopping.signal,
      onError,
    }),
    maxConcurrentActivityTaskExecutions: MAX_ACTIVITIES,
    maxHeartbeatThrottleInterval: 1000,
    stickyQueueScheduleToStartTimeout: STICKY_MS,
    shutdownGraceTime: STOP_WITHIN_MS,
  };
  const create = (): Promise<Worker> => createWorker(options, address);
  const onBroken = (error: unknown): void =>
    onError(unavailable(`run the workflows on Temporal at "${address}"`, error));
  const running = await RestartingWorker.start({ clock, create, onError: onBroken });
  return {
    async close() {
      stopping.abort();
      running.stop();
      await running.ended;
    },
  };
}
