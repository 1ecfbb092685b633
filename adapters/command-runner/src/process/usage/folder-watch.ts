import { execFile } from "node:child_process";
import { WorkError, WorkErrorCode } from "@mojob/core/ports";

const LOOK_EVERY_MS = 2000;
/** A folder of very many files takes long to count; the next look waits for this one. */
const LONGEST_LOOK_MS = 60_000;
const KB_A_MB = 1024;
const LINE = /^(\d+)\s+(.+)$/gm;

interface WatchedFolder {
  readonly path: string;
  /** The disk space that the folders of all runs may have together. */
  readonly limitMb: number;
  readonly onExceeded: (error: WorkError) => void;
}

const watched = new Set<WatchedFolder>();
let isLooking = false;

/**
 * Calls back once when the folders of all runs of this process have more than they may together, and this one has the most. What a
 * program hides in a folder that nobody may read is not counted. Returns what ends the watch.
 */
export function watchFolder(
  path: string,
  limitMb: number | null,
  onExceeded: WatchedFolder["onExceeded"],
): () => void {
  if (limitMb === null) return () => {};
  const watch = { path, limitMb, onExceeded };
  watched.add(watch);
  if (!isLooking) void lookAgain();
  return () => void watched.delete(watch);
}

async function lookAgain(): Promise<void> {
  isLooking = true;
  while (watched.size > 0) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS).unref());
    if (watched.size === 0) break;
    // One at a time, because each reads of all files that there are.
    const sizes = await sizesOf([...watched].map(({ path }) => path));
    const largest = [...watched].toSorted((a, b) => kbOf(b) - kbOf(a))[0];
    const sumKb = [...watched].reduce((sum, one) => sum + kbOf(one), 0);
    if (largest === undefined || sumKb <= largest.limitMb * KB_A_MB) continue;
    watched.delete(largest);
    largest.onExceeded(new WorkError(WorkErrorCode.FolderLimit, { limit: largest.limitMb }));

    function kbOf({ path }: WatchedFolder): number {
      return sizes.get(path) ?? 0;
    }
  }
  isLooking = false;
}

/** In KB on the disk, as du(1) counts; empty where there is no such program. */
function sizesOf(paths: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return new Promise((resolve) => {
    // A folder that is removed meanwhile makes it fail, with what it counted on its output all the same.
    execFile("du", ["-skx", "--", ...paths], { timeout: LONGEST_LOOK_MS }, (_, stdout) =>
      resolve(new Map([...stdout.matchAll(LINE)].map(([, kb, path = ""]) => [path, Number(kb)]))),
    );
  });
}
