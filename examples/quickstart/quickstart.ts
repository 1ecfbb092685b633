import { fileURLToPath } from "node:url";
import {
  type Configuration,
  type HttpServer,
  JobState,
  type MoJobScheduler,
  parseConfiguration,
  type RuntimeAdapter,
  type StrayError,
} from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import { announcement } from "./announcement.ts";
import { quickstartJobs } from "./jobs/quickstart-jobs.ts";
import { type Deployment, openDeployment } from "./open-deployment.ts";

const REPOSITORY: string = fileURLToPath(new URL("../../", import.meta.url));
/** Requests are short: what is still under way after it is stuck. */
const REQUEST_GRACE_MS = 2000;

export interface Quickstart {
  /** Stops accepting, says what it waits for, and drains within the grace. */
  stop(): Promise<void>;
}

export interface QuickstartOptions {
  readonly adapter: RuntimeAdapter;
  readonly print: (text: string) => void;
  readonly onError: (error: unknown) => void;
  /** The program is in a state nobody knows: stop it. */
  readonly onFatal: () => void;
}

/**
 * Starts control plane, worker and API in this process, as `MOJOB_*` says.
 * @throws MoJobError as `parseConfiguration`, `openDeployment` and `RuntimeAdapter.serve`
 */
export async function startQuickstart(options: QuickstartOptions): Promise<Quickstart> {
  const { adapter, print, onError, onFatal } = options;
  const configuration = parseConfiguration({ MOJOB_APP: "quickstart", ...adapter.environment() });

  let deployment: Deployment | null = null;
  const guard = adapter.guardStrayErrors(({ error, runToken, isFatal }: StrayError) => {
    // A careless job's error is its run's; only what is nobody's concerns the program.
    if (runToken !== null && deployment?.failEscaped(runToken, error)) return;
    onError(error);
    if (isFatal) onFatal();
  });
  deployment = await openDeployment(configuration, {
    jobs: quickstartJobs(configuration.quickstartDir ?? REPOSITORY),
    runtime: adapter.runtimeInfo(),
    scope: guard.scope,
    onError,
  });
  const { scheduler, description, close } = deployment;

  const management = createManagementApp(scheduler, {
    ...(configuration.token !== null && { token: configuration.token }),
    cors: { origins: configuration.corsOrigins },
    onError,
  });
  const server = await listen(options, configuration, management.fetch).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const { url } = server;
  const runtime = adapter.runtimeInfo();
  print(await announcement({ configuration, runtime, scheduler, description, url, now: new Date() }));

  return {
    async stop() {
      await server.close();
      await management.close();
      const running = await describeRunning(scheduler, configuration.shutdownGraceMs);
      if (running !== null) print(running);
      await close();
    },
  };
}

function listen(
  { adapter }: QuickstartOptions,
  { host, port, shutdownGraceMs }: Configuration,
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<HttpServer> {
  const closeGraceMs = Math.min(shutdownGraceMs, REQUEST_GRACE_MS);
  return adapter.serve(fetch, { hostname: host, port, closeGraceMs });
}

async function describeRunning(scheduler: MoJobScheduler, graceMs: number): Promise<string | null> {
  const { items } = await scheduler.instances.list({ states: [JobState.Processing] }, { limit: 200 });
  if (items.length === 0) return null;
  const runs = items.map(({ jobKey, id }) => `\n  ${jobKey} ${id}`).join("");
  return `Waiting up to ${graceMs / 1000} s for${runs}`;
}
