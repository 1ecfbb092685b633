import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lists.ts";

const FILE = join(ROOT, "test/lists/durations.json");
/** Of a file that has not been measured yet. */
const UNKNOWN = 20;

const SECONDS = JSON.parse(readFileSync(FILE, "utf8")) as Readonly<Record<string, number>>;

/** How long a test file took in the last night that was kept, in seconds. */
export function secondsOf(path: string): number {
  return SECONDS[path] ?? UNKNOWN;
}

/** Keeps what a night measured, for the files that are there still. */
export function keepDurations(measured: Readonly<Record<string, number>>, files: readonly string[]): void {
  const kept = files.flatMap((path) => {
    const seconds = measured[path] ?? SECONDS[path];
    return seconds === undefined ? [] : [[path, Math.ceil(seconds)] as const];
  });
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
