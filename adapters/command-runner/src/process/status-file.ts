import type { JobContext } from "@mojob/core";
import { describeValue } from "@mojob/core/engine";
import { readPlainFile } from "./plain-file.ts";

const MOST_BYTES = 4096;
const LOOK_EVERY_MS = 500;
const SUCCESS = "1";
/** A fraction or a percentage, and a message behind it. */
const STATUS_LINE = /^(\d{1,3}(?:\.\d{1,12})?)(%?)(?:[ \t]+(\S.*))?$/;

export interface ProgramStatus {
  /** 0 to 1. */
  readonly fraction: number;
  readonly message: string | undefined;
}

/** Reads `0.4`, `40%` or `40% copying`, in one line. @throws Error that says what is wanted */
export function parseStatus(text: string): ProgramStatus {
  const [, number = "", percent, message] = STATUS_LINE.exec(text.trim()) ?? [];
  const fraction = Number(number) / (percent === "%" ? 100 : 1);
  if (number === "" || fraction > 1)
    throw new Error("it must be one line: a number from 0 to 1, or a percentage, and a message behind it");
  return { fraction, message };
}

/** Follows the file in which a program says how far it is, and passes it on as the run's progress. */
export class StatusFile {
  readonly #path: string;
  readonly #context: Pick<JobContext, "progress" | "log">;
  /** The text that was read last. */
  #read = "";
  /** The text of the program that was understood last. */
  #text = "";
  /** The text that could not be understood at the look before: it may not have been written to its end. */
  #doubtful = "";
  #hasWarned = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(path: string, context: Pick<JobContext, "progress" | "log">) {
    this.#path = path;
    this.#context = context;
  }

  /** Looks twice a second until it is closed, at what is written from now on. */
  async begin(): Promise<void> {
    const found = await readPlainFile(this.#path, MOST_BYTES).catch(() => null);
    this.#read = found?.stamp ?? "";
    this.#follow();
  }

  /** Whether the program has written that it has succeeded (seed 004, 4.3.4). */
  get saysSuccess(): boolean {
    return this.#text === SUCCESS;
  }

  #follow(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.look().then(() => {
        if (this.#timer !== undefined) this.#follow();
      });
    }, LOOK_EVERY_MS);
  }

  /** Looks for the last time. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#looking;
    await this.look(true);
  }

  /** @param isLast nothing is written any more */
  async look(isLast = false): Promise<void> {
    let stamp = "unreadable";
    try {
      const found = await readPlainFile(this.#path, MOST_BYTES);
      if (found?.stamp === this.#read) return;
      if (found === null || found.text.trim() === "") {
        this.#text = "";
        return;
      }
      stamp = found.stamp;
      const { fraction, message } = parseStatus(found.text);
      this.#read = stamp;
      this.#text = found.text.trim();
      this.#context.progress(fraction, message);
    } catch (error) {
      if (this.#doubtful !== stamp && !isLast) {
        this.#doubtful = stamp;
        return;
      }
      this.#read = stamp;
      this.#warn(error);
    }
  }

  #warn(error: unknown): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const why = describeValue(error instanceof Error ? error.message : error);
    this.#context.log.warn(`The status file was left out: ${why}`);
  }
}
