import { fileURLToPath } from "node:url";
import { isMoJobError, JobState, type MoJobScheduler } from "@mojob/core";
import type { RuntimeAdapter } from "@mojob/core/platform";
import { openDeployment, parseConfiguration, withSecretFiles } from "@mojob/server";
import { announcement } from "./announcement.ts";
import { refund } from "./jobs/refund.ts";
import { quickstartJobs } from "./jobs/quickstart-jobs.ts";

const REPOSITORY: string = fileURLToPath(new URL("../../", import.meta.url));
/** The directory its jobs read and write below. */
const DIRECTORY = "MOJOB_QUICKSTART_DIR";

export interface Quickstart {
  /** Prints what it waits for, and drains within the grace. */
  close(): Promise<void>;
}

export interface QuickstartOptions {
  readonly platform: RuntimeAdapter;
  readonly print: (text: string) => void;
  /** Called when an error left the program in an unknown state. */
  readonly onFatal: () => void;
  /** Ends the wait for a store that another process holds. */
  readonly signal?: AbortSignal;
}

/**
 * Starts control plane, worker, API and panel in this process, as `MOJOB_*` says.
 * @throws MoJobError as `parseConfiguration` and `openDeployment`
 */
export async function startQuickstart({
  platform,
  print,
  onFatal,
  signal,
}: QuickstartOptions): Promise<Quickstart> {
  const environment = await withSecretFiles(platform.environment());
  const configuration = parseConfiguration(
    { MOJOB_APP: "quickstart", ...environment },
    { besides: [DIRECTORY] },
  );
  const jobs = quickstartJobs(environment[DIRECTORY] ?? REPOSITORY);
  const deployment = await openDeployment(configuration, {
    platform,
    jobs,
    onFatal,
    // The announcement begins with it.
    onLocalAccess: () => {},
    ...(signal !== undefined && { signal }),
  });
  const { description, url, localAccess } = deployment;
  const scheduler = deployment.scheduler();
  const runtime = platform.runtimeInfo();
  print(
    await announcement({
      configuration,
      runtime,
      scheduler,
      description,
      url: url ?? "",
      localAccess,
      now: new Date(),
    }),
  );
  await startSample(scheduler, print);
  return {
    async close() {
      const running = await describeRunning(scheduler, configuration.shutdownGraceMs);
      if (running !== null) print(running);
      await deployment.close();
    },
  };
}

/** Starts the sample workflow once for each store, so that something waits for an approval. */
async function startSample(scheduler: MoJobScheduler, print: (text: string) => void): Promise<void> {
  try {
    await scheduler.trigger(refund, { order: "2041", amount: 88 }, { idempotencyKey: "sample" });
  } catch (error) {
    if (!isMoJobError(error)) throw error;
    print(`The sample workflow was not started: ${error.message}`);
  }
}

async function describeRunning(scheduler: MoJobScheduler, graceMs: number): Promise<string | null> {
  const { items } = await scheduler.instances.list({ states: [JobState.Processing] }, { limit: 200 });
  // A workflow itself is executed nowhere, and waits for nobody here: its jobs are.
  const executed = items.filter(({ reason }) => reason?.code !== "task" && reason?.code !== "broadcast");
  if (executed.length === 0) return null;
  const runs = executed.map(({ jobKey, id }) => `\n  ${jobKey} ${id}`).join("");
  return `Waiting up to ${graceMs / 1000} s for${runs}`;
}
