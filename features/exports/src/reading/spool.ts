import type { KeptPieces } from "../kept-pieces.ts";
import type { FileBounds } from "../limits.ts";
import { refusedFile, RefusedFor } from "./refusal.ts";

const SPOOL_BYTES = 4 * 1024 * 1024;
const GZIP = [0x1f, 0x8b] as const;

/** How much of a file waits to be checked. */
export interface Spooled {
  bytes: number;
  pieces: number;
}

/**
 * Keeps a file as it comes: to check it takes longer than a server lets a request take to arrive.
 * @throws MoJobError `archive_refused` for what is no gzip, and for more bytes than a file has
 */
export async function spool(
  content: AsyncIterable<Uint8Array>,
  kept: KeptPieces,
  bounds: FileBounds,
  onKept: (spooled: Spooled) => Promise<void>,
): Promise<Spooled> {
  const spooled: Spooled = { bytes: 0, pieces: 0 };
  let open: Uint8Array[] = [];
  let openBytes = 0;
  const flush = async (): Promise<void> => {
    if (openBytes === 0) return;
    await kept.put(spooled.pieces, Buffer.concat(open));
    spooled.pieces += 1;
    open = [];
    openBytes = 0;
    await onKept(spooled);
  };
  for await (const piece of content) {
    const magic = GZIP[spooled.bytes];
    if (magic !== undefined && piece.length > 0 && piece[0] !== magic)
      throw refusedFile(
        RefusedFor.Foreign,
        1,
        "the file has to be an export as it was downloaded, compressed with gzip",
      );
    spooled.bytes += piece.length;
    if (spooled.bytes > bounds.bytes)
      throw refusedFile(RefusedFor.TooLarge, 0, `a file has at most ${bounds.bytes} bytes`);
    open.push(piece.slice());
    openBytes += piece.length;
    if (openBytes >= SPOOL_BYTES) await flush();
  }
  await flush();
  return spooled;
}

/** The bytes that were kept. */
export async function* spooledBytes(
  kept: KeptPieces,
  { pieces }: Spooled,
): AsyncGenerator<Uint8Array, void, void> {
  for (let index = 0; index < pieces; index += 1) yield await kept.read(index);
}
