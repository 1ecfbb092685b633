import { join } from "node:path";
import { isInstalled, runProgram } from "./run-program.ts";
import { cachedFolder, reportProgress } from "./service-cache.ts";

const SECANTUS = "0.5.3-beta.193";

export interface MongodbServerArgs {
  readonly port: number;
  readonly folder: string;
  readonly durable: boolean;
  readonly standalone: boolean;
}

/** A program that is a MongoDB server, and how it is told what to do. */
export interface MongodbProgram {
  readonly name: string;
  readonly command: string;
  /** Whether a fresh one has to be made a replica set. */
  readonly needsInitiation: boolean;
  args(server: MongodbServerArgs): readonly string[];
}

/**
 * Finds or gets a server: `mongod` of the PATH, else SecantusDB (a MongoDB-protocol server on WiredTiger), built once with
 * cargo, which takes minutes. Its Python build, though quick to get, fails the contract: no pipeline updates, no change streams.
 * @throws Error that says what to install where neither can be had
 */
export async function resolveMongodbProgram(): Promise<MongodbProgram> {
  return isInstalled("mongod") ? MONGOD : secantus(join(await secantusFolder(), "bin", "secantusd-rs"));
}

const MONGOD: MongodbProgram = {
  name: "mongod",
  command: "mongod",
  needsInitiation: true,
  args: ({ port, folder, standalone }) => [
    "--bind_ip=127.0.0.1",
    `--port=${port}`,
    `--dbpath=${folder}`,
    "--wiredTigerCacheSizeGB=0.5",
    ...(standalone ? [] : ["--replSet=mojob"]),
  ],
};

function secantus(command: string): MongodbProgram {
  return {
    name: `SecantusDB ${SECANTUS}`,
    command,
    needsInitiation: false,
    args: ({ port, folder, durable, standalone }) => [
      "--host=127.0.0.1",
      `--port=${port}`,
      `--storage-path=${join(folder, "data")}`,
      "--log-level=WARNING",
      "--cache-size=512M",
      // A log that is allocated in full need not be large.
      "--log-file-max=32MB",
      ...(durable ? ["--sync-on-commit"] : []),
      ...(standalone ? ["--standalone"] : []),
    ],
  };
}

function secantusFolder(): Promise<string> {
  return cachedFolder(`secantus-mdb-${SECANTUS}`, async (folder) => {
    if (!isInstalled("cargo")) {
      throw new Error(
        "Cannot get a MongoDB server: install mongod 6 or later, name a running one in MONGODB_URL, or install cargo to build SecantusDB",
      );
    }
    reportProgress("building SecantusDB, once; this takes some minutes");
    const version = ["--version", SECANTUS, "--ignore-rust-version"];
    await runProgram("cargo", ["install", "secantus-mdb", ...version, "--root", folder]);
  });
}
