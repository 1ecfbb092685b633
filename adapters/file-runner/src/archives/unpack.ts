import type { JsonObject } from "@mojob/core/ports";
import { findNewPlace } from "../operations/deliver.ts";
import type { Session } from "../operations/session.ts";
import { NewFolder } from "../folder/new-folder.ts";
import type { OpenFolder } from "../folder/open-folder.ts";
import type { WorkOf } from "../work/file-work.ts";
import { type ArchiveFile, openArchive } from "./archive-file.ts";
import type { UnpackedEntry } from "./entry-rules.ts";
import { tarEntries } from "./tar-entries.ts";
import { zipEntries } from "./zip-entries.ts";

/** Unpacks an archive into a folder that is there as a whole or not at all. All entries are known before the first is written. */
export async function unpack(work: WorkOf<"unpack">, session: Session): Promise<JsonObject> {
  const place = findNewPlace(work.to, session);
  const reached = await session.roots.parent(place, { isWritten: true, isMade: true });
  const { parent, name } = reached;
  try {
    await session.parts.sweep(parent);
    const archive = await openArchive(work.from, reached, session);
    try {
      const entries = await entriesOf(work, archive, session);
      const made = await NewFolder.begin(parent, name, session.parts, {
        replaces: work.ifExists === "replace",
      });
      try {
        const counts = await fill(made.folder, entries, place.text, session);
        await made.complete();
        await made.close();
        return { path: place.text, ...counts };
      } catch (error) {
        await made.discard();
        throw error;
      }
    } finally {
      await archive.close();
    }
  } finally {
    await parent.close();
  }
}

function entriesOf(
  { format }: WorkOf<"unpack">,
  archive: ArchiveFile,
  session: Session,
): Promise<AsyncIterable<UnpackedEntry>> {
  return format === "zip" ? zipEntries(archive, session) : tarEntries(archive, session);
}

async function fill(
  folder: OpenFolder,
  entries: AsyncIterable<UnpackedEntry>,
  text: string,
  session: Session,
): Promise<{ files: number; folders: number; size: number }> {
  const counts = { files: 0, folders: 0, size: 0 };
  for await (const entry of entries) {
    session.signal.throwIfAborted();
    if (entry.isFolder) {
      await within(folder, entry.names, async () => {});
      counts.folders += 1;
      continue;
    }
    const name = entry.names.at(-1) ?? "";
    await within(folder, entry.names.slice(0, -1), async (parent) => {
      counts.size += await writeEntry(parent, name, entry, text, session);
    });
    counts.files += 1;
  }
  return counts;
}

async function writeEntry(
  parent: OpenFolder,
  name: string,
  entry: UnpackedEntry,
  text: string,
  { budget, signal }: Session,
): Promise<number> {
  const file = await parent.newFile(name);
  let size = 0;
  try {
    for await (const piece of entry.content()) {
      signal.throwIfAborted();
      size += piece.length;
      budget.written(piece.length, text);
      await parent.use(name, () => file.writeFile(piece));
    }
  } finally {
    await file.close();
  }
  return size;
}

/** Does something in a folder below, which is made where it is not there. */
async function within(
  folder: OpenFolder,
  names: readonly string[],
  action: (folder: OpenFolder) => Promise<void>,
): Promise<void> {
  const [name, ...rest] = names;
  if (name === undefined) return action(folder);
  const below = await folder.madeFolder(name);
  try {
    await within(below, rest, action);
  } finally {
    await below.close();
  }
}
