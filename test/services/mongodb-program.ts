import { join } from "node:path";
import { isInstalled, runProgram } from "./run-program.ts";
import { cachedFolder, reportProgress } from "./service-cache.ts";

const SECANTUS_RUST = "0.5.3-beta.193";
const SECANTUS_PYTHON = "0.7.0b3";

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
 * Finds or gets a server: `mongod` of the PATH, else SecantusDB (a MongoDB-protocol server on WiredTiger), built with
 * cargo (minutes, once), else its Python build (seconds, an order of magnitude slower).
 */
export async function resolveMongodbProgram(): Promise<MongodbProgram> {
  if (isInstalled("mongod")) return MONGOD;
  try {
    return secantus(
      `SecantusDB ${SECANTUS_RUST}`,
      [join(await secantusRust(), "bin", "secantusd-rs")],
      RUST_ARGS,
    );
  } catch (error) {
    reportProgress(
      `${error instanceof Error ? error.message : String(error)}; taking the slower Python build`,
    );
    const python = join(await secantusPython(), "bin", "python");
    return secantus(`SecantusDB ${SECANTUS_PYTHON} (Python)`, [python, "-m", "secantus"], []);
  }
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

/** What only the Rust build knows: a log that is allocated in full need not be large. */
const RUST_ARGS = ["--log-file-max=32MB"];

function secantus(
  name: string,
  [command = "", ...first]: readonly string[],
  more: readonly string[],
): MongodbProgram {
  return {
    name,
    command,
    needsInitiation: false,
    args: ({ port, folder, durable, standalone }) => [
      ...first,
      "--host=127.0.0.1",
      `--port=${port}`,
      `--storage-path=${join(folder, "data")}`,
      "--log-level=WARNING",
      "--cache-size=512M",
      ...more,
      ...(durable ? ["--sync-on-commit"] : []),
      ...(standalone ? ["--standalone"] : []),
    ],
  };
}

function secantusRust(): Promise<string> {
  return cachedFolder(`secantus-mdb-${SECANTUS_RUST}`, async (folder) => {
    if (!isInstalled("cargo")) throw new Error("There is no cargo to build SecantusDB with");
    reportProgress("building SecantusDB, once; this takes some minutes");
    const version = ["--version", SECANTUS_RUST, "--ignore-rust-version"];
    await runProgram("cargo", ["install", "secantus-mdb", ...version, "--root", folder]);
  });
}

function secantusPython(): Promise<string> {
  return cachedFolder(`secantusdb-${SECANTUS_PYTHON}`, async (folder) => {
    await runProgram("python3", ["-m", "venv", folder]);
    await runProgram(join(folder, "bin", "python"), [
      "-m",
      "pip",
      "install",
      `secantusdb==${SECANTUS_PYTHON}`,
    ]);
  });
}
