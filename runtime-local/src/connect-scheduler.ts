import type {
  IMoJobScheduleMetadataStore,
  IMoStateStore,
  MoJobScheduler,
  SchedulerOptions,
} from "@mojob/core";
import {
  carryRequests,
  Closers,
  createDeployment,
  createEngine,
  type Deployment,
  HANDED_OVER_KEY,
  handedOverPrefix,
  handOverNoticedKey,
  repeat,
  type ServedTenant,
  TenantRegistry,
  TenantSet,
} from "@mojob/core/engine";
import { createId, type IMoEventBus, type IMoRuntime, sleep } from "@mojob/core/ports";
import { CONNECTED_EVERY_MS, NOTICE_EVERY_MS } from "./remote-triggers.ts";
import { type SharedParts, shareParts, type SharedPartsOptions } from "./shared-parts.ts";

/** Requests that no process took are forgotten after this: the reconciler has found their runs long before. */
const FORGET_AFTER_MS = 3_600_000;
/** An engine that runs has noticed by then. */
const NOTICED_WITHIN_MS = 1.5 * NOTICE_EVERY_MS;
const LOOK_EVERY_MS = 30;

export interface ConnectSchedulerOptions extends Omit<SharedPartsOptions, "store" | "state"> {
  /** The store of the process that runs the jobs. */
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  /** @default "default" */
  readonly tenant?: string;
  /** Several tenants, instead of `tenant`. @default the one `tenant` */
  readonly tenants?: readonly string[];
  readonly scheduler?: SchedulerOptions;
}

/** A scheduler in a process that runs no jobs. */
export interface ConnectedScheduler {
  /** The first tenant's, for the program itself. */
  readonly scheduler: MoJobScheduler;
  readonly deployment: Deployment;
  /** Ends the waits for results; the stores stay open. */
  close(): Promise<void>;
}

/**
 * A scheduler for a process that triggers and looks, beside the one process that runs the embedded scheduler on the same
 * store: as many of them as there are, on a store that processes can share, as on MongoDB. On a SQLite file use `connectScheduler({ url })`
 * of @mojob/client. A run it triggers begins within 100 ms over there. Connecting takes up to a second
 * for this, because the other process looks seldom while nobody is connected; 1.5 seconds where no such process runs.
 *
 * @throws MoJobError `store_unavailable`
 * @example
 * ```ts
 * import { connectScheduler } from "@mojob/runtime-local";
 * import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
 *
 * // In a web service: the stores of connectMongodb(), which another process shares.
 * const stores = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() };
 * const { scheduler, close } = await connectScheduler(stores);
 * const { items } = await scheduler.instances.list({ jobKey: "mail.send" }, { limit: 10 });
 * await close();
 * ```
 */
export async function connectScheduler(options: ConnectSchedulerOptions): Promise<ConnectedScheduler> {
  const { tenant = "default", tenants: fixed = [tenant], scheduler = {} } = options;
  const closers = new Closers();
  const close = (): Promise<void> => closers.close();
  const parts = closers.add(shareParts(options));
  const { state, clock, onError } = parts;
  const bus = handOverBus(parts);
  const open = async (name: string): Promise<ServedTenant> => {
    const engine = createEngine({ ...parts, bus, publicUrl: null, tenant: name, scheduler, runtime });
    const own = new Closers();
    own.add(await engine.cache.subscribe());
    own.add(engine.ends);
    return { engine, close: () => own.close() };
  };
  try {
    await parts.store.ping();
    const registry = new TenantRegistry(state, fixed[0] ?? tenant);
    const tenants = closers.add(await TenantSet.open({ fixed, registry, state, open, clock, onError }));
    tenants.follow();
    // The embedded scheduler looks often while a process is connected, and seldom otherwise.
    const show = async (): Promise<void> => void (await state.set(HANDED_OVER_KEY, createId(clock.now())));
    const pace = { everyMs: CONNECTED_EVERY_MS, firstInMs: 0, slackMs: Infinity };
    closers.add(repeat(show, { clock, ...pace, onError }));
    await waitUntilNoticed(parts, tenants.names);
    const deployment = createDeployment(tenants, close);
    return { scheduler: deployment.scheduler(), deployment, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits until the process with the engine looks often, or could not be there. */
async function waitUntilNoticed(
  { state, clock }: Pick<SharedParts, "state" | "clock">,
  tenants: readonly string[],
): Promise<void> {
  const keys = tenants.map(handOverNoticedKey);
  const giveUpAtMs = clock.monotonicMs() + NOTICED_WITHIN_MS;
  while ((await state.getMany(keys)).size < keys.length && clock.monotonicMs() < giveUpAtMs)
    await sleep(clock, LOOK_EVERY_MS);
}

/** Lost runs are for the process with the engine to find. */
const runtime: IMoRuntime = { findLost: () => Promise.resolve([]) };

/** Leaves requests in the state store for the process that runs the embedded scheduler. */
function handOverBus({ state, bus, clock }: Pick<SharedParts, "state" | "bus" | "clock">): IMoEventBus {
  return carryRequests(bus, async ({ id, payload }) => {
    const key = handedOverPrefix(payload.destination.tenant) + createId(clock.now());
    await state.set(key, { id, ...payload }, { ttlMs: FORGET_AFTER_MS });
    // Written last: a process that reads it finds the requests.
    await state.set(HANDED_OVER_KEY, createId(clock.now()));
  });
}
