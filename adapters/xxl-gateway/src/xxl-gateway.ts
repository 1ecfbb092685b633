import type { JobContext } from "@mojob/core";
import { repeat } from "@mojob/core/engine";
import type { IMoWorkRunner } from "@mojob/core/ports";
import { AdminApi } from "./admin-api.ts";
import { resolveGatewayOptions, type XxlGatewayOptions } from "./gateway-options.ts";
import { ExecutorClient } from "./executor-client.ts";
import { ExecutorRecords } from "./nodes/executor-records.ts";
import { ListedNodes } from "./nodes/listed-nodes.ts";
import { NodeChoice } from "./nodes/node-choice.ts";
import { NodeDirectory } from "./nodes/node-directory.ts";
import { NodeCalls } from "./nodes/node-calls.ts";
import { NodeLoad } from "./nodes/node-load.ts";
import type { RunParts } from "./runs/run-parts.ts";
import { JobIds } from "./runs/job-ids.ts";
import { HandlerTurns } from "./runs/handler-turns.ts";
import { KeyedLocks } from "./runs/keyed-locks.ts";
import { LogIds } from "./runs/log-ids.ts";
import { NodeKinds } from "./runs/node-kinds.ts";
import { RunEntries } from "./runs/run-entries.ts";
import { hasEnded } from "./runs/watch-run.ts";
import { XxlRunner } from "./xxl-runner.ts";

/** What stands in for XXL-JOB's admin. */
export interface XxlGateway {
  /** For the worker of the gateway's app. */
  readonly runner: IMoWorkRunner<JobContext>;
  /**
   * Responds to executors: `registry`, `registryRemove` and `callback` below `/api` and `/xxl-job-admin/api`. Returns `null`
   * for any other request, which is for the server beside it.
   * @param address where the request comes from: wrong access tokens are counted by it. @default unknown, the same for all
   */
  handle(request: Request, address?: string): Promise<Response> | null;
  /**
   * Call it before the worker is closed: runs go on at their executors, and the next process waits for their ends. The stores
   * stay open. A second call returns the same promise.
   */
  close(): Promise<void>;
}

/** How often executors are read and shown; workers count as dead after 10 s of silence. */
const SHOW_EVERY_MS = 4000;

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
  const resolved = resolveGatewayOptions(options);
  const { state, clock, onError } = resolved;
  const closing = new AbortController();
  const directory = new NodeDirectory(resolved);
  const clients = new Map(
    [...resolved.apps.values()].map(
      (app) => [app.name, new ExecutorClient(app, resolved, directory)] as const,
    ),
  );
  const listed = new ListedNodes(resolved, directory, clients, () => showing.wake());
  const entries = new RunEntries(state, clock, onError);
  const load = new NodeLoad();
  const choice = new NodeChoice(directory, load);
  const parts: RunParts = {
    options: resolved,
    directory,
    clients,
    entries,
    jobIds: new JobIds(state),
    locks: new KeyedLocks(),
    turns: new HandlerTurns({
      state,
      clock,
      settledAfterMs: 2 * resolved.callTimeoutMs,
      hasEnded: (address, holder) => hasEnded(address, holder, { clients, entries, closing: closing.signal }),
    }),
    kinds: new NodeKinds(),
    closing: closing.signal,
    load,
    calls: new NodeCalls(clock),
  };
  const records = new ExecutorRecords(resolved, directory, load);
  const showing = repeat(
    async () => {
      await directory.refresh();
      choice.forgetGone(clock.now());
      await records.save();
    },
    { clock, everyMs: SHOW_EVERY_MS, firstInMs: 0, slackMs: Infinity, onError },
  );
  // Apart from what is shown: one that does not respond keeps none of the others from being shown.
  const asking = repeat(() => listed.refresh(closing.signal), {
    clock,
    everyMs: SHOW_EVERY_MS,
    firstInMs: 0,
    slackMs: Infinity,
    onError,
  });
  const api = new AdminApi(resolved, directory, entries, () => showing.wake());
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    closing.abort();
    await Promise.all([showing.close(), asking.close()]);
    await records.close().catch(onError);
    await entries.close();
  };
  return {
    runner: new XxlRunner(parts, choice, new LogIds(state)),
    handle: (request, address) => api.handle(request, address),
    close: () => (closed ??= close()),
  };
}
