import type { FileHandle } from "node:fs/promises";
import { NonRetryableError } from "@mojob/core";
import { isFileName, isFileValue, unlessAborted } from "@mojob/core/ports";
import type { PlainFile } from "../folder/open-folder.ts";
import { argumentAt } from "../place/filled.ts";
import { findPlace, type FoundPlace } from "../place/place.ts";
import type { Source } from "../work/file-work.ts";
import type { Session } from "./session.ts";

const PIECE_BYTES = 256 * 1024;

/** A file that is open for reading, once. */
export interface OpenedSource {
  /** As people write it. */
  readonly text: string;
  /** Its last name. */
  readonly name: string;
  /** How many bytes it had when it was opened. */
  readonly size: number;
  bytes(): AsyncGenerator<Uint8Array, void, void>;
  close(): Promise<void>;
}

/** @throws WorkError; NonRetryableError where the argument is no stored file */
export async function openSource(source: Source, session: Session): Promise<OpenedSource> {
  if (typeof source === "object" && "stored" in source) return openStored(source.stored, session);
  return openPlace(findPlace(source, session.args), session);
}

/** The same of a place that was found. @throws WorkError */
export async function openPlace(place: FoundPlace, session: Session): Promise<OpenedSource> {
  const { parent, name, text } = await session.roots.parent(place);
  try {
    return ofPlainFile(await parent.openPlain(name), { name, text }, session);
  } finally {
    await parent.close();
  }
}

/** A plain file as a source; the handle is its own then. */
export function ofPlainFile(
  { handle, stats }: PlainFile,
  { name, text }: { readonly name: string; readonly text: string },
  session: Session,
): OpenedSource {
  return {
    name,
    text,
    size: stats.size,
    bytes: () => counted(bytesOf(handle, stats.size), text, session),
    close: () => handle.close(),
  };
}

async function openStored(path: string, session: Session): Promise<OpenedSource> {
  const value = argumentAt(path, session.args);
  if (!isFileValue(value))
    throw new NonRetryableError(`The job's work reads the stored file "${path}", and that argument is none`);
  const stream = await session.files.read(value);
  return {
    name: value.name,
    text: path,
    size: value.size,
    bytes: () => counted(bytesOfStream(stream, session.signal), path, session),
    close: () => stream.cancel().catch(() => {}),
  };
}

/** The name under which a source's content can be stored. */
export function storedNameOf({ name }: OpenedSource): string {
  return isFileName(name) ? name : "content";
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  text: string,
  { budget, signal }: Session,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    budget.read(piece.length, text);
    yield piece;
  }
}

/** @param size what it had when it was opened: of a small file, one read shows that it has no more */
async function* bytesOf(handle: FileHandle, size: number): AsyncGenerator<Uint8Array, void, void> {
  for (let read = 0; ;) {
    const piece = new Uint8Array(Math.min(PIECE_BYTES, Math.max(1, size - read + 1)));
    const { bytesRead } = await handle.read(piece, 0, piece.length, null);
    if (bytesRead === 0) return;
    read += bytesRead;
    yield piece.subarray(0, bytesRead);
    if (read === size && bytesRead < piece.length) return;
  }
}

/** A store that does not respond is left at the end of the attempt. */
async function* bytesOfStream(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await unlessAborted(reader.read(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    // Without waiting: what is being read may never come.
    reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}
