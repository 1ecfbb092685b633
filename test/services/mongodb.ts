import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { MongoClient } from "mongodb";
import { type MongodbProgram, resolveMongodbProgram } from "./mongodb-program.ts";
import { freePort, OwnedProcess } from "./owned-process.ts";
import { reportProgress } from "./service-cache.ts";

const READY_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 25;
/** A server that could not have the port it asked for gets another one. */
const MOST_STARTS = 3;

export interface MongodbServerOptions {
  /** Every acknowledged write survives a kill; several times slower where the server is not mongod. @default false */
  readonly durable?: boolean;
  /** Without a replica set, so without change streams. @default false */
  readonly standalone?: boolean;
  /** @default a free one */
  readonly port?: number;
}

/** A running server that speaks MongoDB's protocol. */
export interface MongodbServer extends AsyncDisposable {
  /** Its address, without a database. */
  readonly url: string;
  /** What it is, for a person. */
  readonly name: string;
  /** Whether it is this process's own: one named by `MONGODB_URL` is neither stopped nor killed. */
  readonly owned: boolean;
  /** Ends it as kill -9 does and keeps its data. */
  kill(): Promise<void>;
  /** Ends it as SIGTERM does and keeps its data. */
  stop(): Promise<void>;
  /** Stops it in its tracks, connections open, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Starts it again, at the same address with the same data. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts a server: the one `MONGODB_URL` names, else `mongod` of the PATH, else SecantusDB, built once and kept in the
 * user's cache folder. It listens on loopback and ends with this process.
 */
export async function startMongodb(options: MongodbServerOptions = {}): Promise<MongodbServer> {
  const given = process.env["MONGODB_URL"];
  if (given !== undefined && given !== "" && options.standalone !== true && options.port === undefined)
    return givenServer(given);
  const program = await resolveMongodbProgram();
  const folder = await mkdtemp(join(tmpdir(), "mojob-mongodb-"));
  const port = { number: 0 };
  let running: OwnedProcess | null = null;

  const start = async (): Promise<void> => {
    const { durable = false, standalone = false } = options;
    const args = program.args({ port: port.number, folder, durable, standalone });
    running = new OwnedProcess({ program: program.command, args, folder });
    await ready(running, addressOf(port.number), program, standalone);
  };
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    await running?.end(signal);
    running = null;
  };
  const close = async (): Promise<void> => {
    await end("SIGKILL");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  for (let tries = 1; ; tries += 1) {
    try {
      port.number = options.port ?? (await freePort());
      await start();
      break;
    } catch (error) {
      await end("SIGKILL");
      if (tries === MOST_STARTS) {
        await close();
        throw error;
      }
    }
  }
  return {
    url: addressOf(port.number),
    name: program.name,
    owned: true,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    freeze: () => void process.kill(running?.pid ?? Number.NaN, "SIGSTOP"),
    thaw: () => void process.kill(running?.pid ?? Number.NaN, "SIGCONT"),
    restart: start,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function addressOf(port: number): string {
  return `mongodb://127.0.0.1:${port}/?directConnection=true`;
}

function givenServer(url: string): MongodbServer {
  const refuseNow = (): never => {
    throw new Error("Cannot stop the server MONGODB_URL names: it is not this process's own");
  };
  const refuse = async (): Promise<never> => refuseNow();
  const leave = (): Promise<void> => Promise.resolve();
  return {
    url,
    name: "the server MONGODB_URL names",
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

/** Resolves when the server answers and takes writes; rejects with what it said when it ends before that. */
async function ready(
  server: OwnedProcess,
  url: string,
  program: MongodbProgram,
  standalone: boolean,
): Promise<void> {
  const giveUpAtMs = performance.now() + READY_WITHIN_MS;
  for (;;) {
    if (!server.isRunning) throw new Error(`${program.name} ended at once: ${server.output}`);
    // A client whose first connection failed stays closed, so each look has its own.
    const client = new MongoClient(url, { serverSelectionTimeoutMS: 500, connectTimeoutMS: 500 });
    try {
      const { isWritablePrimary } = await client.db("admin").command({ hello: 1 });
      if (isWritablePrimary === true) return;
      if (program.needsInitiation && !standalone) await initiate(client);
    } catch (error) {
      if (performance.now() > giveUpAtMs)
        throw new Error(`${program.name} does not answer: ${server.output}`, { cause: error });
    } finally {
      await client.close();
    }
    await wait(LOOK_EVERY_MS);
  }
}

/** Makes a fresh mongod a replica set of one; where it is one already, nothing changes. */
async function initiate(client: MongoClient): Promise<void> {
  const admin = client.db("admin");
  const status = await admin.command({ replSetGetStatus: 1 }).catch(() => null);
  if (status !== null) return;
  const [address = "127.0.0.1:27017"] = client.options.hosts.map(String);
  await admin.command({ replSetInitiate: { _id: "mojob", members: [{ _id: 0, host: address }] } });
  reportProgress("made mongod a replica set of one");
}
