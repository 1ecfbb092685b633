import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { mkdir, writeFile } from "node:fs/promises";
import { installDebian } from "../getting/debian.ts";
import { type OwnedServer, startOwnedServer } from "../running/owned-server.ts";
import { greets } from "./greets.ts";

/** Debian's: packages of its own go there. */
const PYTHON = "/usr/bin/python3";
const PATIENCE_MS = 20_000;

/** @throws Error with what to install where there is no pyftpdlib */
export async function resolveFtp(): Promise<void> {
  if (!isInstalled()) await installDebian(["python3-pyftpdlib"]);
  if (!isInstalled())
    throw new Error(
      "There is no FTP server: install pyftpdlib (Debian: apt-get install python3-pyftpdlib), or run this as root",
    );
}

function isInstalled(): boolean {
  return spawnSync(PYTHON, ["-c", "import pyftpdlib"]).status === 0;
}

/** Starts an FTP server of this process on loopback, for a user `shop` with the password `secret`. @param files by path */
export async function startFtp(files: Readonly<Record<string, string>>): Promise<OwnedServer> {
  await resolveFtp();
  return startOwnedServer({
    name: "ftp",
    command: PYTHON,
    patienceMs: PATIENCE_MS,
    async prepare(folder) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(join(folder, "root", path, ".."), { recursive: true });
        await writeFile(join(folder, "root", path), content);
      }
    },
    args: (port, folder) => [
      "-m",
      "pyftpdlib",
      "--interface=127.0.0.1",
      `--port=${port}`,
      "--username=shop",
      "--password=secret",
      `--directory=${join(folder, "root")}`,
    ],
    probe: greets,
  });
}
