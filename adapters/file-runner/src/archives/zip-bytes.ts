import { once } from "node:events";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { PackedFile } from "./packed-files.ts";

const FILE_MODE = 0o100_644;
const FOLDER_MODE = 0o040_755;

/** A zip archive of these files, as it becomes. */
export async function* zipBytes(files: AsyncIterable<PackedFile>): AsyncGenerator<Uint8Array, void, void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const adding = addAll(zip, files).catch((error: unknown) => void output.destroy(error as Error));
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    output.destroy();
    await adding;
  }
}

async function addAll(zip: ZipFile, files: AsyncIterable<PackedFile>): Promise<void> {
  const output = zip.outputStream as Readable;
  const ended = once(output, "close").catch(() => {});
  for await (const { path, modified, source } of files) {
    if (output.destroyed) {
      await source?.close();
      return;
    }
    if (source === null) {
      zip.addEmptyDirectory(path, { mtime: modified, mode: FOLDER_MODE });
      continue;
    }
    const content = Readable.from(source.bytes(), { objectMode: false });
    const failed = once(content, "close").then(() => content.errored);
    zip.addReadStream(content, path, { mtime: modified, mode: FILE_MODE });
    // One is open at a time; where nobody reads the archive any more, nobody reads this.
    const error = await Promise.race([failed, ended.then(() => null)]);
    content.destroy();
    await source.close();
    if (error !== null) throw error;
  }
  zip.end();
}
