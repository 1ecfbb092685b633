import { existsSync } from "node:fs";
import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { installDebian } from "../getting/debian.ts";
import { unprivilegedUser } from "../production/postgres-program.ts";
import { type OwnedServer, startOwnedServer } from "../running/owned-server.ts";
import { greets } from "./greets.ts";

const SERVER = "/usr/sbin/mariadbd";
const PATIENCE_MS = 40_000;

/** @throws Error with what to install where there is no MariaDB */
export async function resolveMariadb(): Promise<void> {
  if (!existsSync(SERVER)) await installDebian(["mariadb-server-core"]);
  if (!existsSync(SERVER))
    throw new Error(
      "There is no MariaDB: install it (Debian: apt-get install mariadb-server-core), or run this as root",
    );
}

/** Starts a MariaDB of this process on loopback, empty and without accounts: everybody is let in. */
export async function startMariadb(): Promise<OwnedServer> {
  await resolveMariadb();
  const user = process.getuid?.() === 0 ? unprivilegedUser() : null;
  // It refuses to run as root.
  const [command = "", ...prefix] =
    user === null ? ["env"] : ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  return startOwnedServer({
    name: "mariadb",
    command,
    patienceMs: PATIENCE_MS,
    async prepare(folder) {
      await mkdir(join(folder, "data"));
      if (user === null) return;
      for (const path of [folder, join(folder, "data")]) await chown(path, user.uid, user.gid);
    },
    args: (port, folder) => [
      ...prefix,
      SERVER,
      "--no-defaults",
      `--datadir=${join(folder, "data")}`,
      `--socket=${join(folder, "socket")}`,
      `--pid-file=${join(folder, "pid")}`,
      "--bind-address=127.0.0.1",
      `--port=${port}`,
      "--skip-grant-tables",
      // It shuts the network off where it has no accounts.
      "--skip-networking=0",
    ],
    probe: greets,
  });
}
