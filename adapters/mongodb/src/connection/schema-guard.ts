import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";
import { migrate, type MigrateOptions, readMark } from "./migrate.ts";
import type { StoreHandle } from "./mongodb-connection.ts";

/** Notices that the database was dropped, emptied or lost an index while the process runs, and prepares it again. */
export class SchemaGuard {
  readonly #store: StoreHandle;
  readonly #options: MigrateOptions;
  #preparing: Promise<void> | null = null;

  constructor(store: StoreHandle, options: MigrateOptions) {
    this.#store = store;
    this.#options = options;
  }

  /**
   * Resolves to the id of the database, which is another one after it was dropped.
   * @throws MoJobError `store_unavailable` where it is to be prepared again, which this call begins
   */
  async identify(): Promise<string> {
    const mark = await readMark(this.#store);
    if (mark !== null) return mark.id;
    this.#preparing ??= migrate(this.#store, this.#options).finally(() => {
      this.#preparing = null;
    });
    // The next call shows whether it succeeded.
    this.#preparing.catch(() => {});
    throw new MoJobError(
      MoJobErrorCode.StoreUnavailable,
      `Cannot use database "${this.#store.db.databaseName}" at "${this.#store.address}": its schema mark or an index has disappeared, so it was dropped, emptied or changed by hand; it is being prepared again`,
    );
  }
}
