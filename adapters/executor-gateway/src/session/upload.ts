import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { type FileValue, unlessAborted, type WorkFiles } from "@mojob/core/ports";

/** A part of a file, and what the store says when it has it. */
interface Piece {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
  readonly taken: () => void;
}

/** The state of an upload after a call. */
export interface UploadState {
  /** Bytes that have come, of this upload. */
  readonly received: number;
  /** The stored file, once all of it is there. */
  readonly file: FileValue | null;
}

export interface UploadPiece {
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/**
 * A file that an executor stores piece by piece. The next piece is taken when the store has the one before, so that no more than one is
 * in memory; a piece that is sent again, because the response was lost, is taken once.
 */
export class Upload {
  readonly name: string;
  readonly #stored: Promise<FileValue>;
  readonly #signal: AbortSignal;
  readonly #end = new AbortController();
  #arriving = Promise.withResolvers<Piece>();
  #received = 0;
  /** The latest piece, by where it begins. */
  #latest: { readonly offset: number; readonly state: Promise<UploadState> } | null = null;

  /** @param signal of the attempt */
  constructor(name: string, files: Pick<WorkFiles, "write">, signal: AbortSignal) {
    this.name = name;
    this.#signal = AbortSignal.any([signal, this.#end.signal]);
    this.#stored = files.write(name, this.#pieces());
    // Each call about it rejects with this, also the later ones.
    this.#stored.catch(() => {});
  }

  /** @throws MoJobError as `WorkFiles.write`; `invalid_argument` for a piece that is not the next one */
  async take(piece: UploadPiece): Promise<UploadState> {
    if (this.#latest?.offset === piece.offset) return this.#latest.state;
    if (piece.offset !== this.#received)
      throw new MoJobError(
        MoJobErrorCode.InvalidArgument,
        `Cannot take a piece of file ${JSON.stringify(this.name)} from byte ${piece.offset}: the next is from byte ${this.#received}`,
      );
    this.#received += piece.bytes.byteLength;
    const state = this.#hand(piece, this.#received);
    this.#latest = { offset: piece.offset, state };
    return state;
  }

  /** Stores nothing, unless all of it is there. */
  end(reason: Error): void {
    this.#end.abort(reason);
  }

  async #hand({ bytes, isLast }: UploadPiece, received: number): Promise<UploadState> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#arriving.resolve({ bytes, isLast, taken: resolve });
    if (isLast) return { received, file: await this.#stored };
    await Promise.race([promise, this.#stored]);
    return { received, file: null };
  }

  async *#pieces(): AsyncGenerator<Uint8Array, void, void> {
    for (let isLast = false; !isLast;) {
      const piece = await unlessAborted(this.#arriving.promise, this.#signal);
      ({ isLast } = piece);
      this.#arriving = Promise.withResolvers();
      if (piece.bytes.byteLength > 0) yield piece.bytes;
      piece.taken();
    }
  }
}
