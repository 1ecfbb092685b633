import { repeat } from "@mojob/core/engine";
import type { AdminTenant } from "./admin-api.ts";
import { ExecutorClient } from "./executor-client.ts";
import { issuedApp, type TenantOptions, type XxlApp } from "./gateway-options.ts";
import { ExecutorRecords } from "./nodes/executor-records.ts";
import { ListedNodes } from "./nodes/listed-nodes.ts";
import { NodeChoice } from "./nodes/node-choice.ts";
import { NodeDirectory, type UsedToken } from "./nodes/node-directory.ts";
import type { LogIds } from "./runs/log-ids.ts";
import type { RunParts } from "./runs/run-parts.ts";
import { XxlRunner } from "./xxl-runner.ts";

/** The parts that the runs of all tenants share. */
export type SharedParts = Omit<RunParts, "options" | "directory" | "clients">;

/** The executors of one tenant, and what runs its jobs on them. */
export interface TenantGateway extends AdminTenant {
  /** By app name. */
  readonly clients: ReadonlyMap<string, ExecutorClient>;
  readonly runner: XxlRunner;
  close(): Promise<void>;
}

/** How often executors are read and shown; workers count as dead after 10 s of silence. */
const SHOW_EVERY_MS = 4000;
/** A token that is for every app could name any number of them. */
const MOST_APPS = 100;
const LONGEST_NAME = 64;

/** Begins to look after the executors of a tenant. */
export function openTenant(given: TenantOptions, shared: SharedParts, logIds: LogIds): TenantGateway {
  // The apps of issued tokens come with their first executor.
  const apps = new Map(given.apps);
  const options = { ...given, apps };
  const { tenant, clock, issued, onError } = options;
  const { load } = shared;
  const own = new AbortController();
  const closing = AbortSignal.any([shared.closing, own.signal]);
  const directory = new NodeDirectory(options);
  const clients = new Map<string, ExecutorClient>();
  const addClient = (app: XxlApp): void =>
    void clients.set(app.name, new ExecutorClient(app, options, directory));
  for (const app of apps.values()) addClient(app);
  const counts = async ({ token, from }: UsedToken): Promise<boolean> =>
    (await issued?.find(token, from))?.tenant === tenant;
  const listed = new ListedNodes(options, directory, clients, () => showing.wake());
  const choice = new NodeChoice(directory, load);
  const records = new ExecutorRecords(options, directory, load);
  const showing = repeat(
    async () => {
      // Most of many tenants have no executors of XXL-JOB: those of issued tokens come by a call to this process.
      if (apps.size === 0) return;
      await directory.refresh();
      await directory.checkTokens(counts);
      choice.forgetGone(clock.now());
      await records.save();
    },
    { clock, everyMs: SHOW_EVERY_MS, firstInMs: 0, slackMs: Infinity, onError },
  );
  // Apart from what is shown: one that does not respond keeps none of the others from being shown.
  const asking = repeat(() => (apps.size === 0 ? Promise.resolve() : listed.refresh(closing)), {
    clock,
    everyMs: SHOW_EVERY_MS,
    firstInMs: 0,
    slackMs: Infinity,
    onError,
  });
  return {
    apps,
    directory,
    clients,
    runner: new XxlRunner({ ...shared, closing, options, directory, clients }, choice, logIds),
    onNewNode: () => showing.wake(),
    addApp(name) {
      if (issued === null || apps.size >= MOST_APPS || name.length > LONGEST_NAME) return undefined;
      const app = issuedApp(name, issued);
      apps.set(name, app);
      addClient(app);
      return app;
    },
    async close() {
      own.abort();
      await Promise.all([showing.close(), asking.close()]);
      await records.close().catch(onError);
    },
  };
}
