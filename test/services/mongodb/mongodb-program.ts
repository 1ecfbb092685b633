import { join } from "node:path";
import { isInstalled } from "../getting/run-program.ts";
import { obtain, type ProgramSource } from "../getting/obtain.ts";
import { officialMongod } from "./official-mongod.ts";
import { SECANTUS, secantusSource } from "./secantus.ts";

export interface MongodbServerArgs {
  readonly port: number;
  readonly folder: string;
  readonly durable: boolean;
  readonly standalone: boolean;
}

/** A program that is a MongoDB server, and its command line. */
export interface MongodbProgram {
  readonly name: string;
  readonly command: string;
  /** Whether a fresh one has to be made a replica set. */
  readonly needsInitiation: boolean;
  args(server: MongodbServerArgs): readonly string[];
}

interface MongodbSource extends ProgramSource {
  program(folder: string): MongodbProgram;
}

/**
 * Finds or gets a server: `mongod` on the PATH, what is in the cache, MongoDB's own download, or SecantusDB (a
 * MongoDB-protocol server on WiredTiger), built with cargo, which takes minutes. SecantusDB's Python build is quick to get but
 * fails the contract: it has no pipeline updates and no change streams.
 * @throws Error with the reasons and what to install where none of them can be had
 */
export async function resolveMongodbProgram(): Promise<MongodbProgram> {
  if (isInstalled("mongod")) return mongod("mongod", "mongod");
  const official = officialMongod(process.platform, process.arch);
  const { source, folder } = await obtain<MongodbSource>("a MongoDB server", [
    ...(official === null
      ? []
      : [{ ...official, program: (path: string) => mongod(official.name, join(path, "bin", "mongod")) }]),
    { ...secantusSource, program: (path) => secantus(join(path, "bin", "secantusd-rs")) },
  ]);
  return source.program(folder);
}

function mongod(name: string, command: string): MongodbProgram {
  return {
    name,
    command,
    needsInitiation: true,
    args: ({ port, folder, standalone }) => [
      "--bind_ip=127.0.0.1",
      `--port=${port}`,
      `--dbpath=${folder}`,
      "--wiredTigerCacheSizeGB=0.5",
      ...(standalone ? [] : ["--replSet=mojob"]),
    ],
  };
}

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
      // A log file is allocated in full, so a small one saves disk.
      "--log-file-max=32MB",
      ...(durable ? ["--sync-on-commit"] : []),
      ...(standalone ? ["--standalone"] : []),
    ],
  };
}
