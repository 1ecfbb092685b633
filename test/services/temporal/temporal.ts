import { join } from "node:path";
import { startProductionTemporal } from "../production/production-temporal.ts";
import { startOwnedServer } from "../running/owned-server.ts";
import { givenTemporal } from "./given-temporal.ts";
import { probeNamespaces } from "./namespaces.ts";
import { resolveTemporalProgram } from "./temporal-program.ts";
import { PRIORITIES, type TemporalServer, type TemporalServerOptions } from "./temporal-server.ts";

export type { TemporalServer, TemporalServerOptions } from "./temporal-server.ts";

/** A start takes a second or two; one that takes longer is often a server that will never work. */
const PATIENCE_MS = 10_000;

/**
 * Starts a server: the one that `TEMPORAL_ADDRESS` names, else a development server of the program that
 * `resolveTemporalProgram` finds, or the production server. It listens on loopback and ends with this process. A server that
 * does not run a probe workflow in each of its namespaces in time (seen: "interrupted", and "Namespace default is not found",
 * both for good) is started again.
 */
export async function startTemporal(options: TemporalServerOptions = {}): Promise<TemporalServer> {
  const { namespaces = ["default"], durable = false, settings = {}, port } = options;
  const given = process.env["TEMPORAL_ADDRESS"];
  const asksForItsOwn =
    durable || port !== undefined || options.server !== undefined || Object.keys(settings).length > 0;
  if (given !== undefined && given !== "" && !asksForItsOwn) return givenTemporal(given, namespaces);
  if ((options.server ?? process.env["TEMPORAL_SERVER"]) === "postgres")
    return startProductionTemporal(options);

  const program = await resolveTemporalProgram();
  const server = await startOwnedServer({
    name: "temporal",
    command: program.command,
    port,
    patienceMs: PATIENCE_MS,
    args: (ownPort, folder) => startArgs({ ...options, namespaces, port: ownPort }, folder),
    probe: (ownPort) => probeNamespaces(addressOf(ownPort), namespaces),
  });
  return {
    ...server,
    address: addressOf(server.port),
    namespace: namespaces[0] ?? "default",
    name: program.name,
    owned: true,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** What is written outlives its process, which tests kill, though not a loss of power: syncing each write held the whole server up. */
const DURABLE = ["--sqlite-pragma=journal_mode=WAL", "--sqlite-pragma=synchronous=NORMAL"];

function startArgs(
  { port, namespaces = [], durable = false, settings = {} }: TemporalServerOptions,
  folder: string,
): readonly string[] {
  const args = ["server", "start-dev", "--headless", "--ip=127.0.0.1", `--port=${port}`, "--log-level=error"];
  for (const namespace of namespaces) args.push(`--namespace=${namespace}`);
  if (durable) args.push(`--db-filename=${join(folder, "temporal.db")}`, ...DURABLE);
  for (const [key, value] of Object.entries({ ...PRIORITIES, ...settings }))
    args.push(`--dynamic-config-value=${key}=${JSON.stringify(value)}`);
  return args;
}

function addressOf(port: number): string {
  return `127.0.0.1:${port}`;
}
