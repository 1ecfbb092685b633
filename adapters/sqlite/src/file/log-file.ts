import { closeSync, fdatasync, fdatasyncSync, openSync, readSync } from "node:fs";

/** Sizes and places in the log (https://sqlite.org/fileformat2.html#the_write_ahead_log). */
const HEADER_BYTES = 32;
const PAGE_SIZE_AT = 8;
const SALTS_AT = 16;
const SALTS_BYTES = 8;
const FRAME_HEADER_BYTES = 24;
const FRAME_SALTS_AT = 8;

/**
 * The write-ahead log beside an open file. SQLite has no locks on it, so it may be opened and closed here, where the file
 * itself may not: closing any descriptor of that one releases the process's locks.
 */
export class LogFile {
  readonly #descriptor: number;
  readonly #header: Buffer = Buffer.alloc(SALTS_AT + SALTS_BYTES);
  readonly #salts: Buffer = Buffer.alloc(SALTS_BYTES);
  #syncs = 0;
  #isClosed = false;

  constructor(path: string) {
    this.#descriptor = openSync(`${path}-wal`, "r+");
  }

  /** Returns once what was committed before the call is on the disk. */
  syncInPlace(): void {
    this.#assertOpen();
    fdatasyncSync(this.#descriptor);
  }

  /** Resolves once what was committed before the call is on the disk; the event loop turns meanwhile. */
  async syncAside(): Promise<void> {
    // Deno takes one more descriptor for that, and where there is none its error ends the process.
    if ("Deno" in globalThis) return this.syncInPlace();
    this.#assertOpen();
    this.#syncs += 1;
    await new Promise<void>((resolve, reject) => {
      fdatasync(this.#descriptor, (error) => {
        this.#syncs -= 1;
        this.#closeUnused();
        if (error === null) resolve();
        else reject(error);
      });
    });
  }

  /** Whether the log has come this far since it was begun again: its file keeps the size it had before. */
  isLongerThan(bytes: number): boolean {
    if (!this.#read(this.#header, 0)) return false;
    const frameBytes = FRAME_HEADER_BYTES + this.#header.readUInt32BE(PAGE_SIZE_AT);
    const frame = Math.floor(bytes / frameBytes);
    // Frames from before the log was begun again have other salts than its header.
    const isThere = this.#read(this.#salts, HEADER_BYTES + frame * frameBytes + FRAME_SALTS_AT);
    return isThere && this.#header.subarray(SALTS_AT).equals(this.#salts);
  }

  /** Waits for a sync that is under way. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closeUnused();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new Error("The log is closed");
  }

  #closeUnused(): void {
    if (this.#isClosed && this.#syncs === 0) closeSync(this.#descriptor);
  }

  #read(into: Buffer, position: number): boolean {
    return readSync(this.#descriptor, into, 0, into.length, position) === into.length;
  }
}
