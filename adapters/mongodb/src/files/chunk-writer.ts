import { createHash } from "node:crypto";
import { Binary, ObjectId } from "mongodb";
import type { StoreHandle } from "../connection/mongodb-connection.ts";

/** A server takes documents of up to 16 MiB; a piece is in memory here and there. */
export const CHUNK_BYTES: number = 1024 * 1024;

/** The written bytes of a file. */
export interface Written {
  readonly size: number;
  readonly sha256: string;
}

/**
 * Writes pieces of any size as chunks of one size.
 * @param refusal made where there is more than `mostBytes`
 */
export async function writeChunks(
  store: StoreHandle,
  fileId: ObjectId,
  content: AsyncIterable<Uint8Array>,
  mostBytes: number,
  refusal: () => Error,
): Promise<Written> {
  const hash = createHash("sha256");
  const chunk = new Uint8Array(CHUNK_BYTES);
  let size = 0;
  let filled = 0;
  let n = 0;
  const write = async (): Promise<void> => {
    // The driver's own copy: the next piece is written over this one.
    const data = new Binary(chunk.slice(0, filled));
    const { fileChunks } = store.collections;
    await store.call("write a file", () =>
      fileChunks.insertOne({ _id: new ObjectId(), files_id: fileId, n, data }),
    );
    n += 1;
    filled = 0;
  };
  for await (const piece of content) {
    size += piece.length;
    if (size > mostBytes) throw refusal();
    hash.update(piece);
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + CHUNK_BYTES - filled);
      chunk.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === CHUNK_BYTES) await write();
    }
  }
  if (filled > 0) await write();
  return { size, sha256: hash.digest("hex") };
}
