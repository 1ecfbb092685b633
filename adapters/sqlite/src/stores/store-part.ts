import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";
import type { Operations } from "../engine/operations.ts";
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

  call<Name extends keyof Operations>(
    name: Name,
    ...args: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>> {
    return this.#closing === null ? this.#database.call(name, ...args) : Promise.reject(closedError());
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
