import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createId } from "@mojob/core/ports";

const ROOT = "/sys/fs/cgroup";
const PREFIX = "mojob-";
const LEFT = /^mojob-(\d+)-/;
/** The groups of this process in the hierarchy that counts tasks: `4:pids:/some/group`, or `0::/some/group` where there is one for all. */
const OWN = /^\d+:(?:[^:]*,)?pids(?:,[^:]*)?:(.*)$/m;
const OWN_UNIFIED = /^0::(.*)$/m;

/** A control group whose processes and threads the kernel counts and caps. */
export interface TaskGroup {
  /** The file into which a process that joins writes its number. */
  readonly procs: string;
  /** Whether the kernel has refused it another task. */
  wasFull(): boolean;
  /** Removes it once nothing of it runs any more. */
  remove(): void;
}

/** Makes one within this process's own; `null` where the system has none that this process may write, as for all but root as a rule. */
export function makeTaskGroup(most: number): TaskGroup | null {
  const base = ownGroup();
  if (base === null) return null;
  const path = join(base, `${PREFIX}${process.pid}-${createId(new Date())}`);
  const remove = (): void => {
    if (!removed(path)) left.add(path);
  };
  try {
    removeLeft(base);
    mkdirSync(path);
    // Where the hierarchy hands on no count of tasks, the file is not there, and cannot be made.
    writeFileSync(join(path, "pids.max"), String(most), { flag: "r+" });
    const wasFull = (): boolean => /^max [1-9]/m.test(readFileSync(join(path, "pids.events"), "latin1"));
    return { procs: join(path, "cgroup.procs"), wasFull, remove };
  } catch {
    removed(path);
    return null;
  }
}

/** Groups whose killed processes may not have ended yet: the next group that is made has them removed. */
const left = new Set<string>();

function ownGroup(): string | null {
  try {
    const groups = readFileSync("/proc/self/cgroup", "utf8");
    const [, counted] = OWN.exec(groups) ?? [];
    if (counted !== undefined) return existing(join(ROOT, "pids", counted));
    const [, unified] = OWN_UNIFIED.exec(groups) ?? [];
    return unified === undefined ? null : existing(join(ROOT, unified));
  } catch {
    return null;
  }
}

function existing(path: string): string | null {
  return existsSync(path) ? path : null;
}

/** Its own that were in use, and those of workers that were killed. */
function removeLeft(base: string): void {
  for (const path of left) if (removed(path)) left.delete(path);
  for (const name of readdirSync(base)) {
    const [, pid] = LEFT.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) removed(join(base, name));
  }
}

/** Whether it is there no more: the kernel removes none with processes in it. */
function removed(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch {
    return !existsSync(path);
  }
}
