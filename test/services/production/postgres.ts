import { execFile } from "node:child_process";
import { chown } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { runProgram } from "../getting/run-program.ts";
import { type OwnedServer, startOwnedServer } from "../running/owned-server.ts";
import type { PostgresProgram } from "./postgres-program.ts";

const PATIENCE_MS = 40_000;

/** The superuser of the database; connections on loopback need no password. */
export const POSTGRES_USER = "temporal";

/** Starts a PostgreSQL of this process on loopback. */
export function startPostgres({ folder: programs, user }: PostgresProgram): Promise<OwnedServer> {
  // Both programs refuse to run as root.
  const [command = "", ...prefix] =
    user === null ? ["env"] : ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  return startOwnedServer({
    name: "postgres",
    command,
    patienceMs: PATIENCE_MS,
    async prepare(folder) {
      if (user !== null) await chown(folder, user.uid, user.gid);
      const args = [
        "--username",
        POSTGRES_USER,
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync",
      ];
      const initdb = [join(programs, "initdb"), ...args, "--pgdata", join(folder, "data")];
      await runProgram(command, [...prefix, ...initdb]);
    },
    args: (port, folder) => [
      ...prefix,
      join(programs, "postgres"),
      `--port=${port}`,
      "-D",
      join(folder, "data"),
      "--listen_addresses=127.0.0.1",
      "--unix_socket_directories=",
      "--max_connections=200",
    ],
    async probe(port) {
      const args = ["--host=127.0.0.1", `--port=${port}`, "--timeout=2"];
      await promisify(execFile)(join(programs, "pg_isready"), args);
    },
  });
}
