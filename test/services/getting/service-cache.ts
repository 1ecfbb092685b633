import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { reportProgress } from "./progress.ts";

const LOCK_POLL_MS = 500;
const REPORT_EVERY_MS = 15_000;

/** Where servers are kept between runs: outside the repository, one folder a version. */
export const SERVICE_CACHE: string = join(
  process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  "mojob",
);

/** The folder of this name in a cache; `null` when it is not there. */
export async function findCached(name: string, cache: string = SERVICE_CACHE): Promise<string | null> {
  const folder = join(cache, name);
  return (await exists(folder)) ? folder : null;
}

/**
 * The folder, made by `fill` when it is not there yet.
 *
 * `fill` writes to a folder of its own, which takes its place when it is complete, so an interrupted build is never used.
 * Two processes never fill at once: the second waits for the first.
 */
export async function keptFolder(folder: string, fill: (folder: string) => Promise<void>): Promise<string> {
  if (await exists(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const unlock = await lock(`${folder}.lock`, basename(folder));
  const unfinished = `${folder}.unfinished`;
  try {
    if (await exists(folder)) return folder;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished);
    await fill(unfinished);
    await rename(unfinished, folder);
    return folder;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await unlock();
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Takes a lock that only a living process can hold; resolves to the function that releases it. */
async function lock(path: string, name: string): Promise<() => Promise<void>> {
  let reportAtMs = 0;
  for (; ; await wait(LOCK_POLL_MS)) {
    try {
      await writeFile(path, String(process.pid), { flag: "wx" });
      return () => rm(path, { force: true });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    const holder = Number(await readFile(path, "utf8").catch(() => ""));
    if (holder > 0 && !isAlive(holder)) {
      await rm(path, { force: true });
    } else if (performance.now() > reportAtMs) {
      reportProgress(`waiting for process ${holder}, which is getting ${name}`);
      reportAtMs = performance.now() + REPORT_EVERY_MS;
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
