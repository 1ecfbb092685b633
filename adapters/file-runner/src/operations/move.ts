import { rename, unlink } from "node:fs/promises";
import type { Stats } from "node:fs";
import type { JsonObject } from "@mojob/core/ports";
import { linkOrRename } from "../folder/new-file.ts";
import { assertPlain } from "../folder/open-folder.ts";
import type { ReachedName } from "../folder/reached.ts";
import { alreadyThere, pathRefused, systemCode, unavailable } from "../place/file-errors.ts";
import { findPlace } from "../place/place.ts";
import type { WorkOf } from "../work/file-work.ts";
import { deliver, findNewPlace } from "./deliver.ts";
import { openSource } from "./opened-source.ts";
import type { Session } from "./session.ts";

/** Moves a file, or a folder with all below; a file to another file system by copying it. */
export async function move(work: WorkOf<"move">, session: Session): Promise<JsonObject> {
  const { ifExists = "fail" } = work;
  const target = findNewPlace(work.to, session);
  const from = await session.roots.parent(findPlace(work.from, session.args), { isWritten: true });
  try {
    const stats = await from.parent.stats(from.name);
    const to = await session.roots.parent(target, { isWritten: true, isMade: true });
    try {
      const before = await to.parent.stats(to.name);
      if (await isFinished(from, stats, before)) return { path: to.text };
      if (stats === null) throw unavailable(from.text);
      if (!stats.isDirectory()) assertPlain(stats, from.text);
      if (!isReplaceable(stats, before, ifExists)) throw alreadyThere(to.text);
      if (await isMoved(from, to, { isFolder: stats.isDirectory(), replaces: ifExists === "replace" }))
        return { path: to.text };
    } finally {
      await to.parent.close();
    }
    if (stats.isDirectory())
      throw pathRefused(
        from.text,
        "a folder is not moved to another file system: copy its files, or pack it",
      );
    return await copied(work, from, session);
  } finally {
    await from.parent.close();
  }
}

/** Where an attempt was killed in the middle, the file has both names. */
async function isFinished(from: ReachedName, stats: Stats | null, before: Stats | null): Promise<boolean> {
  if (stats === null || before === null || !stats.isFile()) return false;
  if (stats.ino !== before.ino || stats.dev !== before.dev || stats.nlink !== 2) return false;
  await from.parent.use(from.name, (path) => unlink(path));
  return true;
}

/** A file takes the place of a file, and nothing else. */
function isReplaceable(stats: Stats, before: Stats | null, ifExists: "fail" | "replace"): boolean {
  if (before === null) return true;
  return ifExists === "replace" && stats.isFile() && before.isFile();
}

/** `false` where the target is on another file system. */
async function isMoved(
  from: ReachedName,
  to: ReachedName,
  { isFolder, replaces }: { readonly isFolder: boolean; readonly replaces: boolean },
): Promise<boolean> {
  try {
    if (!isFolder && !replaces) await linkOrRename(from.parent, from.name, to.parent, to.name);
    else await from.parent.useWith(from.name, to.parent, to.name, (path, target) => rename(path, target));
    return true;
  } catch (error) {
    if (systemCode(error) !== "EXDEV") throw error;
    return false;
  }
}

async function copied(work: WorkOf<"move">, from: ReachedName, session: Session): Promise<JsonObject> {
  const source = await openSource(work.from, session);
  try {
    const { path = null } = await deliver(work.to, work.ifExists ?? "fail", source.bytes(), session);
    await from.parent.use(from.name, (name) => unlink(name));
    return { path };
  } finally {
    await source.close();
  }
}
