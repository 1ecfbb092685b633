import { createHash } from "node:crypto";
import { rmdir, unlink } from "node:fs/promises";
import { createId } from "@mojob/core/ports";
import { PART_PREFIX } from "../place/name-rule.ts";
import type { OpenFolder } from "./open-folder.ts";

/** What nobody finished for so long is removed by any run that writes beside it. */
const STALE_MS = 7 * 24 * 60 * 60 * 1000;
/** Names of a folder that are looked at for leftovers. */
const MOST_LOOKED_AT = 20_000;
const DEEPEST = 64;

/** The names that one run gives to what is not complete. */
export class PartNames {
  readonly #prefix: string;
  readonly #now: () => Date;

  constructor(run: string, now: () => Date) {
    this.#prefix = `${PART_PREFIX}${createHash("sha256").update(run).digest("hex").slice(0, 24)}-`;
    this.#now = now;
  }

  /** A name that nothing else has. */
  next(): string {
    return `${this.#prefix}${createId(this.#now())}`;
  }

  /** Whether an earlier attempt of the run left this when it was killed, or any run a week ago. */
  isLeft(name: string, modified: Date | null): boolean {
    if (name.startsWith(this.#prefix)) return true;
    if (!name.startsWith(PART_PREFIX) || modified === null) return false;
    return this.#now().getTime() - modified.getTime() >= STALE_MS;
  }

  /**
   * Removes what an earlier attempt of the run left in a folder when it was killed, and what any run left there a week ago.
   * @returns the inodes of files that it removed: one that is there under another name was made by the run
   */
  async sweep(folder: OpenFolder): Promise<ReadonlySet<number>> {
    const left: string[] = [];
    let seen = 0;
    for await (const { name } of await folder.names()) {
      seen += 1;
      if (seen > MOST_LOOKED_AT) break;
      if (name.startsWith(PART_PREFIX)) left.push(name);
    }
    const inodes = new Set<number>();
    for (const name of left) {
      const stats = await folder.stats(name);
      if (stats === null) continue;
      if (!this.isLeft(name, stats.mtime)) continue;
      if (name.startsWith(this.#prefix) && stats.isFile()) inodes.add(stats.ino);
      await removeAll(folder, name);
    }
    return inodes;
  }
}

/** Removes a file, a link itself or a folder with all below, and is content where there is nothing. */
export async function removeAll(
  folder: OpenFolder,
  name: string,
  onEntry: (text: string) => void = () => {},
  depth = 0,
): Promise<void> {
  const stats = await folder.stats(name);
  if (stats === null) return;
  onEntry(folder.textOf(name));
  if (!stats.isDirectory()) return folder.use(name, (path) => unlink(path));
  if (depth > DEEPEST)
    throw new Error(`Folder "${folder.textOf(name)}" has more than ${DEEPEST} others in each other`);
  const within = await folder.folder(name);
  try {
    for await (const one of await within.names()) await removeAll(within, one.name, onEntry, depth + 1);
  } finally {
    await within.close();
  }
  await folder.use(name, (path) => rmdir(path));
}
