import { join } from "node:path";
import { isInstalled, runProgram } from "./run-program.ts";
import { cachedFolder, reportProgress } from "./service-cache.ts";

/** The newest that Go installs: later tags carry a replace directive. */
const TEMPORAL_CLI = "1.5.1";

/** A program that is Temporal's command line, and with it a development server. */
export interface TemporalProgram {
  readonly name: string;
  readonly command: string;
}

/** Finds or gets one: `temporal` of the PATH, else the one kept in the cache folder, built with Go once (minutes). */
export async function resolveTemporalProgram(): Promise<TemporalProgram> {
  if (isInstalled("temporal")) return { name: "temporal", command: "temporal" };
  const folder = await cachedFolder(`temporal-cli-${TEMPORAL_CLI}`, build);
  return { name: `Temporal CLI ${TEMPORAL_CLI}`, command: join(folder, "temporal") };
}

async function build(folder: string): Promise<void> {
  if (!isInstalled("go", "version")) {
    throw new Error(
      `There is no Temporal server: name one in TEMPORAL_ADDRESS, put "temporal" on the PATH, or install Go to build it with`,
    );
  }
  reportProgress("building the Temporal CLI, once; this takes some minutes");
  const module = `github.com/temporalio/cli/cmd/temporal@v${TEMPORAL_CLI}`;
  // Its database is pure Go, so no C compiler is needed.
  await runProgram("go", ["install", module], { GOBIN: folder, CGO_ENABLED: "0" });
}
