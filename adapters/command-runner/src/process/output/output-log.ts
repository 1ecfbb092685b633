import type { WorkLog } from "@mojob/core/ports";
import { LineSplitter } from "./line-splitter.ts";

/** What goes to the log at once, and how much more each second: a log is kept in a store that others use too. */
const BURST_BYTES = 256 * 1024;
const BYTES_A_SECOND = 64 * 1024;
/** What is kept of the rest: its end, where programs say why they failed. */
const TAIL_BYTES = 64 * 1024;
const LONGEST_LAST_LINE = 500;
const SAYS_SOMETHING = /\S/;

export const OutputStream = { Stdout: "stdout", Stderr: "stderr" } as const;
export type OutputStream = (typeof OutputStream)[keyof typeof OutputStream];

interface HeldLine {
  readonly stream: OutputStream;
  readonly line: string;
  readonly bytes: number;
}

export interface OutputLogOptions {
  readonly log: WorkLog;
  /** Beyond this many bytes `onTooMuch` is called, once, and nothing more is taken; `null` is no limit. */
  readonly maxBytes: number | null;
  readonly onTooMuch: () => void;
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
  #bytes = 0;
  #isOver = false;
  #budget = BURST_BYTES;
  #filledMs: number;
  #held: HeldLine[] = [];
  #heldBytes = 0;
  #left = { lines: 0, bytes: 0 };
  #last: Partial<Record<OutputStream, string>> = {};

  constructor(options: OutputLogOptions) {
    this.#options = options;
    this.#filledMs = options.nowMs();
    const splitter = (stream: OutputStream): LineSplitter =>
      new LineSplitter((line) => this.#take(stream, line));
    this.#splitters = { stdout: splitter(OutputStream.Stdout), stderr: splitter(OutputStream.Stderr) };
  }

  /** The last line that says something, of the errors if there are any. */
  get lastLine(): string | null {
    return this.#last.stderr ?? this.#last.stdout ?? null;
  }

  push(stream: OutputStream, bytes: Uint8Array): void {
    if (this.#isOver) return;
    const { maxBytes, onTooMuch } = this.#options;
    this.#bytes += bytes.byteLength;
    this.#splitters[stream].push(bytes);
    if (maxBytes === null || this.#bytes <= maxBytes) return;
    this.#isOver = true;
    onTooMuch();
  }

  /** Writes what was held back. */
  end(): void {
    this.#splitters.stdout.end();
    this.#splitters.stderr.end();
    this.#release();
  }

  #take(stream: OutputStream, line: string): void {
    if (SAYS_SOMETHING.test(line)) this.#last[stream] = line.slice(0, LONGEST_LAST_LINE);
    // As many as it has characters: counting bytes would cost more than the lines of a program that prints all it can.
    const bytes = line.length + 1;
    this.#fill();
    if (this.#held.length > 0 && this.#budget >= TAIL_BYTES) this.#release();
    if (this.#held.length === 0 && this.#budget >= bytes) this.#write({ stream, line, bytes });
    else this.#hold({ stream, line, bytes });
  }

  #fill(): void {
    const nowMs = this.#options.nowMs();
    this.#budget = Math.min(BURST_BYTES, this.#budget + ((nowMs - this.#filledMs) * BYTES_A_SECOND) / 1000);
    this.#filledMs = nowMs;
  }

  #hold(held: HeldLine): void {
    this.#held.push(held);
    this.#heldBytes += held.bytes;
    if (this.#heldBytes <= 2 * TAIL_BYTES) return;
    // Half of it at once: taking the first from a list costs as much as the list is long.
    let count = 0;
    for (; this.#heldBytes > TAIL_BYTES; count += 1) {
      const bytes = this.#held[count]?.bytes ?? this.#heldBytes;
      this.#heldBytes -= bytes;
      this.#left = { lines: this.#left.lines + 1, bytes: this.#left.bytes + bytes };
    }
    this.#held = this.#held.slice(count);
  }

  #release(): void {
    const { lines, bytes } = this.#left;
    if (lines > 0)
      this.#options.log.warn(
        `${lines} lines (${bytes} characters) are left out here: the program printed faster than a log is written`,
      );
    for (const held of this.#held) this.#write(held);
    this.#held = [];
    this.#heldBytes = 0;
    this.#left = { lines: 0, bytes: 0 };
  }

  #write({ stream, line, bytes }: HeldLine): void {
    this.#budget -= bytes;
    const { log } = this.#options;
    if (stream === OutputStream.Stderr) log.warn(line);
    else log.info(line);
  }
}
