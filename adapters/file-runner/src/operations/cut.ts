import { Buffer } from "node:buffer";

/** A piece of a part: its bytes, and whether the part ends with them. */
export interface CutPiece {
  readonly bytes: Uint8Array;
  readonly isEnd: boolean;
}

/** Cuts bytes into parts, whatever pieces they come in. */
export interface Cutter {
  /** The pieces of parts that are known by now. */
  push(piece: Uint8Array): Iterable<CutPiece>;
  /** The rest, which ends the last part. */
  rest(): Uint8Array;
}

/** Parts of so many bytes. */
export function bytesCutter(size: number): Cutter {
  let left = size;
  return {
    *push(piece) {
      for (let from = 0; from < piece.length;) {
        const bytes = piece.subarray(from, from + left);
        from += bytes.length;
        left -= bytes.length;
        yield { bytes, isEnd: left === 0 };
        if (left === 0) left = size;
      }
    },
    rest: () => new Uint8Array(),
  };
}

/** Parts that end with a marker, each the `every`-th of them. */
export function markerCutter(marker: Uint8Array, every: number): Cutter {
  // The end of what has come, in which a marker may have begun.
  let pending: Uint8Array = new Uint8Array();
  let found = 0;
  return {
    *push(piece) {
      const bytes = Buffer.concat([pending, piece]);
      let [begun, from] = [0, 0];
      for (let at = bytes.indexOf(marker); at >= 0; at = bytes.indexOf(marker, from)) {
        from = at + marker.length;
        found += 1;
        if (found < every) continue;
        found = 0;
        yield { bytes: bytes.subarray(begun, from), isEnd: true };
        begun = from;
      }
      const kept = Math.max(from, bytes.length - marker.length + 1);
      if (kept > begun) yield { bytes: bytes.subarray(begun, kept), isEnd: false };
      pending = bytes.subarray(kept);
    },
    rest: () => pending,
  };
}
