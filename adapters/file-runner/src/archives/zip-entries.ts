import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { type Entry, fromFd, type Options, type ZipFile } from "yauzl";
import type { Session } from "../operations/session.ts";
import type { ArchiveFile } from "./archive-file.ts";
import { EntryRules, type UnpackedEntry } from "./entry-rules.ts";

const ENCRYPTED = 1;
const STORED_OR_DEFLATED: readonly number[] = [0, 8];
const TYPE_BITS = 0o170_000;
const PLAIN_TYPES: readonly number[] = [0, 0o100_000, 0o040_000];

/** The archive's own directory is read in full and checked first; then each entry by it. @throws WorkError */
export async function zipEntries(
  archive: ArchiveFile,
  session: Session,
): Promise<AsyncIterable<UnpackedEntry>> {
  const rules = new EntryRules(archive.text, archive.size, session.budget.limits);
  const open = promisify<number, Options, ZipFile>(fromFd);
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true };
  const zip = await open(archive.handle.fd, options).catch((error: Error) => rules.refuse(error.message));
  const entries: (readonly [Entry, UnpackedEntry])[] = [];
  for await (const entry of directoryOf(zip, rules)) {
    session.signal.throwIfAborted();
    assertPlain(entry, rules);
    const isFolder = entry.fileName.endsWith("/");
    if (isFolder && entry.uncompressedSize > 0) rules.refuse(`folder "${entry.fileName}" has content`);
    const checked = rules.check({ name: entry.fileName, size: entry.uncompressedSize, isFolder });
    if (checked !== null) entries.push([entry, { ...checked, content: () => contentOf(zip, entry, rules) }]);
  }
  return inOrder(entries.map(([, entry]) => entry));
}

async function* inOrder(entries: readonly UnpackedEntry[]): AsyncGenerator<UnpackedEntry, void, void> {
  yield* entries;
}

/** @throws WorkError `archive_refused` */
function assertPlain(entry: Entry, rules: EntryRules): void {
  const { fileName, externalFileAttributes, generalPurposeBitFlag, compressionMethod } = entry;
  if ((generalPurposeBitFlag & ENCRYPTED) !== 0) rules.refuse(`entry "${fileName}" is encrypted`);
  if (!STORED_OR_DEFLATED.includes(compressionMethod))
    rules.refuse(`entry "${fileName}" is packed by method ${compressionMethod}, which is not known here`);
  const type = (externalFileAttributes >>> 16) & TYPE_BITS;
  if (!PLAIN_TYPES.includes(type)) rules.refuse(`entry "${fileName}" is a link or a device`);
}

async function* directoryOf(zip: ZipFile, rules: EntryRules): AsyncGenerator<Entry, void, void> {
  const next = (): Promise<Entry | null> =>
    new Promise((resolve, reject) => {
      const done = (entry: Entry | null, error?: Error): void => {
        zip.removeListener("entry", onEntry);
        zip.removeListener("end", onEnd);
        zip.removeListener("error", onError);
        if (error === undefined) resolve(entry);
        else reject(error);
      };
      const onEntry = (entry: Entry): void => done(entry);
      const onEnd = (): void => done(null);
      const onError = (error: Error): void => done(null, error);
      zip.on("entry", onEntry).on("end", onEnd).on("error", onError);
      zip.readEntry();
    });
  for (;;) {
    const entry = await next().catch((error: Error) => rules.refuse(error.message));
    if (entry === null) return;
    yield entry;
  }
}

async function* contentOf(
  zip: ZipFile,
  entry: Entry,
  rules: EntryRules,
): AsyncGenerator<Uint8Array, void, void> {
  const open = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
  let sum = 0;
  let stream: Readable | null = null;
  try {
    stream = await open(entry);
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (error) {
    rules.refuse(`entry "${entry.fileName}" cannot be read: ${error instanceof Error ? error.message : ""}`);
  } finally {
    stream?.destroy();
  }
  if (sum !== entry.crc32) rules.refuse(`entry "${entry.fileName}" is damaged: its CRC-32 is another one`);
}
