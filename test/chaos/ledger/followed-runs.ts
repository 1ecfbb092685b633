import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";
import type { EndFollower } from "@mojob/core/engine";

/** Beside the ledger of effects. */
export function followedPathOf(ledgerPath: string): string {
  return `${ledgerPath}.followed`;
}

/** Writes each run it is called with to a file, on disk before the call counts. */
export function followIntoFile(ledgerPath: string): EndFollower {
  return {
    name: "ledger",
    async follow(runs) {
      const file = openSync(followedPathOf(ledgerPath), "a");
      try {
        writeSync(file, runs.map(({ id }) => `${id}\n`).join(""));
        fdatasyncSync(file);
      } finally {
        closeSync(file);
      }
    },
  };
}

/** How often each run was followed. */
export function readFollowed(ledgerPath: string): ReadonlyMap<string, number> {
  const path = followedPathOf(ledgerPath);
  const counts = new Map<string, number>();
  if (!existsSync(path)) return counts;
  for (const id of readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== ""))
    counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
