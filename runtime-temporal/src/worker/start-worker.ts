import type { MoJobScheduler } from "@mojob/core";
import {
  Closers,
  CodeRunner,
  createDeployment,
  type Deployment,
  type ExecutorHost,
  type RegistrationResult,
  OutageLog,
  reportError,
  reportWarning,
  type StoreGuard,
  TenantRegistry,
  TenantSet,
  withLog,
} from "@mojob/core/engine";
import { systemClock } from "@mojob/core/ports";
import { connectNative } from "@mojob/temporal-link/native";
import { createDefaultBus } from "../link/default-bus.ts";
import { StoreClock } from "../link/store-clock.ts";
import { watchParts } from "../link/watch-parts.ts";
import type { StartWorkerOptions } from "./start-worker-options.ts";
import { TenantWorker } from "./tenant-worker.ts";

/** A worker of a distributed system. */
export interface DistributedWorker {
  /** Its id in the store and the panel, of the first tenant. */
  readonly id: string;
  /** Limited to this worker's app: it can serve a panel of its own (seed row M15). The first tenant's. */
  readonly scheduler: MoJobScheduler;
  /** The schedulers of all tenants, limited to this worker's app. */
  readonly deployment: Deployment;
  /** How each job of this process was registered, tenant by tenant. */
  readonly registrations: readonly RegistrationResult[];
  /**
   * Where programs elsewhere have their executors, as `executorGateway` of @mojob/executor-gateway wants it; of any app.
   * @throws MoJobError `invalid_argument` for a tenant that is not served
   */
  executorHost(tenant?: string): ExecutorHost;
  /** Ends the run that an error escaped from; returns whether there was one. */
  failEscaped(runToken: string, error: unknown): boolean;
  /** The first part of `close()`: takes no more runs, lets them finish within the grace, aborts the rest and settles them. */
  finishRuns(): Promise<void>;
  /** Stops taking runs, lets them finish within the grace, aborts the rest, settles them. A second call returns the same promise. */
  close(): Promise<void>;
}

/**
 * Starts a worker: registers its jobs and executes the runs that Temporal sends to its app.
 *
 * @throws MoJobError `runtime_unavailable`, `invalid_configuration`, `store_unavailable`; `job_key_taken`,
 * `invalid_argument`, `invalid_cron` for the jobs
 * @example
 * ```ts
 * import { defineTriggeredJob } from "@mojob/core";
 * import { connectMongodb } from "@mojob/mongodb";
 * import { startWorker } from "@mojob/runtime-temporal/worker";
 *
 * const greet = defineTriggeredJob({ key: "ledger.greet", execute: (name: string) => `Hello ${name}` });
 * const { store, state, close } = await connectMongodb("mongodb://db.internal/mojob");
 * const worker = await startWorker({
 *   app: "ledger",
 *   jobs: [greet],
 *   store,
 *   state,
 *   temporal: { address: "temporal.internal:7233" },
 * });
 * console.log(`${worker.id} runs what Temporal sends`);
 * await worker.close();
 * await close();
 * ```
 */
export async function startWorker(given: StartWorkerOptions): Promise<DistributedWorker> {
  const options = withLog(given);
  const { app, jobs, container = null, tenant = "default", state, temporal = {} } = options;
  const { tenants: fixed = [tenant], shutdownGraceMs = 30_000, onWarning = reportWarning } = options;
  const { deployment = fixed[0] ?? tenant } = options;
  const ownClock = options.clock ?? systemClock;
  const outages = new OutageLog({ clock: ownClock, onError: options.onError ?? reportError, onWarning });
  const { onError } = outages;
  const closers = new Closers();
  const close = (): Promise<void> => closers.close();
  try {
    const clock = closers.add(await StoreClock.start({ clock: ownClock, state, name: deployment, onError }));
    const native = closers.add(await connectNative(temporal));
    const bus = options.bus ?? closers.add(createDefaultBus({ temporal, state, clock, onError }));
    const code = new CodeRunner(app, jobs, container);
    const shared = { ...options, deployment, native, bus, clock, code, shutdownGraceMs, onWarning, onError };
    const registrations: RegistrationResult[] = [];
    const open = async (one: string): Promise<TenantWorker> => {
      const worker = new TenantWorker({ ...shared, tenant: one });
      try {
        registrations.push(...(await worker.start()));
        return worker;
      } catch (error) {
        await worker.close();
        throw error;
      }
    };
    // A process for some tenants alone names the deployment apart from them.
    const registry = fixed[0] === deployment ? new TenantRegistry(state, deployment) : null;
    const tenants = closers.add(await TenantSet.open({ fixed, registry, state, open, clock, onError }));
    tenants.follow();
    const served = createDeployment(tenants, close, app);
    const guards = (): StoreGuard[] => Array.from(tenants, ({ guard }) => guard);
    const watched = { scheduler: served.scheduler(), outages, guards, clock };
    closers.add(await watchParts(watched));
    return {
      id: tenants.get().host.workerId,
      scheduler: served.scheduler(),
      deployment: served,
      registrations,
      executorHost: (name) => tenants.get(name).host.executors,
      failEscaped: (runToken, error) => [...tenants].some(({ host }) => host.failEscaped(runToken, error)),
      finishRuns: () => tenants.finishRuns(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
