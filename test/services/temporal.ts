import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Connection, isGrpcServiceError } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import type { OwnedProcess } from "./owned-process.ts";
import { startOwnedServer } from "./owned-server.ts";
import { resolveTemporalProgram } from "./temporal-program.ts";

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
const ANSWER_WITHIN_MS = 2000;
/** Later versions have it on: without it tasks wait in the order of their arrival alone, whatever their priority. */
const PRIORITIES = { "matching.useNewMatcher": true };
/** What the servers keep of ended workflows; Temporal's least is an hour. */
const RETENTION = "1 day";
const ALREADY_EXISTS = 6;

export interface TemporalServerOptions {
  /** Those it has; the first one is `namespace`. @default ["default"] */
  readonly namespaces?: readonly string[];
  /** Keeps what it has in a file, so that it survives `kill` and `restart`; slower than memory. @default false */
  readonly durable?: boolean;
  /** Dynamic configuration: https://docs.temporal.io/references/dynamic-configuration @default {} */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** @default a free one */
  readonly port?: number;
}

/** A running Temporal server. */
export interface TemporalServer extends AsyncDisposable {
  /** `host:port` of its frontend. */
  readonly address: string;
  readonly namespace: string;
  /** What it is, for a person. */
  readonly name: string;
  /** Whether it is this process's own: one named by `TEMPORAL_ADDRESS` is neither stopped nor killed. */
  readonly owned: boolean;
  /** Ends it as kill -9 does; one that is durable keeps its data. */
  kill(): Promise<void>;
  /** Ends it as SIGTERM does; one that is durable keeps its data. */
  stop(): Promise<void>;
  /** Stops it in its tracks, connections open, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Starts it again, at the same address. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts a server: the one `TEMPORAL_ADDRESS` names, else a development server of `temporal` of the PATH, else of the
 * Temporal CLI built once and kept in the user's cache folder. It listens on loopback and ends with this process.
 */
export async function startTemporal(options: TemporalServerOptions = {}): Promise<TemporalServer> {
  const { namespaces = ["default"], durable = false, settings = {}, port } = options;
  const [namespace = "default"] = namespaces;
  const given = process.env["TEMPORAL_ADDRESS"];
  const asksForItsOwn = durable || port !== undefined || Object.keys(settings).length > 0;
  if (given !== undefined && given !== "" && !asksForItsOwn) return givenServer(given, namespaces);

  const program = await resolveTemporalProgram();
  const server = await startOwnedServer({
    name: "temporal",
    command: program.command,
    port,
    args: (ownPort, folder) => startArgs({ ...options, namespaces, port: ownPort }, folder),
    ready: (process, ownPort) => ready(process, addressOf(ownPort), namespaces),
  });
  return {
    ...server,
    address: addressOf(server.port),
    namespace,
    name: program.name,
    owned: true,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function startArgs(
  { port, namespaces = [], durable = false, settings = {} }: TemporalServerOptions,
  folder: string,
): readonly string[] {
  const args = ["server", "start-dev", "--headless", "--ip=127.0.0.1", `--port=${port}`, "--log-level=error"];
  for (const namespace of namespaces) args.push(`--namespace=${namespace}`);
  if (durable) args.push(`--db-filename=${join(folder, "temporal.db")}`, "--sqlite-pragma=journal_mode=WAL");
  for (const [key, value] of Object.entries({ ...PRIORITIES, ...settings }))
    args.push(`--dynamic-config-value=${key}=${JSON.stringify(value)}`);
  return args;
}

function addressOf(port: number): string {
  return `127.0.0.1:${port}`;
}

async function givenServer(address: string, namespaces: readonly string[]): Promise<TemporalServer> {
  const refuseNow = (): never => {
    throw new Error("Cannot stop the server TEMPORAL_ADDRESS names: it is not this process's own");
  };
  const refuse = async (): Promise<never> => refuseNow();
  const leave = (): Promise<void> => Promise.resolve();
  await asking(address, async (connection) => {
    for (const namespace of namespaces) await registerNamespace(connection, namespace);
    for (const namespace of namespaces) await connection.workflowService.describeNamespace({ namespace });
  });
  return {
    address,
    namespace: namespaces[0] ?? "default",
    name: "the server TEMPORAL_ADDRESS names",
    owned: false,
    kill: refuse,
    stop: refuse,
    freeze: refuseNow,
    thaw: refuseNow,
    restart: refuse,
    close: leave,
    [Symbol.asyncDispose]: leave,
  };
}

async function registerNamespace(connection: Connection, namespace: string): Promise<void> {
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs(RETENTION),
    });
  } catch (error) {
    const code: number | null = isGrpcServiceError(error) ? error.code : null;
    if (code !== ALREADY_EXISTS) throw error;
  }
}

/** Resolves when the server answers for each namespace; rejects with what it said when it ends before that. */
async function ready(server: OwnedProcess, address: string, namespaces: readonly string[]): Promise<void> {
  const giveUpAtMs = performance.now() + READY_WITHIN_MS;
  for (;;) {
    if (!server.isRunning) throw new Error(`The Temporal server ended at once: ${server.output}`);
    try {
      await asking(address, async (connection) => {
        for (const namespace of namespaces)
          await connection.workflowService.listOpenWorkflowExecutions({ namespace, maximumPageSize: 1 });
      });
      return;
    } catch (error) {
      if (performance.now() > giveUpAtMs)
        throw new Error(`The Temporal server does not answer: ${server.output}`, { cause: error });
    }
    await wait(LOOK_EVERY_MS);
  }
}

async function asking(address: string, ask: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: ANSWER_WITHIN_MS });
  try {
    await connection.withDeadline(Date.now() + ANSWER_WITHIN_MS, () => ask(connection));
  } finally {
    await connection.close();
  }
}
