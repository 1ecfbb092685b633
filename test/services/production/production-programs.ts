import { rename } from "node:fs/promises";
import { join } from "node:path";
import { downloadArchive } from "../getting/download.ts";
import { buildWithGo, hasGo } from "../getting/go-build.ts";
import { obtain, type ProgramSource } from "../getting/obtain.ts";
import { platformOf } from "../getting/platform.ts";
import { reportProgress } from "../getting/progress.ts";
import { type PostgresProgram, resolvePostgres } from "./postgres-program.ts";

const TEMPORAL = "1.29.1";
const RELEASES = "https://github.com/temporalio/temporal/releases/download";

/** What a production Temporal is made of. */
export interface ProductionPrograms {
  readonly name: string;
  readonly server: string;
  /** Makes databases and brings their schemas up to date; the schemas are embedded in it. */
  readonly sqlTool: string;
  readonly postgres: PostgresProgram;
}

/**
 * Finds or gets them: PostgreSQL from the system or Debian's package, the server from the cache, Temporal's release, or a
 * build with Go, which takes minutes.
 * @throws Error with the reasons and what to install where one of them cannot be had
 */
export async function resolveProductionPrograms(): Promise<ProductionPrograms> {
  const postgres = await resolvePostgres();
  const { folder } = await obtain("a production Temporal server", [RELEASE, BUILD]);
  return {
    name: `Temporal ${TEMPORAL} on ${postgres.name}`,
    server: join(folder, "temporal-server"),
    sqlTool: join(folder, "temporal-sql-tool"),
    postgres,
  };
}

/** Why there is no production Temporal on this machine; `null` where there is one. */
export async function whyNoProductionTemporal(): Promise<string | null> {
  return resolveProductionPrograms().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

const RELEASE: ProgramSource = {
  name: `temporal-server-release-${TEMPORAL}`,
  async fill(folder) {
    const { os, arch } = platformOf(process.platform, process.arch);
    const release = `${RELEASES}/v${TEMPORAL}`;
    const url = `${release}/temporal_${TEMPORAL}_${os}_${arch}.tar.gz`;
    reportProgress(`downloading the Temporal server from ${RELEASES}`);
    await downloadArchive({ url, checksums: `${release}/checksums.txt` }, folder);
  },
};

const BUILD: ProgramSource = {
  name: `temporal-server-${TEMPORAL}`,
  async fill(folder) {
    if (!hasGo()) throw new Error("install Go to build the Temporal server");
    reportProgress("building the Temporal server, once: it takes minutes");
    const modules = ["server", "tools/sql"].map((name) => `go.temporal.io/server/cmd/${name}@v${TEMPORAL}`);
    await buildWithGo(modules, folder);
    await rename(join(folder, "server"), join(folder, "temporal-server"));
    await rename(join(folder, "sql"), join(folder, "temporal-sql-tool"));
  },
};
