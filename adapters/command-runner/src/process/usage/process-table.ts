import { readdirSync, readFileSync } from "node:fs";

/** A process as the kernel counts it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Resident memory. */
  readonly memoryBytes: number;
  /** Its own processor time and that of children it has waited for. */
  readonly cpuSeconds: number;
}

const PAGE_BYTES = 4096;
const TICKS_A_SECOND = 100;
const NUMBER = /^\d+$/;

/** The pids of all processes; empty where the kernel shows none (other systems than Linux). */
export function allPids(): readonly number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => NUMBER.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** All processes that there are; those that end meanwhile are left out. */
export function readProcesses(): readonly ProcessEntry[] {
  return allPids().flatMap((pid) => {
    const found = readProcess(pid);
    return found === null ? [] : [found];
  });
}

/** `null` where there is none, and on other systems than Linux. */
export function readProcess(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name, in brackets, may hold anything, brackets included.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const number = (place: number): number => Number(fields[place - 3]);
    if (fields[0] === "Z") return null;
    return {
      pid,
      parent: number(4),
      group: number(5),
      memoryBytes: number(24) * PAGE_BYTES,
      cpuSeconds: (number(14) + number(15) + number(16) + number(17)) / TICKS_A_SECOND,
    };
  } catch {
    return null;
  }
}

/** The processes of a run: those of its group, and all that they started. */
export function membersOf(group: number, processes: readonly ProcessEntry[]): readonly ProcessEntry[] {
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const members = new Map(processes.filter((one) => one.group === group).map((one) => [one.pid, one]));
  // A Map is walked together with what is added on the way.
  for (const pid of members.keys())
    for (const child of children.get(pid) ?? []) members.set(child.pid, child);
  return [...members.values()];
}
