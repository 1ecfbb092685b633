import { type OwnedServer, startOwnedServer } from "../running/owned-server.ts";
import { probeNamespaces, registerNamespaces } from "../temporal/namespaces.ts";
import type { TemporalServer, TemporalServerOptions } from "../temporal/temporal-server.ts";
import { startPostgres } from "./postgres.ts";
import { resolveProductionPrograms } from "./production-programs.ts";
import { DATABASES, makeDatabase } from "./schemas.ts";
import { writeConfig } from "./server-config.ts";

export { whyNoProductionTemporal } from "./production-programs.ts";

const PATIENCE_MS = 30_000;

/**
 * Starts the server that people run in production, on a PostgreSQL of its own: its four services in one process on loopback.
 * `kill`, `stop` and `restart` concern the database too.
 */
export async function startProductionTemporal(options: TemporalServerOptions = {}): Promise<TemporalServer> {
  const { namespaces = ["default"], settings = {}, port } = options;
  const programs = await resolveProductionPrograms();
  const postgres = await startPostgres(programs.postgres);
  let server: OwnedServer;
  try {
    for (const database of DATABASES) await makeDatabase(programs.sqlTool, postgres.port, database);
    server = await startOwnedServer({
      name: "temporal-server",
      command: programs.server,
      port,
      patienceMs: PATIENCE_MS,
      prepare: (folder, ownPort) =>
        writeConfig(folder, { port: ownPort, postgresPort: postgres.port, settings }),
      args: (_, folder) => [
        "--root",
        folder,
        "--config",
        "config",
        "--env",
        "mojob",
        "--allow-no-auth",
        "start",
      ],
      async probe(ownPort) {
        await registerNamespaces(addressOf(ownPort), namespaces);
        await probeNamespaces(addressOf(ownPort), namespaces);
      },
    });
  } catch (error) {
    await postgres.close();
    throw error;
  }
  const both = async (act: (one: OwnedServer) => Promise<void>): Promise<void> => {
    await act(server);
    await act(postgres);
  };
  const close = (): Promise<void> => both((one) => one.close());
  return {
    address: addressOf(server.port),
    namespace: namespaces[0] ?? "default",
    name: programs.name,
    owned: true,
    kill: () => both((one) => one.kill()),
    stop: () => both((one) => one.stop()),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    async restart() {
      await postgres.restart();
      await server.restart();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function addressOf(port: number): string {
  return `127.0.0.1:${port}`;
}
