import { readFile, readlink } from "node:fs/promises";
import process from "node:process";
import { PROCESS_MARK } from "../environment.ts";
import { allPids } from "./process-table.ts";

/** A process may start another one while it is being looked for. */
const MOST_ROUNDS = 5;
const AT_ONCE = 32;

/** A run that has ended, and what its processes are known by. */
export interface EndedRun {
  /** In the environment of each that it started, and that did not take it out. */
  readonly mark: string;
  /** The folder in which each of them began. */
  readonly folder: string;
}

/** The sweep that is under way, and the one that follows it with all runs that end meanwhile. */
let current: Promise<void> | null = null;
let next: { readonly runs: EndedRun[]; readonly done: Promise<void> } | null = null;

/**
 * Kills what left the group of its run, a daemon that made a session of its own: processes inherit their environment, and
 * the run's mark with it; one that has emptied it is still in the run's folder. On Linux only. The processes are looked at
 * once for all runs that end together, because each sweep reads of every process of the machine.
 */
export function killStragglers(run: EndedRun): Promise<void> {
  if (next === null) {
    const runs: EndedRun[] = [];
    const done = (current ?? Promise.resolve()).then(() => {
      next = null;
      current = sweep(runs);
      return current;
    });
    next = { runs, done };
  }
  next.runs.push(run);
  return next.done;
}

async function sweep(runs: readonly EndedRun[]): Promise<void> {
  const marks = new Set(runs.map(({ mark }) => mark));
  const folders = new Set(runs.map(({ folder }) => folder));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found: number[] = [];
    const pids = allPids().filter((pid) => pid !== process.pid);
    const search = async (): Promise<void> => {
      for (let pid = pids.pop(); pid !== undefined; pid = pids.pop())
        if ((await hasMark(pid, marks)) || (await isIn(pid, folders))) found.push(pid);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, search));
    if (found.length === 0) return;
    for (const pid of found) kill(pid);
  }
}

async function hasMark(pid: number, marks: ReadonlySet<string>): Promise<boolean> {
  try {
    const [, mark] = MARK.exec(await readFile(`/proc/${pid}/environ`, "latin1")) ?? [];
    return mark !== undefined && marks.has(mark);
  } catch {
    // It has ended, or is another user's.
    return false;
  }
}

// eslint-disable-next-line no-control-regex
const MARK = new RegExp(`(?:^|\\0)${PROCESS_MARK}=([^\\0]*)`);

async function isIn(pid: number, folders: ReadonlySet<string>): Promise<boolean> {
  try {
    let folder = await readlink(`/proc/${pid}/cwd`);
    for (let end = folder.length; end > 0; end = folder.lastIndexOf("/")) {
      folder = folder.slice(0, end);
      if (folders.has(folder)) return true;
    }
    return false;
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
