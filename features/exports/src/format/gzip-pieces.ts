import { promisify } from "node:util";
import { constants, crc32, deflateRaw, inflateRaw } from "node:zlib";
import { FILE_BOUNDS } from "../limits.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** The beginning of a gzip file without a name and a time (RFC 1952). */
export const GZIP_HEAD: Uint8Array = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
const LAST_BLOCK = [3, 0] as const;
const TWO_TO_32 = 2 ** 32;

/**
 * A piece of a gzip file, which is made without the pieces before it: each ends at a whole byte and refers to nothing before itself. One that
 * would shrink more than a reader takes is not compressed.
 */
export async function gzipPiece(plain: Uint8Array): Promise<Uint8Array> {
  const flush = { finishFlush: constants.Z_FULL_FLUSH };
  const packed = await deflate(plain, flush);
  return packed.length * FILE_BOUNDS.ratio >= plain.length ? packed : deflate(plain, { ...flush, level: 0 });
}

/** The end of a gzip file. */
export function gzipTail(crc: number, plainSize: number): Uint8Array {
  const tail = new Uint8Array(LAST_BLOCK.length + 8);
  tail.set(LAST_BLOCK);
  const view = new DataView(tail.buffer);
  view.setUint32(LAST_BLOCK.length, crc, true);
  view.setUint32(LAST_BLOCK.length + 4, plainSize % TWO_TO_32, true);
  return tail;
}

/** The CRC-32 of bytes behind others. */
export function crcOf(plain: Uint8Array, before: number): number {
  return crc32(plain, before);
}

/** A piece of text, compressed by itself. */
export function pack(plain: Uint8Array): Promise<Uint8Array> {
  return deflate(plain);
}

/** @param most bytes that it may have */
export function unpack(packed: Uint8Array, most: number): Promise<Uint8Array> {
  return inflate(packed, { maxOutputLength: most });
}
