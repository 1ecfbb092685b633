import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { createTarPacker, type TarHeader, type TarPackController } from "modern-tar";
import { unavailable } from "../place/file-errors.ts";
import type { PackedFile } from "./packed-files.ts";

/** A tar archive of these files, packed by gzip, as it becomes. */
export async function* tarBytes(files: AsyncIterable<PackedFile>): AsyncGenerator<Uint8Array, void, void> {
  const { readable, controller } = createTarPacker();
  const reader = readable.getReader();
  const gzip = createGzip();
  pipeline(Readable.from(piecesOf(reader), { objectMode: false }), gzip, () => {
    // It ends the stream below with its error.
  });
  const adding = addAll(controller, files).catch((error: unknown) => controller.error(error));
  try {
    yield* gzip as AsyncIterable<Uint8Array>;
  } finally {
    gzip.destroy();
    await reader.cancel().catch(() => {});
    await adding;
  }
}

async function* piecesOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

async function addAll(controller: TarPackController, files: AsyncIterable<PackedFile>): Promise<void> {
  for await (const { path, modified, source } of files) {
    if (source === null) {
      await controller.add(headerOf(`${path}/`, modified, 0, "directory")).close();
      continue;
    }
    try {
      const writer = controller.add(headerOf(path, modified, source.size, "file")).getWriter();
      // The archive says the size before the content: what is written meanwhile is not packed.
      let left = source.size;
      for await (const piece of source.bytes()) {
        const taken = piece.subarray(0, left);
        left -= taken.length;
        if (taken.length > 0) await writer.write(taken);
        if (left === 0) break;
      }
      if (left > 0) throw unavailable(source.text, "it became shorter while it was packed");
      await writer.close();
    } finally {
      await source.close();
    }
  }
  controller.finalize();
}

function headerOf(name: string, mtime: Date, size: number, type: "file" | "directory"): TarHeader {
  return { name, size, type, mtime, mode: type === "file" ? 0o644 : 0o755 };
}
