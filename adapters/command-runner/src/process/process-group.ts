import { readFile } from "node:fs/promises";
import process from "node:process";
import { PROCESS_MARK } from "./environment.ts";
import { allPids } from "./usage/process-table.ts";

/** A process may start another one while it is being looked for. */
const MOST_ROUNDS = 5;
const AT_ONCE = 32;

/** Signals a whole group; one that has ended is left alone. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // There is nobody left in it.
  }
}

/**
 * Kills what left the group of its run, a daemon that made a session of its own: processes inherit their environment,
 * and the run's mark with it. On Linux only; where the kernel does not show environments nothing is found.
 */
export async function killStragglers(mark: string): Promise<void> {
  const wanted = `${PROCESS_MARK}=${mark}`;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found: number[] = [];
    const pids = [...allPids()];
    const search = async (): Promise<void> => {
      for (let pid = pids.pop(); pid !== undefined; pid = pids.pop())
        if (await hasMark(pid, wanted)) found.push(pid);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, search));
    if (found.length === 0) return;
    for (const pid of found) kill(pid);
  }
}

async function hasMark(pid: number, wanted: string): Promise<boolean> {
  try {
    return (await readFile(`/proc/${pid}/environ`, "latin1")).split("\0").includes(wanted);
  } catch {
    // It has ended, or is another user's.
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
