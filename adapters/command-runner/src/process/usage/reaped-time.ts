import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

const TICK_MS = 10;

/** A program that has ended, and what was seen of it. */
interface Ended {
  readonly seenMs: number;
  readonly sinceSeenMs: number;
  readonly resolve: (cpuMs: number | null) => void;
}

let ended: Ended[] = [];
/** The processor time of all children that this process had waited for when that was read last. */
let readMs: number | null = null;

/** Reads how much there is by now: what is reaped from here on is of programs that end later. */
export function readReaped(): void {
  readMs = reapedMs();
}

/**
 * Resolves to the processor time of a program that has just ended: the kernel adds it up, with that of the children that it waited for, to the
 * time of this process's children. Of several that end in one turn of the event loop only the sum is known: what was not seen before is shared
 * by how long each ran since. `null` where the system does not say.
 * @param seenMs what was seen of it before
 * @param sinceSeenMs how long ago that was
 */
export function cpuOfEnded(seenMs: number, sinceSeenMs: number): Promise<number | null> {
  return new Promise((resolve) => {
    if (ended.length === 0) setImmediate(share);
    ended.push({ seenMs, sinceSeenMs: Math.max(1, sinceSeenMs), resolve });
  });
}

function share(): void {
  const [programs, before] = [ended, readMs];
  ended = [];
  readReaped();
  if (before === null || readMs === null) {
    for (const { resolve } of programs) resolve(null);
    return;
  }
  const seen = programs.reduce((sum, { seenMs }) => sum + seenMs, 0);
  const time = programs.reduce((sum, { sinceSeenMs }) => sum + sinceSeenMs, 0);
  const unseen = Math.max(0, readMs - before - seen);
  for (const { seenMs, sinceSeenMs, resolve } of programs) {
    // Other children of this process may have ended meanwhile: a program cannot have used more than there was.
    const most = sinceSeenMs * availableParallelism() + TICK_MS;
    resolve(seenMs + Math.min(most, (unseen * sinceSeenMs) / time));
  }
}

function reapedMs(): number | null {
  try {
    const stat = readFileSync("/proc/self/stat", "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[13]) + Number(fields[14]);
    return Number.isFinite(ticks) ? ticks * TICK_MS : null;
  } catch {
    return null;
  }
}
