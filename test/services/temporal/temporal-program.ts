import { join } from "node:path";
import { downloadArchive } from "../getting/download.ts";
import { buildWithGo, hasGo } from "../getting/go-build.ts";
import { obtain, type ProgramSource } from "../getting/obtain.ts";
import { platformOf } from "../getting/platform.ts";
import { reportProgress } from "../getting/progress.ts";
import { isInstalled } from "../getting/run-program.ts";

/** The newest that Go installs: later tags carry a replace directive. */
const TEMPORAL_CLI = "1.5.1";
const RELEASES = "https://github.com/temporalio/cli/releases/download";

/** A program that is Temporal's command line, and with it a development server. */
export interface TemporalProgram {
  readonly name: string;
  readonly command: string;
}

/**
 * Finds or gets one: `temporal` on the PATH, what is in the cache, Temporal's release, or a build with Go, which takes minutes.
 * @throws Error with the reasons and what to install where none of them can be had
 */
export async function resolveTemporalProgram(): Promise<TemporalProgram> {
  if (isInstalled("temporal")) return { name: "temporal", command: "temporal" };
  const { folder } = await obtain("a Temporal server", [RELEASE, BUILD]);
  return { name: `Temporal CLI ${TEMPORAL_CLI}`, command: join(folder, "temporal") };
}

const RELEASE: ProgramSource = {
  name: `temporal-cli-release-${TEMPORAL_CLI}`,
  async fill(folder) {
    const { os, arch } = platformOf(process.platform, process.arch);
    const release = `${RELEASES}/v${TEMPORAL_CLI}`;
    const url = `${release}/temporal_cli_${TEMPORAL_CLI}_${os}_${arch}.tar.gz`;
    reportProgress(`downloading the Temporal CLI from ${RELEASES}`);
    await downloadArchive({ url, checksums: `${release}/checksums.txt` }, folder);
  },
};

const BUILD: ProgramSource = {
  name: `temporal-cli-${TEMPORAL_CLI}`,
  async fill(folder) {
    if (!hasGo()) {
      throw new Error(
        "put `temporal` on the PATH, name a running server in TEMPORAL_ADDRESS, or install Go to build the Temporal CLI",
      );
    }
    reportProgress("building the Temporal CLI, once: it takes minutes");
    // Its database is pure Go, so no C compiler is needed.
    await buildWithGo([`github.com/temporalio/cli/cmd/temporal@v${TEMPORAL_CLI}`], folder);
  },
};
