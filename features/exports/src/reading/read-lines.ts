import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FileBounds } from "../limits.ts";
import { refusedFile, RefusedFor } from "./refusal.ts";

const CHUNK_BYTES = 64 * 1024;
const LINE_BREAK = 0x0a;

/** How much of a file has been read. */
export interface ReadSoFar {
  /** Of the file as it is. */
  bytes: number;
  /** Of its text. */
  plainBytes: number;
  lines: number;
}

/**
 * The lines of a gzip file, each with its line break, as they come. Nothing is read ahead of the bounds: what goes beyond is refused before
 * it is kept anywhere.
 * @throws MoJobError `archive_refused`
 */
export async function* readLines(
  content: AsyncIterable<Uint8Array>,
  bounds: FileBounds,
  read: ReadSoFar,
): AsyncGenerator<Uint8Array, void, void> {
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  for await (const piece of unzipped(content, bounds, read)) {
    read.plainBytes += piece.length;
    assertBounds(bounds, read);
    let at = 0;
    for (let end = piece.indexOf(LINE_BREAK); end !== -1; end = piece.indexOf(LINE_BREAK, at)) {
      const part = piece.subarray(at, end + 1);
      assertLength(restBytes + part.length, bounds, read);
      read.lines += 1;
      if (read.lines > bounds.lines)
        throw refusedFile(RefusedFor.TooLarge, read.lines, `a file has at most ${bounds.lines} lines`);
      yield rest.length === 0 ? part : Buffer.concat([...rest, part]);
      rest = [];
      restBytes = 0;
      at = end + 1;
    }
    if (at < piece.length) {
      rest.push(piece.subarray(at));
      restBytes += piece.length - at;
      assertLength(restBytes, bounds, read);
    }
  }
  if (restBytes > 0) throw refusedFile(RefusedFor.Cut, read.lines + 1, "the line has no end");
}

async function* unzipped(
  content: AsyncIterable<Uint8Array>,
  bounds: FileBounds,
  read: ReadSoFar,
): AsyncGenerator<Uint8Array, void, void> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const source = Readable.from(counted(content, bounds, read), { objectMode: false });
  source.on("error", (error) => gunzip.destroy(error));
  try {
    for await (const piece of source.pipe(gunzip)) yield piece as Uint8Array;
  } catch (error) {
    throw isZlibError(error) ? unreadable(error, read) : error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

/** Small parts: what one of them may unpack to stays small, too. */
async function* counted(
  content: AsyncIterable<Uint8Array>,
  bounds: FileBounds,
  read: ReadSoFar,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of content)
    for (let at = 0; at < piece.length; at += CHUNK_BYTES) {
      const part = piece.subarray(at, at + CHUNK_BYTES);
      read.bytes += part.length;
      if (read.bytes > bounds.bytes)
        throw refusedFile(RefusedFor.TooLarge, read.lines + 1, `a file has at most ${bounds.bytes} bytes`);
      yield part;
    }
}

function assertBounds({ plainBytes, ratio, freeBytes }: FileBounds, read: ReadSoFar): void {
  if (read.plainBytes > plainBytes)
    throw refusedFile(RefusedFor.TooLarge, read.lines + 1, `a file has at most ${plainBytes} bytes of text`);
  if (read.plainBytes > freeBytes && read.plainBytes > read.bytes * ratio)
    throw refusedFile(
      RefusedFor.TooLarge,
      read.lines + 1,
      `a file unpacks to at most ${ratio} times its size, and this one to more`,
    );
}

function assertLength(bytes: number, { lineBytes }: FileBounds, read: ReadSoFar): void {
  if (bytes > lineBytes)
    throw refusedFile(RefusedFor.TooLarge, read.lines + 1, `a line has at most ${lineBytes} bytes`);
}

function isZlibError(error: unknown): error is Error & { readonly code: string } {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^(?:Z_|ERR_)/.test(error.code)
  );
}

function unreadable(error: Error & { readonly code: string }, read: ReadSoFar): Error {
  return error.code === "Z_BUF_ERROR"
    ? refusedFile(RefusedFor.Cut, read.lines + 1, "the file ends in the middle of its compressed text", error)
    : refusedFile(
        read.lines === 0 ? RefusedFor.Foreign : RefusedFor.Changed,
        read.lines + 1,
        "the file has to be an export as it was downloaded, compressed with gzip",
        error,
      );
}
