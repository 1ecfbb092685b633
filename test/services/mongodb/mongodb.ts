import { MongoClient } from "mongodb";
import { reportProgress } from "../getting/progress.ts";
import { startOwnedServer } from "../running/owned-server.ts";
import { resolveMongodbProgram } from "./mongodb-program.ts";

/** A start takes a second; on a machine with much else to do, more than fifteen were seen. */
const PATIENCE_MS = 40_000;
const ANSWER_WITHIN_MS = 1000;

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
  /** The program and its version, for a person. */
  readonly name: string;
  /** Whether it is this process's own: one named by `MONGODB_URL` is neither stopped nor killed. */
  readonly owned: boolean;
  /** Ends it as kill -9 does and keeps its data. */
  kill(): Promise<void>;
  /** Ends it as SIGTERM does and keeps its data. */
  stop(): Promise<void>;
  /** Suspends it, connections open, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Starts it again, at the same address with the same data. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts a server: the one that `MONGODB_URL` names, else one of the program that `resolveMongodbProgram` finds. It listens on
 * loopback and ends with this process.
 */
export async function startMongodb(options: MongodbServerOptions = {}): Promise<MongodbServer> {
  const { durable = false, standalone = false, port } = options;
  const given = process.env["MONGODB_URL"];
  if (given !== undefined && given !== "" && !standalone && port === undefined) return givenServer(given);
  const program = await resolveMongodbProgram();
  const server = await startOwnedServer({
    name: "mongodb",
    command: program.command,
    port,
    patienceMs: PATIENCE_MS,
    args: (ownPort, folder) => program.args({ port: ownPort, folder, durable, standalone }),
    probe: (ownPort) => probe(addressOf(ownPort), program.needsInitiation && !standalone),
  });
  return {
    ...server,
    url: addressOf(server.port),
    name: program.name,
    owned: true,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function addressOf(port: number): string {
  return `mongodb://127.0.0.1:${port}/?directConnection=true`;
}

function givenServer(url: string): MongodbServer {
  const refuseNow = (): never => {
    throw new Error("Cannot stop the server that MONGODB_URL names: it is not this process's own");
  };
  const refuse = async (): Promise<never> => refuseNow();
  const leave = (): Promise<void> => Promise.resolve();
  return {
    url,
    name: "the server that MONGODB_URL names",
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

/** Resolves when the server takes writes. */
async function probe(url: string, needsInitiation: boolean): Promise<void> {
  // A client whose first connection failed stays closed, so each probe has its own.
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: ANSWER_WITHIN_MS,
    connectTimeoutMS: ANSWER_WITHIN_MS,
    socketTimeoutMS: 5 * ANSWER_WITHIN_MS,
  });
  try {
    const { isWritablePrimary } = await client.db("admin").command({ hello: 1 });
    if (isWritablePrimary === true) return;
    if (needsInitiation) await initiate(client);
    throw new Error("It takes no writes");
  } finally {
    await client.close();
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
