import type { ArchiveRange } from "@mojob/core/engine";
import { pack, unpack } from "../format/gzip-pieces.ts";
import type { KeptPieces } from "../kept-pieces.ts";
import { ARCHIVE_PIECE_BYTES } from "../limits.ts";

const LINE_BREAK = 0x0a;

/** Keeps a long text in pieces of one size, each compressed by itself: so that a part of it is read without the rest. */
export class TextWriter {
  readonly #kept: KeptPieces;
  #open: Uint8Array[] = [];
  #openBytes = 0;
  /** The size of the text so far. */
  plainSize = 0;
  pieces = 0;
  /** What the pieces take. */
  storedBytes = 0;

  constructor(kept: KeptPieces) {
    this.#kept = kept;
  }

  /** Resolves to whether a piece was kept. */
  async write(bytes: Uint8Array): Promise<boolean> {
    this.plainSize += bytes.length;
    let rest = bytes;
    let hasKept = false;
    while (this.#openBytes + rest.length >= ARCHIVE_PIECE_BYTES) {
      const room = ARCHIVE_PIECE_BYTES - this.#openBytes;
      this.#open.push(rest.subarray(0, room));
      await this.#flush();
      hasKept = true;
      rest = rest.subarray(room);
    }
    if (rest.length > 0) {
      // It may be a part of a buffer that is used again.
      this.#open.push(rest.slice());
      this.#openBytes += rest.length;
    }
    return hasKept;
  }

  async end(): Promise<void> {
    if (this.#openBytes > 0) await this.#flush();
  }

  async #flush(): Promise<void> {
    const packed = await pack(Buffer.concat(this.#open));
    this.#open = [];
    this.#openBytes = 0;
    await this.#kept.put(this.pieces, packed);
    this.pieces += 1;
    this.storedBytes += packed.length;
  }
}

/** The lines in a range of a kept text, without their line breaks, from a place in it on. */
export async function* readKept(
  kept: KeptPieces,
  { at, bytes }: ArchiveRange,
): AsyncGenerator<Uint8Array, void, void> {
  const end = at + bytes;
  let rest: Uint8Array[] = [];
  for (let from = at; from < end;) {
    const index = Math.floor(from / ARCHIVE_PIECE_BYTES);
    const first = index * ARCHIVE_PIECE_BYTES;
    const piece = await unpack(await kept.read(index), ARCHIVE_PIECE_BYTES);
    const part = piece.subarray(from - first, Math.min(end - first, piece.length));
    let begin = 0;
    for (let stop = part.indexOf(LINE_BREAK); stop !== -1; stop = part.indexOf(LINE_BREAK, begin)) {
      yield Buffer.concat([...rest, part.subarray(begin, stop)]);
      rest = [];
      begin = stop + 1;
    }
    rest.push(part.subarray(begin));
    if (part.length === 0) return;
    from = first + piece.length;
  }
}
