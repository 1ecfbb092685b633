import type { ByteMask, TextMask, WorkLog } from "@mojob/core/ports";
import { LineSplitter } from "./line-splitter.ts";

/** The bytes that go to the log at once, and those that may follow each second: a log is kept in a store that others use too. */
const BURST_BYTES = 256 * 1024;
const BYTES_A_SECOND = 64 * 1024;
/** The part of the rest that is kept: its end, where programs say why they failed. */
const TAIL_BYTES = 64 * 1024;
const LONGEST_LAST_LINE = 500;
const SAYS_SOMETHING = /\S/;

export const OutputStream = { Stdout: "stdout", Stderr: "stderr" } as const;
export type OutputStream = (typeof OutputStream)[keyof typeof OutputStream];

/** The size of the pieces in which output is judged. */
const PIECE_BYTES = 16 * 1024;
const LINE_END = 0x0a;

interface Piece {
  readonly stream: OutputStream;
  readonly bytes: Uint8Array;
}

export interface OutputLogOptions {
  readonly log: WorkLog;
  /** Beyond this many bytes `onTooMuch` is called, once, and nothing more is taken; `null` is no limit. */
  readonly maxBytes: number | null;
  readonly onTooMuch: () => void;
  /** Hides texts, also those that come in two pieces. @default nothing is hidden */
  readonly mask?: TextMask | undefined;
  /** Takes all of it as it comes, masked. @default nobody takes it */
  readonly onOutput?: ((stream: OutputStream, bytes: Uint8Array) => void) | undefined;
  /** Milliseconds that never jump. */
  readonly nowMs: () => number;
}

/**
 * Brings what a program prints to its run's log as it comes: standard output as info, standard error as warnings. Where
 * that is faster than a log is written, lines are left out, with a line that counts them, and the end is kept.
 */
export class OutputLog {
  readonly #options: OutputLogOptions;
  readonly #splitters: Readonly<Record<OutputStream, LineSplitter>>;
  readonly #masks: Readonly<Record<OutputStream, ByteMask | null>>;
  #bytes = 0;
  #isOver = false;
  #budget = BURST_BYTES;
  #filledMs: number;
  /** The latest pieces that were not written; lines are made of them when they are. */
  #held: Piece[] = [];
  #heldBytes = 0;
  #left = { lines: 0, bytes: 0 };
  #last: Partial<Record<OutputStream, string>> = {};

  constructor(options: OutputLogOptions) {
    this.#options = options;
    this.#filledMs = options.nowMs();
    const { log, mask } = options;
    this.#masks = { stdout: mask?.bytes() ?? null, stderr: mask?.bytes() ?? null };
    const splitter = (stream: OutputStream, write: (line: string) => void): LineSplitter =>
      new LineSplitter((line) => {
        if (SAYS_SOMETHING.test(line)) this.#last[stream] = line.slice(0, LONGEST_LAST_LINE);
        write(line);
      });
    this.#splitters = {
      stdout: splitter(OutputStream.Stdout, (line) => log.info(line)),
      stderr: splitter(OutputStream.Stderr, (line) => log.warn(line)),
    };
  }

  /** The last line that says something, of the errors if there are any. */
  get lastLine(): string | null {
    return this.#last.stderr ?? this.#last.stdout ?? null;
  }

  push(stream: OutputStream, bytes: Uint8Array): void {
    if (this.#isOver) return;
    const { maxBytes, onTooMuch } = this.#options;
    this.#bytes += bytes.byteLength;
    this.#fill();
    this.#takeAll(stream, this.#masks[stream]?.push(bytes) ?? bytes);
    if (maxBytes === null || this.#bytes <= maxBytes) return;
    this.#isOver = true;
    onTooMuch();
  }

  /** Writes what was held back. */
  end(): void {
    for (const stream of Object.values(OutputStream)) {
      const rest = this.#masks[stream]?.end();
      if (rest !== undefined) this.#takeAll(stream, rest);
    }
    this.#release();
    this.#endLines();
  }

  #fill(): void {
    const nowMs = this.#options.nowMs();
    this.#budget = Math.min(BURST_BYTES, this.#budget + ((nowMs - this.#filledMs) * BYTES_A_SECOND) / 1000);
    this.#filledMs = nowMs;
  }

  #takeAll(stream: OutputStream, bytes: Uint8Array): void {
    this.#options.onOutput?.(stream, bytes);
    for (let from = 0; from < bytes.byteLength; from += PIECE_BYTES)
      this.#take({ stream, bytes: bytes.subarray(from, from + PIECE_BYTES) });
  }

  #take(piece: Piece): void {
    if (this.#held.length > 0 && this.#budget >= TAIL_BYTES) this.#release();
    if (this.#held.length === 0 && this.#budget > 0) return this.#write(piece);
    this.#held.push(piece);
    this.#heldBytes += piece.bytes.byteLength;
    while (this.#heldBytes > TAIL_BYTES) this.#leaveOut(this.#held.shift());
  }

  #leaveOut(piece: Piece | undefined): void {
    if (piece === undefined) return;
    this.#heldBytes -= piece.bytes.byteLength;
    this.#left.bytes += piece.bytes.byteLength;
    for (const byte of piece.bytes) if (byte === LINE_END) this.#left.lines += 1;
  }

  #release(): void {
    const { lines, bytes } = this.#left;
    if (bytes > 0) {
      this.#endLines();
      this.#options.log.warn(
        `${lines} lines (${bytes} bytes) are left out here: the program printed faster than a log is written`,
      );
    }
    for (const piece of this.#held) this.#write(piece);
    this.#held = [];
    this.#heldBytes = 0;
    this.#left = { lines: 0, bytes: 0 };
  }

  #endLines(): void {
    this.#splitters.stdout.end();
    this.#splitters.stderr.end();
  }

  #write({ stream, bytes }: Piece): void {
    this.#budget -= bytes.byteLength;
    this.#splitters[stream].push(bytes);
  }
}
