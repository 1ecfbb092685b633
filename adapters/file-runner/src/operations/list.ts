import type { JsonObject } from "@mojob/core/ports";
import { walk } from "../folder/walk.ts";
import { findPlace } from "../place/place.ts";
import type { WorkOf } from "../work/file-work.ts";
import { shown } from "./exists.ts";
import type { Session } from "./session.ts";
import { shownList } from "./shown-list.ts";

/** What there is in a folder, by names; links and devices are listed and never followed. */
export async function list(work: WorkOf<"list">, session: Session): Promise<JsonObject> {
  const { budget, signal } = session;
  const folder = await session.roots.folder(findPlace(work.at, session.args));
  const entries: JsonObject[] = [];
  let [size, left] = [0, 0];
  try {
    const visits = walk<JsonObject | null>(
      folder,
      {
        open: async ({ folder: within, name, path }) => {
          const stats = await within.stats(name);
          return stats === null ? null : { path, ...shown(stats) };
        },
      },
      {
        budget,
        signal,
        isRecursive: work.recursive === true,
        withFolders: work.match === undefined,
        match: work.match,
        onSkip: () => (left += 1),
      },
    );
    for await (const entry of visits) {
      // It was removed meanwhile.
      if (entry === null) continue;
      size += Number(entry["size"] ?? 0);
      entries.push(entry);
    }
  } finally {
    await folder.close();
  }
  return {
    count: entries.length,
    size,
    ...(left > 0 && { leftOut: left }),
    ...(await shownList("entries", entries, session)),
  };
}
