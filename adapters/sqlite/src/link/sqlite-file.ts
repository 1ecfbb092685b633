import { FileParts } from "../engine/file-parts.ts";
import { State } from "../engine/state.ts";
import { beginLogAgain } from "../file/checkpoint.ts";
import { FileLock } from "../file/file-lock.ts";
import type { FileSettings } from "../file/file-settings.ts";
import { giveBackPages } from "../file/free-pages.ts";
import { LogFile } from "../file/log-file.ts";
import { assertLocal } from "../file/network-file-system.ts";
import { openFile } from "../file/open-file.ts";
import type { Sql } from "../file/sql.ts";
import { SqliteCode, sqliteCodeOf } from "../file/sqlite-error.ts";
import { type Failure, toFailure } from "./failure.ts";
import type { Syncing } from "./log-sync.ts";

/** One call on its way to the file. */
export interface Call {
  readonly isWrite: boolean;
  readonly work: (file: FileParts) => unknown;
}

export type Outcome = { readonly value: unknown } | { readonly failure: Failure };

/** The outcomes of calls, and whether they have to reach the disk. */
export interface Ran {
  /** One for each call, in order. */
  readonly outcomes: readonly Outcome[];
  readonly hasWritten: boolean;
}

/** An open file and what is done with it: calls that came together are written in one transaction. */
export class SqliteFile implements Syncing {
  readonly #settings: FileSettings;
  readonly #lock: FileLock;
  #sql: Sql;
  #log: LogFile;
  #parts: FileParts;
  #isLogTrusted = true;

  /** @throws FileRefusal */
  constructor(settings: FileSettings) {
    this.#settings = settings;
    // Before the lock, which would not hold there either.
    assertLocal(settings.path);
    this.#lock = FileLock.take(settings.path);
    try {
      this.#sql = openFile(settings);
      this.#parts = new FileParts(this.#sql);
      new State(this.#sql).releaseAll();
      this.#log = new LogFile(settings.path);
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  get path(): string {
    return this.#settings.path;
  }

  /** Runs calls that came together. What is written is committed when it returns, and on the disk after a sync. */
  run(calls: readonly Call[]): Ran {
    const writes = calls.filter(({ isWrite }) => isWrite);
    const sql = this.#sql;
    const changesBefore = sql.isOpen ? sql.changes : 0;
    const written = writes.length === 0 ? [] : this.#write(writes);
    // A sweep that finds nothing and the like leave nothing to sync.
    const hasChanged = this.#sql !== sql || !sql.isOpen || sql.changes !== changesBefore;
    const hasWritten = hasChanged && written.some((outcome) => "value" in outcome);
    if (hasWritten && this.#parts.retention.takeRemoved()) this.#giveBackPages();
    let next = 0;
    const outcomes = calls.map((call) => {
      if (!call.isWrite) return this.#attempt(() => call.work(this.#parts));
      next += 1;
      return written[next - 1]!;
    });
    return { outcomes, hasWritten };
  }

  syncInPlace(): void {
    this.#log.syncInPlace();
  }

  syncAside(): Promise<void> {
    return this.#log.syncAside();
  }

  /** After a failed sync: the system takes pages for written that are not, and would not try them again. */
  distrustLog(): void {
    this.#isLogTrusted = false;
    this.#reopen();
  }

  /** Whether the log is so many times as long as it should be. */
  isLogLong(times = 1): boolean {
    return this.#sql.isOpen && this.#log.isLongerThan(times * this.#settings.logBytes);
  }

  /**
   * Copies the log into the file and begins it again; returns whether that was done.
   * @param patienceMs how long it waits for those who read the log
   */
  beginLogAgain(patienceMs: number): boolean {
    const [before] = this.#sql.get("PRAGMA busy_timeout") as [number];
    try {
      return beginLogAgain(this.#sql, patienceMs);
    } catch {
      // A full disk: it is tried again later.
      return false;
    } finally {
      this.#sql.exec(`PRAGMA busy_timeout = ${before}`);
    }
  }

  close(): void {
    this.#log.close();
    this.#sql.close();
    this.#lock.release();
  }

  #write(calls: readonly Call[]): readonly Outcome[] {
    const together = this.#attempt(() => this.#transaction(calls));
    if ("value" in together) return (together.value as readonly unknown[]).map((value) => ({ value }));
    // One call that is at fault must not fail the others; on a full disk they all fail alike.
    if (calls.length === 1 || together.failure.isOfAll) return calls.map(() => together);
    return calls.flatMap((call) => this.#write([call]));
  }

  #transaction(calls: readonly Call[]): readonly unknown[] {
    this.#sql.exec("BEGIN IMMEDIATE");
    try {
      const values = calls.map(({ work }) => work(this.#parts));
      this.#parts.flush();
      this.#sql.exec("COMMIT");
      return values;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #giveBackPages(): void {
    try {
      giveBackPages(this.#sql);
    } catch {
      // The call itself has been written: the next sweep tries again.
    }
  }

  #rollBack(): void {
    try {
      this.#sql.exec("ROLLBACK");
    } catch {
      // A full disk or a failed write ends the transaction by itself.
    }
    try {
      this.#parts.reload();
    } catch {
      // Names that were read in part must not be used.
      this.#reopen();
    }
  }

  #attempt(work: () => unknown): Outcome {
    try {
      return { value: work() };
    } catch (error) {
      if (sqliteCodeOf(error) === SqliteCode.IoError || !this.#sql.isOpen) this.#reopen();
      return { failure: toFailure(error, this.#settings.path) };
    }
  }

  /** After a failed write or sync it is unknown what of the log is on the disk: the log has to be read again. */
  #reopen(): void {
    try {
      this.#log.close();
      this.#sql.close();
      const sql = openFile(this.#settings);
      if (!this.#isLogTrusted) takeLog(sql);
      this.#isLogTrusted = true;
      this.#sql = sql;
      this.#log = new LogFile(this.#settings.path);
      this.#parts = new FileParts(this.#sql);
    } catch {
      // The next call fails, and tries again.
    }
  }
}

/** Writes all that the log holds into the file, syncs that, and empties the log. */
function takeLog(sql: Sql): void {
  const [isBusy] = sql.get("PRAGMA wal_checkpoint(TRUNCATE)") as [number];
  if (isBusy === 0) return;
  sql.close();
  throw new Error("Others read the log");
}
