import {
  createOperations,
  type Operations,
  type OperationSet,
  type ReadOperations,
  type WriteOperations,
} from "../engine/operations.ts";
import { State } from "../engine/state.ts";
import { FileLock } from "../file/file-lock.ts";
import { Housekeeping } from "../file/housekeeping.ts";
import { assertLocal } from "../file/network-file-system.ts";
import { openFile } from "../file/open-file.ts";
import type { Sql } from "../file/sql.ts";
import { SqliteCode, sqliteCodeOf } from "../file/sqlite-error.ts";
import { type Failure, toFailure } from "./failure.ts";
import type { FileSettings } from "../file/file-settings.ts";

export type OperationName = keyof Operations;

/** One call on its way to the database. */
export interface Call {
  readonly name: OperationName;
  readonly args: readonly unknown[];
}

export type Outcome = { readonly value: unknown } | { readonly failure: Failure };

/** An open file and what is done with it: calls that came together are written in one transaction. */
export class Engine {
  readonly #settings: FileSettings;
  readonly #lock: FileLock;
  #sql: Sql;
  #operations: OperationSet;
  #housekeeping: Housekeeping;

  /** @throws FileRefusal */
  constructor(settings: FileSettings) {
    this.#settings = settings;
    // Before the lock, which would not hold there either.
    assertLocal(settings.path);
    this.#lock = FileLock.take(settings.path);
    try {
      this.#sql = openFile(settings);
      this.#operations = createOperations(this.#sql);
      this.#housekeeping = new Housekeeping(this.#sql, settings);
      new State(this.#sql).releaseAll();
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  /** Runs calls that came together; one outcome each, in order. What is written is on the disk when it returns. */
  run(calls: readonly Call[]): readonly Outcome[] {
    const writes = calls.filter((call) => this.#isWrite(call));
    const written = writes.length === 0 ? [] : this.#write(writes);
    if (writes.length > 0) this.#keepHouse(writes.some(({ name }) => name === "sweepRuns"));
    let next = 0;
    return calls.map((call) => {
      if (!this.#isWrite(call)) return this.#attempt(() => this.#apply(call));
      next += 1;
      return written[next - 1]!;
    });
  }

  close(): void {
    this.#sql.close();
    this.#lock.release();
  }

  #isWrite({ name }: Call): boolean {
    return name in this.#operations.writes;
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
      const values = calls.map((call) => this.#apply(call));
      this.#operations.flush();
      this.#sql.exec("COMMIT");
      return values;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #keepHouse(hasSwept: boolean): void {
    try {
      if (hasSwept) this.#housekeeping.giveBackPages();
      this.#housekeeping.afterCommit();
    } catch {
      // What was asked for has been written: the next commit tries again.
    }
  }

  #apply({ name, args }: Call): unknown {
    const { writes, reads } = this.#operations;
    const operation: unknown =
      name in writes ? writes[name as keyof WriteOperations] : reads[name as keyof ReadOperations];
    return (operation as (...values: readonly unknown[]) => unknown)(...args);
  }

  #rollBack(): void {
    try {
      this.#sql.exec("ROLLBACK");
    } catch {
      // A full disk or a failed write ends the transaction by itself.
    }
    try {
      this.#operations.reload();
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
      this.#sql.close();
      this.#sql = openFile(this.#settings);
      this.#operations = createOperations(this.#sql);
      this.#housekeeping = new Housekeeping(this.#sql, this.#settings);
    } catch {
      // The next call fails, and tries again.
    }
  }
}
