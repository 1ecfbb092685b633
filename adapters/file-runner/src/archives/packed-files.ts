import { ofPlainFile, type OpenedSource } from "../operations/opened-source.ts";
import type { Session } from "../operations/session.ts";
import { walk } from "../folder/walk.ts";
import { tooLarge } from "../place/file-errors.ts";
import { findPlace, type FoundPlace } from "../place/place.ts";
import type { WorkOf } from "../work/file-work.ts";

/** A file or folder that is packed. */
export interface PackedFile {
  /** Its name in the archive, without a slash at its end. */
  readonly path: string;
  readonly modified: Date;
  /** Its content, open; `null` for a folder. Who takes it closes it. */
  readonly source: OpenedSource | null;
}

/** What is packed, each open when it is its turn. @throws WorkError `path_refused` for a link among it */
export async function* packedFiles(
  { from, match }: WorkOf<"pack">,
  counts: { files: number; folders: number },
  session: Session,
): AsyncGenerator<PackedFile, void, void> {
  const place = findPlace(from, session.args);
  const { archiveEntries } = session.budget.limits;
  for await (const file of await allOf(place, match, session)) {
    if (counts.files + counts.folders >= archiveEntries) {
      await file.source?.close();
      throw tooLarge(place.text, `an archive may have ${archiveEntries} entries`);
    }
    if (file.source === null) counts.folders += 1;
    else counts.files += 1;
    yield file;
  }
}

async function allOf(
  place: FoundPlace,
  match: string | undefined,
  session: Session,
): Promise<AsyncGenerator<PackedFile, void, void>> {
  if (place.names.length === 0) return inFolder(place, match, session);
  const { parent, name, text } = await session.roots.parent(place);
  try {
    const stats = await parent.stats(name);
    if (stats === null || stats.isDirectory()) return inFolder(place, match, session);
    const opened = await parent.openPlain(name);
    return one({
      path: name,
      modified: opened.stats.mtime,
      source: ofPlainFile(opened, { name, text }, session),
    });
  } finally {
    await parent.close();
  }
}

async function* one(file: PackedFile): AsyncGenerator<PackedFile, void, void> {
  yield file;
}

async function* inFolder(
  place: FoundPlace,
  match: string | undefined,
  session: Session,
): AsyncGenerator<PackedFile, void, void> {
  const { budget, signal, log } = session;
  const folder = await session.roots.folder(place);
  try {
    yield* walk<PackedFile>(
      folder,
      {
        open: async ({ folder: within, name, path, isFolder }) => {
          if (isFolder)
            return { path, modified: (await within.stats(name))?.mtime ?? new Date(0), source: null };
          const opened = await within.openPlain(name);
          return {
            path,
            modified: opened.stats.mtime,
            source: ofPlainFile(opened, { name, text: within.textOf(name) }, session),
          };
        },
        drop: async ({ source }) => source?.close(),
      },
      {
        budget,
        signal,
        isRecursive: true,
        withFolders: match === undefined,
        match,
        onSkip: (text) => log.warn(`"${text}" was left out: its name cannot be used`),
      },
    );
  } finally {
    await folder.close();
  }
}
