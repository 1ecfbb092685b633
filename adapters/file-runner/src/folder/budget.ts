import { tooLarge } from "../place/file-errors.ts";
import type { FileLimits } from "./file-limits.ts";

const MB = 1024 * 1024;

/** Counts what one attempt reads, writes and looks at. Each method throws WorkError `file_too_large` beyond the worker's limits. */
export class Budget {
  readonly limits: Required<FileLimits>;
  #read = 0;
  #written = 0;
  #entries = 0;

  constructor(limits: Required<FileLimits>) {
    this.limits = limits;
  }

  read(bytes: number, name: string): void {
    this.#read += bytes;
    if (this.#read > this.limits.totalMb * MB)
      throw tooLarge(name, `a run may read ${this.limits.totalMb} MB`);
  }

  written(bytes: number, name: string): void {
    this.#written += bytes;
    if (this.#written > this.limits.totalMb * MB)
      throw tooLarge(name, `a run may write ${this.limits.totalMb} MB`);
  }

  entry(name: string): void {
    this.#entries += 1;
    if (this.#entries > this.limits.entries)
      throw tooLarge(name, `a run may look at ${this.limits.entries} files and folders`);
  }

  /** One file, with what was written of it so far. */
  file(bytes: number, name: string): void {
    if (bytes > this.limits.fileMb * MB) throw tooLarge(name, `a file may have ${this.limits.fileMb} MB`);
  }
}
