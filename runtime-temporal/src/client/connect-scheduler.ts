import type { MoJobScheduler, SchedulerOptions } from "@mojob/core";
import {
  Closers,
  createDeployment,
  type Deployment,
  reportError,
  type ServedTenant,
  TenantRegistry,
  TenantSet,
} from "@mojob/core/engine";
import { systemClock } from "@mojob/core/ports";
import { createDefaultBus } from "../link/default-bus.ts";
import type { DistributedOptions } from "../link/distributed-options.ts";
import { StoreClock } from "../link/store-clock.ts";
import { connectTemporal } from "./connect-temporal.ts";
import { createTemporalTenant } from "./temporal-tenant.ts";

export interface ConnectSchedulerOptions extends DistributedOptions {
  /** Several tenants, instead of `tenant`. @default the one `tenant` */
  readonly tenants?: readonly string[];
  readonly scheduler?: SchedulerOptions;
}

/** A scheduler in a process that neither orchestrates nor runs jobs. */
export interface ConnectedScheduler {
  /** The first tenant's, for the program itself. */
  readonly scheduler: MoJobScheduler;
  readonly deployment: Deployment;
  /** Ends the waits for results, and the connection; the stores stay open. A second call returns the same promise. */
  close(): Promise<void>;
}

/**
 * Connects a process that triggers and looks, such as a web service: it dispatches runs to Temporal itself, without being a
 * control plane and without the native worker.
 *
 * @throws MoJobError `runtime_unavailable`, `store_unavailable`
 * @example
 * ```ts
 * import { connectMongodb } from "@mojob/mongodb";
 * import { connectScheduler } from "@mojob/runtime-temporal";
 *
 * const stores = await connectMongodb("mongodb://db.internal/mojob");
 * const { scheduler, close } = await connectScheduler({
 *   store: stores.store,
 *   state: stores.state,
 *   temporal: { address: "temporal.internal:7233" },
 * });
 * const { items } = await scheduler.instances.list({ jobKey: "ledger.greet" }, { limit: 10 });
 * console.log(`${items.length} runs`);
 * await close();
 * await stores.close();
 * ```
 */
export async function connectScheduler(options: ConnectSchedulerOptions): Promise<ConnectedScheduler> {
  const { tenant = "default", state, temporal = {}, onError = reportError } = options;
  const { tenants: fixed = [tenant], deployment: name = fixed[0] ?? tenant } = options;
  const closers = new Closers();
  const close = (): Promise<void> => closers.close();
  try {
    const clock = closers.add(
      await StoreClock.start({ clock: options.clock ?? systemClock, state, name, onError }),
    );
    const { client } = closers.add(await connectTemporal(temporal));
    const bus = options.bus ?? closers.add(createDefaultBus({ temporal, state, clock, onError }));
    const shared = { ...options, deployment: name, client, bus, clock, onError };
    const open = async (one: string): Promise<ServedTenant> => {
      const own = new Closers();
      const { engine } = own.add(createTemporalTenant({ ...shared, tenant: one }));
      own.add(await engine.cache.subscribe());
      return { engine, close: () => own.close() };
    };
    // A process for some tenants alone names the deployment apart from them.
    const registry = fixed[0] === name ? new TenantRegistry(state, name) : null;
    const tenants = closers.add(await TenantSet.open({ fixed, registry, state, open, clock, onError }));
    tenants.follow();
    const deployment = createDeployment(tenants, close);
    return { scheduler: deployment.scheduler(), deployment, close };
  } catch (error) {
    await close();
    throw error;
  }
}
