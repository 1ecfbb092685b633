import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";
import type { FileParts } from "../engine/file-parts.ts";
import type { Database } from "../link/database.ts";

/** The database of one of the stores that share a file: the file is closed with the last of them. */
export class StorePart implements Database {
  readonly #database: Database;
  readonly #closeShared: () => Promise<void>;
  #closing: Promise<void> | null = null;

  constructor(database: Database, closeShared: () => Promise<void>) {
    this.#database = database;
    this.#closeShared = closeShared;
  }

  read<Result>(work: (file: FileParts) => Result): Promise<Result> {
    return this.#closing === null ? this.#database.read(work) : Promise.reject(closedError());
  }

  write<Result>(work: (file: FileParts) => Result, runs?: number): Promise<Result> {
    return this.#closing === null ? this.#database.write(work, runs) : Promise.reject(closedError());
  }

  /** @throws MoJobError `store_unavailable` once it is closed */
  assertOpen(): void {
    if (this.#closing !== null) throw closedError();
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#closeShared());
  }
}

function closedError(): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StoreUnavailable,
    "Cannot use the store: it was closed; open a new one",
  );
}
