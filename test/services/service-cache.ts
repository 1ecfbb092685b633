import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const LOCK_POLL_MS = 500;

/** Where servers are kept between runs: outside the repository, one folder a version. */
export const SERVICE_CACHE: string = join(
  process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  "mojob",
);

/** Tells a person what takes long. */
export function reportProgress(line: string): void {
  process.stderr.write(`[services] ${line}\n`);
}

/**
 * The folder of this name in the cache, made by `build` when it is not there yet.
 *
 * `build` fills a folder of its own, which takes its place when it is complete, so an interrupted build is never used.
 * Two processes never build at once: the second waits for the first.
 */
export async function cachedFolder(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(SERVICE_CACHE, name);
  if (await exists(folder)) return folder;
  await mkdir(SERVICE_CACHE, { recursive: true });
  const unlock = await lock(`${folder}.lock`);
  try {
    if (await exists(folder)) return folder;
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished);
    await build(unfinished);
    await rename(unfinished, folder);
    return folder;
  } finally {
    await unlock();
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Takes a lock that only a living process can hold; resolves to how to give it back. */
async function lock(path: string): Promise<() => Promise<void>> {
  for (let hasTold = false; ; await wait(LOCK_POLL_MS)) {
    try {
      await writeFile(path, String(process.pid), { flag: "wx" });
      return () => rm(path, { force: true });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    const holder = Number(await readFile(path, "utf8").catch(() => ""));
    if (holder > 0 && !isAlive(holder)) {
      await rm(path, { force: true });
    } else if (!hasTold) {
      reportProgress(`another process (${holder}) is getting it ready; waiting`);
      hasTold = true;
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
