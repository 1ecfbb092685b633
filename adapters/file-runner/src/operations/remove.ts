import { rmdir, unlink } from "node:fs/promises";
import { type JsonObject, WorkError, WorkErrorCode } from "@mojob/core/ports";
import { assertPlain } from "../folder/open-folder.ts";
import { removeAll } from "../folder/part-names.ts";
import type { ReachedName } from "../folder/reached.ts";
import { pathRefused, systemCode, unavailable } from "../place/file-errors.ts";
import { findPlace } from "../place/place.ts";
import type { WorkOf } from "../work/file-work.ts";
import type { Session } from "./session.ts";

/** Removes a file, an empty folder, or with `recursive` a folder with all below. */
export async function remove(work: WorkOf<"remove">, session: Session): Promise<JsonObject> {
  const place = findPlace(work.at, session.args);
  let reached: ReachedName;
  try {
    reached = await session.roots.parent(place, { isWritten: true });
  } catch (error) {
    if (work.ifMissing === "pass" && isUnavailable(error)) return { removed: 0 };
    throw error;
  }
  const { parent, name, text } = reached;
  try {
    const stats = await parent.stats(name);
    if (stats === null) {
      if (work.ifMissing === "pass") return { removed: 0 };
      throw unavailable(text);
    }
    if (!stats.isDirectory()) {
      assertPlain(stats, text);
      await parent.use(name, (path) => unlink(path));
      return { removed: 1 };
    }
    return { removed: await removeFolder(reached, work.recursive === true, session) };
  } finally {
    await parent.close();
  }
}

async function removeFolder(
  { parent, name, text }: ReachedName,
  isRecursive: boolean,
  { budget, signal }: Session,
): Promise<number> {
  let removed = 0;
  if (isRecursive) {
    await removeAll(parent, name, (entry) => {
      signal.throwIfAborted();
      budget.entry(entry);
      removed += 1;
    });
    return removed;
  }
  await parent.use(name, (path) =>
    rmdir(path).catch((error: unknown) => {
      const code = systemCode(error);
      if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
      throw pathRefused(text, 'it is a folder that is not empty: "recursive" removes all below, too');
    }),
  );
  return 1;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof WorkError && error.code === WorkErrorCode.FileUnavailable;
}
