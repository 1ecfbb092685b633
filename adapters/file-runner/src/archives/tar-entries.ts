import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { WorkError } from "@mojob/core/ports";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import type { Session } from "../operations/session.ts";
import { tooLarge } from "../place/file-errors.ts";
import { type ArchiveFile, bytesOfArchive } from "./archive-file.ts";
import { EntryRules, type UnpackedEntry } from "./entry-rules.ts";

/** What an entry has beside its content: a header, another for a long name, and what fills up the last block. */
const BESIDE_BYTES = 4096;
const MB = 1024 * 1024;

/** The archive is read twice: once to know all entries, and then for their content. @throws WorkError */
export async function tarEntries(
  archive: ArchiveFile,
  session: Session,
): Promise<AsyncIterable<UnpackedEntry>> {
  for await (const { content } of checkedEntries(archive, session)) for await (const _ of content());
  return checkedEntries(archive, session);
}

async function* checkedEntries(
  archive: ArchiveFile,
  session: Session,
): AsyncGenerator<UnpackedEntry, void, void> {
  const rules = new EntryRules(archive.text, archive.size, session.budget.limits);
  for await (const { header, body } of readable(decoded(archive, session), rules, session)) {
    const { name, size, type = "file" } = header;
    if (type !== "file" && type !== "directory") rules.refuse(`entry "${name}" is a ${type}`);
    const isFolder = type === "directory";
    const checked = rules.check({ name, size: isFolder ? 0 : size, isFolder });
    if (checked !== null && !isFolder)
      yield { ...checked, content: () => readable(piecesOf(body), rules, session) };
    else {
      await body.cancel();
      if (checked !== null) yield { ...checked, content: () => piecesOf(new Blob([]).stream()) };
    }
  }
}

/** What the decoders say is wrong with the archive. @throws WorkError `unpack_refused` */
async function* readable<Piece>(
  pieces: AsyncIterable<Piece>,
  rules: EntryRules,
  { signal }: Session,
): AsyncGenerator<Piece, void, void> {
  try {
    yield* pieces;
  } catch (error) {
    if (error instanceof WorkError || signal.aborted) throw error;
    rules.refuse(`it cannot be read: ${error instanceof Error ? error.message : ""}`);
  }
}

async function* decoded(archive: ArchiveFile, session: Session): AsyncGenerator<ParsedTarEntry, void, void> {
  const pieces = unzipped(archive, session);
  const source = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(error);
        }
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
  const reader = source.pipeThrough(createTarDecoder({ strict: true })).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** What is unpacked is bounded before it is decoded: a header has no entry yet. */
async function* unzipped(archive: ArchiveFile, session: Session): AsyncGenerator<Uint8Array, void, void> {
  const { archiveEntries, archiveRatio, totalMb } = session.budget.limits;
  const most =
    Math.min(Math.max(MB, archive.size * archiveRatio), totalMb * MB) + archiveEntries * BESIDE_BYTES;
  const gunzip = createGunzip();
  pipeline(Readable.from(bytesOfArchive(archive, session.signal)), gunzip, () => {
    // It ends the stream below with its error.
  });
  let bytes = 0;
  try {
    for await (const piece of gunzip as AsyncIterable<Uint8Array>) {
      bytes += piece.length;
      if (bytes > most)
        throw tooLarge(archive.text, `its content is more than ${archiveRatio} times its size`);
      yield piece;
    }
  } finally {
    gunzip.destroy();
  }
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
