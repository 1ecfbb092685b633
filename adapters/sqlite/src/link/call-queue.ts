import { type Clock, sleep, systemClock } from "@mojob/core/ports";
import type { FileParts } from "../engine/file-parts.ts";
import { Checkpoints } from "./checkpoints.ts";
import type { Database } from "./database.ts";
import type { Call, Outcome, SqliteFile } from "./sqlite-file.ts";
import { toMoJobError, toSyncError } from "./failure.ts";
import { LogSync, type Syncing } from "./log-sync.ts";

interface PendingCall extends Call {
  /** How many it writes. */
  readonly runs: number;
  resolve(value: never): void;
  reject(error: unknown): void;
}

/** Calls that read go before those that write so often in a row: the writes they lead to are then part of the same commit. */
const MOST_READS_AHEAD = 3;
/** With so many runs a commit is full: the next are written while it is synced, and its callers go on while the next are. */
const FULL_COMMIT = 250;
/** Copying the log takes the disk from commits: it begins once nothing was committed for so long. */
const QUIET_MS = 20;
/** It begins at the latest when the log has so many times the length it should have. */
const LATEST_TIMES = 2;
/** While the log is copied it grows to so many times the length it should have; then calls wait. */
const MOST_TIMES = 4;
/** How long those who read the log may hold up its new beginning, for each time the log is as long as it should be. */
const PATIENCE_MS = 50;
const MOST_PATIENCE_MS = 1000;

/**
 * Runs calls that are made in one turn of the event loop together, very many in several commits. Each is settled once all that was written before it
 * returned is on the disk, also one that only reads: nobody sees what a loss of power could take back.
 */
export class CallQueue implements Database {
  readonly #file: SqliteFile;
  readonly #sync: LogSync | null;
  readonly #clock: Clock;
  readonly #checkpoints: Checkpoints;
  #waiting: PendingCall[] = [];
  /** How often calls that read have gone before the writes that wait. */
  #readsAhead = 0;
  #shortening: Promise<void> | null = null;
  #commits = 0;
  /** How often in a row readers have prevented the log's restart; it is tried again when the log has grown as much once more. */
  #heldUp = 0;
  /** While the log is begun again, or copied too slowly, calls wait. */
  #isHeld = false;
  #closing: Promise<void> | null = null;

  /** @param syncing of what the file has committed, or `null` where nobody waits for that */
  constructor(file: SqliteFile, syncing: Syncing | null = file, clock: Clock = systemClock) {
    this.#file = file;
    this.#clock = clock;
    this.#sync = syncing && new LogSync(syncing, () => file.distrustLog(), clock);
    this.#checkpoints = new Checkpoints(file.path, (patienceMs) => file.beginLogAgain(patienceMs));
  }

  read<Result>(work: (file: FileParts) => Result): Promise<Result> {
    return this.#call(work, false, 1);
  }

  write<Result>(work: (file: FileParts) => Result, runs = 1): Promise<Result> {
    return this.#call(work, true, runs);
  }

  #call<Result>(work: (file: FileParts) => Result, isWrite: boolean, runs: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#hand());
      this.#waiting.push({ work, isWrite, runs, resolve, reject });
    });
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    do {
      await this.#shortening;
      this.#hand();
    } while (this.#waiting.length > 0);
    await this.#shortening;
    // A sync that fails is reported to the calls that wait for it.
    await this.#sync?.synced?.catch(() => {});
    await this.#checkpoints.close();
    this.#file.close();
  }

  #hand(): void {
    if (this.#waiting.length === 0 || this.#isHeld) return;
    const pending = this.#waiting;
    const writes = pending.filter(({ isWrite }) => isWrite);
    const hasBoth = writes.length > 0 && writes.length < pending.length;
    if (hasBoth && this.#readsAhead < MOST_READS_AHEAD) {
      this.#readsAhead += 1;
      this.#waiting = writes;
      setImmediate(() => this.#hand());
      this.#run(pending.filter(({ isWrite }) => !isWrite));
    } else {
      this.#readsAhead = 0;
      const count = this.#sync?.overlaps === true ? countForCommit(pending) : pending.length;
      this.#waiting = pending.slice(count);
      if (this.#waiting.length > 0) setImmediate(() => this.#hand());
      this.#run(pending.slice(0, count));
    }
  }

  #run(pending: readonly PendingCall[]): void {
    const { outcomes, hasWritten } = this.#file.run(pending);
    void this.#settle(pending, outcomes, hasWritten);
    if (!hasWritten) return;
    this.#commits += 1;
    this.#keepLogShort();
  }

  async #settle(
    pending: readonly PendingCall[],
    outcomes: readonly Outcome[],
    hasWritten: boolean,
  ): Promise<void> {
    try {
      if (hasWritten) this.#sync?.committed();
      const synced = this.#sync?.synced ?? null;
      if (synced !== null) await synced;
    } catch (error) {
      const failure = toSyncError(error, this.#file.path);
      for (const { reject } of pending) reject(failure);
      return;
    }
    pending.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index]!;
      if ("failure" in outcome) reject(toMoJobError(outcome.failure));
      else resolve(outcome.value as never);
    });
  }

  #keepLogShort(): void {
    if (this.#shortening !== null) {
      // The log is copied more slowly than it is written.
      if (this.#file.isLogLong(this.#heldUp + MOST_TIMES)) this.#isHeld = true;
    } else if (this.#file.isLogLong(this.#heldUp + 1)) {
      this.#shortening = this.#shorten();
    }
  }

  async #shorten(): Promise<void> {
    await this.#quiet();
    await this.#checkpoints.copy();
    this.#isHeld = true;
    const patienceMs = Math.min(PATIENCE_MS * (this.#heldUp + 1), MOST_PATIENCE_MS);
    const isDone = await this.#checkpoints.beginAgain(patienceMs);
    this.#heldUp = isDone ? 0 : this.#heldUp + 1;
    // Before the calls that waited are run: they may make the log so long that it has to be shortened again, and hold the next ones.
    this.#shortening = null;
    this.#isHeld = false;
    this.#hand();
  }

  /** Resolves once nothing is being committed, or the log can wait no longer. */
  async #quiet(): Promise<void> {
    let commits: number;
    do {
      if (this.#closing !== null || this.#file.isLogLong(this.#heldUp + LATEST_TIMES)) return;
      commits = this.#commits;
      await sleep(this.#clock, QUIET_MS);
    } while (commits !== this.#commits);
  }
}

/** How many calls, from the first, fill a commit. */
function countForCommit(pending: readonly PendingCall[]): number {
  let written = 0;
  const last = pending.findIndex(({ runs }) => {
    written += runs;
    return written >= FULL_COMMIT;
  });
  return last === -1 ? pending.length : last + 1;
}
