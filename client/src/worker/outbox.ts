import type { HeldRun } from "./held-run.ts";
import type { AttemptResult } from "./wire.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

/** A call takes as many of them, and a body of 1 MiB. */
const MOST_ITEMS = 500;
const MOST_BYTES = 900_000;
const LONGEST_TEXT = 60_000;

/** Something of a run that is to be sent. */
export interface Note {
  readonly run: HeldRun;
  readonly fields: object;
}

/** Notes of one call. */
export interface Letter {
  readonly name: "log" | "progress" | "settle";
  readonly field: "lines" | "progress" | "results";
  readonly notes: readonly Note[];
}

/** The notes of runs to be sent: lines before the ends that follow them, and many at once. */
export class Outbox {
  #lines: Note[] = [];
  /** The latest of each run. */
  #progress = new Map<HeldRun, Note>();
  #results: Note[] = [];
  #wake = Promise.withResolvers<void>();

  putLine(run: HeldRun, level: LogLevel, message: string): void {
    for (const line of message.split("\n"))
      this.#lines.push({ run, fields: { level, message: sendable(line) } });
    this.#wake.resolve();
  }

  putProgress(run: HeldRun, fraction: number, message: string | undefined): void {
    const fields = { fraction, ...(message !== undefined && { message: sendable(message) }) };
    this.#progress.set(run, { run, fields });
    this.#wake.resolve();
  }

  putResult(run: HeldRun, result: AttemptResult): void {
    this.#results.push({ run, fields: result });
    this.#wake.resolve();
  }

  /** Resolves once there is something to send, or when the outbox is closed. */
  get filled(): Promise<void> {
    return this.#wake.promise;
  }

  /** Lets `filled` resolve. */
  close(): void {
    this.#wake.resolve();
  }

  /** Takes all there is, in the order in which it has to be sent. */
  take(): readonly Letter[] {
    const [lines, progress, results] = [this.#lines, [...this.#progress.values()], this.#results];
    this.#lines = [];
    this.#progress = new Map();
    this.#results = [];
    this.#wake = Promise.withResolvers();
    return [
      ...partsOf(lines).map((notes): Letter => ({ name: "log", field: "lines", notes })),
      ...partsOf(progress).map((notes): Letter => ({ name: "progress", field: "progress", notes })),
      ...partsOf(results).map((notes): Letter => ({ name: "settle", field: "results", notes })),
    ];
  }
}

/** Text that is valid Unicode, and not too long for one call. */
export function sendable(text: string): string {
  return text.slice(0, LONGEST_TEXT).toWellFormed().replaceAll("\0", "\uFFFD");
}

/** Lists that a call may have, by number and by size. */
function partsOf(notes: readonly Note[]): readonly (readonly Note[])[] {
  const parts: Note[][] = [];
  let bytes = 0;
  for (const note of notes) {
    const size = new TextEncoder().encode(JSON.stringify(note.fields)).byteLength + note.run.lease.length;
    const last = parts.at(-1);
    if (last === undefined || last.length === MOST_ITEMS || bytes + size > MOST_BYTES) {
      parts.push([note]);
      bytes = size;
    } else {
      last.push(note);
      bytes += size;
    }
  }
  return parts;
}
