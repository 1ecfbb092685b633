import { repeat } from "@mojob/core/engine";
import type { AdminTenant } from "./admin-api.ts";
import { ExecutorClient } from "./executor-client.ts";
import type { TenantOptions } from "./gateway-options.ts";
import { ExecutorRecords } from "./nodes/executor-records.ts";
import { ListedNodes } from "./nodes/listed-nodes.ts";
import { NodeChoice } from "./nodes/node-choice.ts";
import { NodeDirectory } from "./nodes/node-directory.ts";
import type { LogIds } from "./runs/log-ids.ts";
import type { RunParts } from "./runs/run-parts.ts";
import { XxlRunner } from "./xxl-runner.ts";

/** What the runs of all tenants share. */
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

/** Begins to look after the executors of a tenant. */
export function openTenant(options: TenantOptions, shared: SharedParts, logIds: LogIds): TenantGateway {
  const { apps, clock, onError } = options;
  const { load, closing } = shared;
  const directory = new NodeDirectory(options);
  const clients = new Map(
    [...apps.values()].map((app) => [app.name, new ExecutorClient(app, options, directory)] as const),
  );
  const listed = new ListedNodes(options, directory, clients, () => showing.wake());
  const choice = new NodeChoice(directory, load);
  const records = new ExecutorRecords(options, directory, load);
  const showing = repeat(
    async () => {
      await directory.refresh();
      choice.forgetGone(clock.now());
      await records.save();
    },
    { clock, everyMs: SHOW_EVERY_MS, firstInMs: 0, slackMs: Infinity, onError },
  );
  // Apart from what is shown: one that does not respond keeps none of the others from being shown.
  const asking = repeat(() => listed.refresh(closing), {
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
    runner: new XxlRunner({ ...shared, options, directory, clients }, choice, logIds),
    onNewNode: () => showing.wake(),
    async close() {
      await Promise.all([showing.close(), asking.close()]);
      await records.close().catch(onError);
    },
  };
}
