import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { installDebian } from "../getting/debian.ts";

/** PostgreSQL's programs, and the user they run as: they refuse to run as root. */
export interface PostgresProgram {
  readonly name: string;
  /** The folder of `initdb`, `pg_isready` and `postgres`. */
  readonly folder: string;
  /** `null` where this process is not root. */
  readonly user: UnprivilegedUser | null;
}

const PROGRAMS = ["initdb", "pg_isready", "postgres"];

export interface UnprivilegedUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Finds PostgreSQL 12 or later: on the PATH, else where Debian puts it, else Debian's package, installed where this process is root.
 * @throws Error with what to install where there is none
 */
export async function resolvePostgres(): Promise<PostgresProgram> {
  if (findPostgres() === null) await installDebian(["postgresql"]);
  const folder = findPostgres();
  if (folder === null)
    throw new Error(
      "There is no PostgreSQL: install it (Debian: apt-get install postgresql), or run this as root",
    );
  const version = execFileSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return {
    name: `PostgreSQL ${/\d+(\.\d+)?/.exec(version)?.[0] ?? ""}`,
    folder,
    user: process.getuid?.() === 0 ? unprivilegedUser() : null,
  };
}

function findPostgres(): string | null {
  // Debian keeps each major version in a folder of its own, off the PATH.
  const installed = globSync("/usr/lib/postgresql/*/bin").toSorted((a, b) => majorOf(b) - majorOf(a));
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...installed];
  return folders.find((folder) => PROGRAMS.every((name) => existsSync(join(folder, name)))) ?? null;
}

function majorOf(folder: string): number {
  return Number(folder.split("/").at(-2));
}

/** The user of Debian's package, else the one that has no rights anywhere. */
export function unprivilegedUser(): UnprivilegedUser {
  const [user] = ["postgres", "nobody"].filter((name) => spawnSync("id", [name]).status === 0);
  if (user === undefined) throw new Error("PostgreSQL refuses to run as root, and there is no other user");
  const idOf = (flag: string): number => Number(execFileSync("id", [flag, user], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}
