import { WorkError, WorkErrorCode } from "@mojob/core/ports";
import type { ResolvedLimits } from "../process-limits.ts";
import { readReaped } from "./reaped-time.ts";
import type { UsageMeter } from "./usage-meter.ts";
import { membersOf, type ProcessEntry, readProcesses } from "./process-table.ts";

const LOOK_EVERY_MS = 250;
const MB = 1024 * 1024;
/** The process that waits for the worker's end belongs to the group too. */
const OWN_PROCESSES = 1;

interface Watched {
  readonly group: number;
  readonly limits: ResolvedLimits;
  readonly onExceeded: (error: WorkError) => void;
  /** Measures what they use. @default nothing does */
  readonly meter?: UsageMeter | undefined;
}

const watched = new Set<Watched>();
let timer: ReturnType<typeof setInterval> | null = null;

/**
 * Calls back once when the processes of a group use more than they may. All groups of this process are looked at
 * together, so that the table of processes is read once. Returns what ends the watch.
 */
export function watchUsage(watch: Watched): () => void {
  const { memoryMb, cpuSeconds, processes } = watch.limits;
  const isLimited = memoryMb !== null || cpuSeconds !== null || processes !== null;
  if (!isLimited && watch.meter === undefined) return () => {};
  watched.add(watch);
  timer ??= setInterval(look, LOOK_EVERY_MS);
  return () => {
    watched.delete(watch);
    if (watched.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

function look(): void {
  const readMs = performance.now();
  const table = readProcesses();
  readReaped();
  for (const watch of watched) {
    const members = membersOf(watch.group, table);
    watch.meter?.look(members, readMs);
    const error = exceeded(members, watch.limits);
    if (error === null) continue;
    watched.delete(watch);
    watch.onExceeded(error);
  }
}

/** The first limit that these processes exceed together; `null` where they keep to all. */
export function exceeded(
  members: readonly ProcessEntry[],
  { memoryMb, cpuSeconds, processes }: ResolvedLimits,
): WorkError | null {
  const sum = (of: (member: ProcessEntry) => number): number =>
    members.reduce((total, member) => total + of(member), 0);
  if (processes !== null && members.length - OWN_PROCESSES > processes)
    return new WorkError(WorkErrorCode.ProcessLimit, { limit: processes });
  if (memoryMb !== null && sum(({ memoryBytes }) => memoryBytes) > memoryMb * MB)
    return new WorkError(WorkErrorCode.MemoryLimit, { limit: memoryMb });
  if (cpuSeconds !== null && sum((member) => member.cpuSeconds) > cpuSeconds)
    return new WorkError(WorkErrorCode.CpuLimit, { limit: cpuSeconds });
  return null;
}
