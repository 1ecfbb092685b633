import { type FileHandle, unlink } from "node:fs/promises";
import type { ReachedName } from "../folder/reached.ts";
import { findPlace } from "../place/place.ts";
import { openSource } from "../operations/opened-source.ts";
import type { Session } from "../operations/session.ts";
import type { Source } from "../work/file-work.ts";

const PIECE_BYTES = 256 * 1024;

/** An archive that is open, and can be read at any place. */
export interface ArchiveFile {
  readonly text: string;
  readonly handle: FileHandle;
  readonly size: number;
  close(): Promise<void>;
}

/** Opens an archive; a stored file is copied beside the target first. */
export async function openArchive(
  source: Source,
  beside: ReachedName,
  session: Session,
): Promise<ArchiveFile> {
  if (typeof source === "object" && "stored" in source) return spooled(source, beside, session);
  const { parent, name, text } = await session.roots.parent(findPlace(source, session.args));
  try {
    const { handle, stats } = await parent.openPlain(name);
    return { text, handle, size: stats.size, close: () => handle.close() };
  } finally {
    await parent.close();
  }
}

async function spooled(source: Source, { parent }: ReachedName, session: Session): Promise<ArchiveFile> {
  const opened = await openSource(source, session);
  const part = session.parts.next();
  try {
    const written = await parent.newFile(part);
    try {
      let size = 0;
      for await (const piece of opened.bytes()) {
        size += piece.length;
        session.budget.file(size, opened.text);
        session.budget.written(piece.length, opened.text);
        await parent.use(part, () => written.writeFile(piece));
      }
    } finally {
      await written.close();
    }
    const { handle, stats } = await parent.openPlain(part);
    return { text: opened.text, handle, size: stats.size, close: () => handle.close() };
  } finally {
    await opened.close();
    // It is read by its handle alone.
    await parent.use(part, (path) => unlink(path)).catch(() => {});
  }
}

/** The bytes of an archive from its beginning. */
export async function* bytesOfArchive(
  { handle }: ArchiveFile,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  for (let position = 0; ;) {
    signal.throwIfAborted();
    const piece = new Uint8Array(PIECE_BYTES);
    const { bytesRead } = await handle.read(piece, 0, PIECE_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}
