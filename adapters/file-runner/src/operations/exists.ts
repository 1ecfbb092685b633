import type { Stats } from "node:fs";
import { type JsonObject, WorkError, WorkErrorCode } from "@mojob/core/ports";
import { assertPlain } from "../folder/open-folder.ts";
import { findPlace } from "../place/place.ts";
import type { WorkOf } from "../work/file-work.ts";
import type { Session } from "./session.ts";

/** Whether there is a file or folder, with what it is. @throws WorkError `path_refused` for a link or a device */
export async function exists({ at }: WorkOf<"exists">, session: Session): Promise<JsonObject> {
  const place = findPlace(at, session.args);
  const stats = await lookedAt(place.names.length === 0, async () => {
    if (place.names.length === 0) {
      await (await session.roots.folder(place)).close();
      return null;
    }
    const { parent, name } = await session.roots.parent(place);
    try {
      return await parent.stats(name);
    } finally {
      await parent.close();
    }
  });
  if (stats === "root") return { exists: true, type: "folder" };
  if (stats === null) return { exists: false };
  if (!stats.isDirectory()) assertPlain(stats, place.text);
  return { exists: true, ...shown(stats) };
}

/** What results say of a file. */
export function shown(stats: Stats): JsonObject {
  const type = stats.isDirectory()
    ? "folder"
    : stats.isFile()
      ? "file"
      : stats.isSymbolicLink()
        ? "link"
        : "other";
  return { type, ...(type === "file" && { size: stats.size }), modified: stats.mtime.toISOString() };
}

/** A folder on the way that is not there is as good an answer as a missing file. */
async function lookedAt(isRoot: boolean, look: () => Promise<Stats | null>): Promise<Stats | null | "root"> {
  try {
    const stats = await look();
    return isRoot ? "root" : stats;
  } catch (error) {
    if (!isRoot && error instanceof WorkError && error.code === WorkErrorCode.FileUnavailable) return null;
    throw error;
  }
}
