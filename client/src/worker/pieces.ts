/** A part of a file. */
export interface FilePiece {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** The same bytes in pieces of one size, the last of which says so; one empty piece where there is none. */
export async function* piecesOf(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<FilePiece, void, void> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const bytes of source) {
    for (let from = 0; from < bytes.byteLength;) {
      if (filled === size) {
        yield { bytes: piece, isLast: false };
        // The one before may still be in use.
        piece = new Uint8Array(size);
        filled = 0;
      }
      const part = bytes.subarray(from, from + size - filled);
      piece.set(part, filled);
      filled += part.byteLength;
      from += part.byteLength;
    }
  }
  yield { bytes: piece.subarray(0, filled), isLast: true };
}
