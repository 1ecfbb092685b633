import type { JobContext } from "@mojob/core";
import { type IMoWorkRunner, registerWorkKind } from "@mojob/core/ports";
import { AdminApi } from "./admin-api.ts";
import { resolveGatewayOptions, type XxlGatewayOptions } from "./gateway-options.ts";
import type { ExecutorClient } from "./executor-client.ts";
import { NodeCalls } from "./nodes/node-calls.ts";
import { NodeLoad } from "./nodes/node-load.ts";
import { JobIds } from "./runs/job-ids.ts";
import { HandlerTurns } from "./runs/handler-turns.ts";
import { KeyedLocks } from "./runs/keyed-locks.ts";
import { LogIds } from "./runs/log-ids.ts";
import { NodeKinds } from "./runs/node-kinds.ts";
import { RunEntries, type RunEntry } from "./runs/run-entries.ts";
import { hasEnded } from "./runs/watch-run.ts";
import { openTenant, type SharedParts, type TenantGateway } from "./tenant-gateway.ts";
import { TenantRunners } from "./tenant-runners.ts";
import { XXL_WORK } from "./work/work-rules.ts";

/** Replaces XXL-JOB's admin. */
export interface XxlGateway {
  /** For the worker of the gateway's app. */
  readonly runner: IMoWorkRunner<JobContext>;
  /**
   * Responds to executors: `registry`, `registryRemove` and `callback` below `/api` and `/xxl-job-admin/api`. Returns `null`
   * for any other request, which is for the server beside it.
   * @param address where the request comes from: wrong access tokens are counted by it. @default unknown, the same for all
   */
  handle(request: Request, address?: string): Promise<Response> | null;
  /** Call it before the worker of a tenant is closed that is removed: its executors are refused, and its runs go on at them. */
  closeTenant(tenant: string): Promise<void>;
  /**
   * Call it before the worker is closed: runs go on at their executors, and the next process waits for their ends. The stores
   * stay open. A second call returns the same promise.
   */
  close(): Promise<void>;
}

/**
 * A gateway to executors of XXL-JOB: they register with it as with XXL-JOB's admin, and jobs whose work is `{ kind: "xxl" }`
 * run on them.
 * @throws MoJobError `invalid_configuration`
 * @example
 * ```ts
 * import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
 * import { serve } from "@mojob/node";
 * import { startEmbedded } from "@mojob/runtime-local";
 * import { createXxlGateway } from "@mojob/xxl-gateway";
 *
 * const stores = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() };
 * const gateway = createXxlGateway({
 *   app: "shop",
 *   apps: { "shop-executor": { token: "9d1c5e07b3f84a26", addresses: ["10.1.0.0/16"] } },
 *   state: stores.state,
 *   executors: stores.store.executors,
 * });
 * const { scheduler, close } = await startEmbedded({ app: "shop", jobs: [], ...stores, runners: [gateway.runner] });
 * const server = await serve((request) => gateway.handle(request) ?? new Response(null, { status: 404 }), { port: 0 });
 * await scheduler.jobs.create({
 *   key: "shop.report",
 *   app: "shop",
 *   kind: "triggered",
 *   work: { kind: "xxl", appName: "shop-executor", handler: "reportHandler" },
 * });
 * await server.close();
 * await gateway.close();
 * await close();
 * ```
 */
export function createXxlGateway(options: XxlGatewayOptions): XxlGateway {
  registerWorkKind(XXL_WORK);
  const resolved = resolveGatewayOptions(options);
  const { state, clock, onError, callTimeoutMs } = resolved;
  const closing = new AbortController();
  const entries = new RunEntries(state, clock, onError);
  const tenants = new Map<string, TenantGateway>();
  // One program may have executors of several tenants.
  const shared: SharedParts = {
    entries,
    jobIds: new JobIds(state),
    locks: new KeyedLocks(),
    turns: new HandlerTurns({
      state,
      clock,
      settledAfterMs: 2 * callTimeoutMs,
      hasEnded: (address, holder) =>
        hasEnded(address, holder, { entries, clientOf, closing: closing.signal }),
    }),
    kinds: new NodeKinds(),
    closing: closing.signal,
    load: new NodeLoad(),
    calls: new NodeCalls(clock),
  };
  const logIds = new LogIds(state);
  const open = (tenant: string): void => {
    const apps = resolved.tenants.get(tenant) ?? (resolved.issued === null ? undefined : new Map());
    if (apps === undefined || tenants.has(tenant) || closing.signal.aborted) return;
    tenants.set(tenant, openTenant({ ...resolved, tenant, apps }, shared, logIds));
  };
  for (const tenant of resolved.tenants.keys()) open(tenant);
  const [first] = tenants.keys();
  const clientOf = (entry: RunEntry): ExecutorClient | undefined =>
    tenants.get(entry.tenant ?? first ?? "")?.clients.get(entry.appName);
  const api = new AdminApi(resolved, tenants, entries);
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    closing.abort();
    await Promise.all([...tenants.values()].map((tenant) => tenant.close()));
    await entries.close();
  };
  return {
    runner: new TenantRunners(tenants, open),
    handle: (request, address) => api.handle(request, address),
    async closeTenant(tenant) {
      // Until the end of the process, the results of its runs are taken.
      if (closing.signal.aborted) return;
      const closed = tenants.get(tenant);
      tenants.delete(tenant);
      await closed?.close();
    },
    close: () => (closed ??= close()),
  };
}
