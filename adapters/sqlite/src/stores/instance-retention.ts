import type { IMoInstanceRetention, RetentionSweep } from "@mojob/core/ports";
import { parseEndPosition } from "./end-position.ts";
import type { Database } from "../link/database.ts";

/** Removes runs from a SQLite file. */
export class InstanceRetentionSqlite implements IMoInstanceRetention {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async sweep({ endedBefore, keepAfter = [], ...bounds }: RetentionSweep): Promise<number> {
    const keepAfterSeq = keepAfter.length === 0 ? null : Math.min(...keepAfter.map(parseEndPosition));
    const sweep = { ...bounds, endedBeforeMs: endedBefore.getTime(), keepAfterSeq };
    return this.#database.write((file) => file.retention.sweep(sweep));
  }
}
