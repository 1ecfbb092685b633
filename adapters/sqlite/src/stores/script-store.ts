import type { IMoScriptStore, ScriptVersion, ScriptVersionSummary } from "@mojob/core/ports";
import type { Database } from "../link/database.ts";
import { toScriptRow, toScriptSummary } from "../rows/script-row.ts";

/** Keeps versions of scripts in a SQLite file. */
export class ScriptStoreSqlite implements IMoScriptStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  keep(version: ScriptVersion): Promise<void> {
    return this.#database.write((file) => file.scripts.insert(toScriptRow(version)));
  }

  async get(tenant: string, jobKey: string, version: number): Promise<ScriptVersion | null> {
    const found = await this.#database.read((file) => file.scripts.get(tenant, jobKey, version));
    return found === null ? null : { ...toScriptSummary(found[0]), source: found[1] };
  }

  async list(
    tenant: string,
    jobKey: string,
    before: number | null,
    limit: number,
  ): Promise<readonly ScriptVersionSummary[]> {
    const records = await this.#database.read((file) => file.scripts.list(tenant, jobKey, before, limit));
    return records.map(toScriptSummary);
  }

  removeAll(tenant: string, jobKey: string): Promise<number> {
    return this.#database.write((file) => file.scripts.removeAll(tenant, jobKey));
  }
}
