import type { TestProject } from "vitest/node";
import { isPrepared, markPrepared } from "./getting/obtain.ts";
import { reportProgress } from "./getting/progress.ts";
import { resolveChromium } from "./browser/chromium.ts";
import { resolveConnections } from "./connections/connections.ts";
import { resolveExecutorClients } from "./executors/executor-clients.ts";
import { type Need, neededBy } from "./needs.ts";
import { resolveMongodbProgram } from "./mongodb/mongodb-program.ts";
import { resolveScheduleOracles } from "./oracles/schedule-oracles.ts";
import { resolveProductionPrograms } from "./production/production-programs.ts";
import { resolveFrameworks } from "./running/frameworks.ts";
import { resolveRuntimes } from "./running/runtimes.ts";
import { resolveScriptTools } from "./running/script-tools.ts";
import { resolveTemporalProgram } from "./temporal/temporal-program.ts";
import { resolveXxlClients } from "./xxl/xxl-clients.ts";

const NEEDS: Readonly<Record<Need, () => Promise<unknown>>> = {
  browser: resolveChromium,
  connections: resolveConnections,
  mongodb: resolveMongodbProgram,
  temporal: resolveTemporalProgram,
  production: resolveProductionPrograms,
  runtimes: resolveRuntimes,
  frameworks: resolveFrameworks,
  scripts: resolveScriptTools,
  executors: resolveExecutorClients,
  oracles: resolveScheduleOracles,
  xxl: resolveXxlClients,
};

/**
 * Gets the servers and runtimes that the chosen test files need, before the first test begins: it may download, and build for as long as
 * this machine needs, which no test's timeout has to allow for. Files that need none wait for nothing.
 */
export async function setup({ vitest }: Pick<TestProject, "vitest">): Promise<void> {
  // Each of the configuration's projects calls it, for all files.
  if (isPrepared()) return;
  await getAll(neededBy(vitest.state.getPaths()));
  markPrepared();
}

/** Gets servers and runtimes side by side; what cannot be had is reported, and fails the tests that need it. */
export async function getAll(needs: readonly Need[]): Promise<void> {
  await Promise.all(
    needs.map((need) =>
      NEEDS[need]().catch((error: unknown) =>
        reportProgress(error instanceof Error ? error.message : String(error)),
      ),
    ),
  );
}
