import { execFileSync } from "node:child_process";
import process from "node:process";

/** A user of which nothing else runs: how many threads there may be is counted by user, and not for root. */
export const OTHER_USER = 54_321;

/** A limit of a process that runs, as `prlimit` names it. */
export type LimitName = "nofile" | "nproc";

export interface LimitOptions {
  readonly pid: number;
  readonly name: LimitName;
  /** Who owns the process, where that is another user. */
  readonly uid?: number;
}

/** Sets the soft limit of a process that runs; a second call can raise it again. */
export function setLimit({ pid, name, uid }: LimitOptions, value: number): void {
  execFileSync("prlimit", ["--pid", String(pid), `--${name}=${value}:`], ownerOf(uid));
}

/** Whether limits of processes can be set here, and programs of the repository be run by this user. */
export function canLimit(uid?: number): boolean {
  if (uid !== undefined && process.getuid?.() !== 0) return false;
  try {
    execFileSync("prlimit", ["--version"], { stdio: "ignore" });
    execFileSync(process.execPath, ["--check", import.meta.filename], { stdio: "ignore", ...ownerOf(uid) });
    return true;
  } catch {
    return false;
  }
}

function ownerOf(uid: number | undefined): { readonly uid?: number; readonly gid?: number } {
  return uid === undefined ? {} : { uid, gid: uid };
}
