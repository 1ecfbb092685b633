import {
  fromTaggedJson,
  type IMoScriptStore,
  type ScriptVersion,
  type ScriptVersionSummary,
  toTaggedJson,
} from "@mojob/core/ports";
import type { Database } from "../link/database.ts";

/** Keeps versions of scripts in a SQLite file: the text apart from the record, so that lists do not read it. */
export class ScriptStoreSqlite implements IMoScriptStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** A version that is there already stays as it is. */
  keep({ source, ...summary }: ScriptVersion): Promise<void> {
    const { tenant, jobKey, version } = summary;
    const record = toTaggedJson(summary);
    return this.#database.write(
      ({ sql }) =>
        void sql.run(
          "INSERT OR IGNORE INTO scripts (tenant, job_key, version, record, source) VALUES (?, ?, ?, ?, ?)",
          tenant,
          jobKey,
          version,
          record,
          source,
        ),
    );
  }

  async get(tenant: string, jobKey: string, version: number): Promise<ScriptVersion | null> {
    const found = await this.#database.read(({ sql }) =>
      sql.get(
        "SELECT record, source FROM scripts WHERE tenant = ? AND job_key = ? AND version = ?",
        tenant,
        jobKey,
        version,
      ),
    );
    return found === undefined ? null : { ...toSummary(found[0] as string), source: found[1] as string };
  }

  async list(
    tenant: string,
    jobKey: string,
    before: number | null,
    limit: number,
  ): Promise<readonly ScriptVersionSummary[]> {
    const rows = await this.#database.read(({ sql }) =>
      sql.all(
        `SELECT record FROM scripts WHERE tenant = ?1 AND job_key = ?2 AND (?3 IS NULL OR version < ?3)
         ORDER BY version DESC LIMIT ?4`,
        tenant,
        jobKey,
        before,
        limit,
      ),
    );
    return rows.map(([record]) => toSummary(record as string));
  }

  removeAll(tenant: string, jobKey: string): Promise<number> {
    return this.#database.write(({ sql }) =>
      sql.run("DELETE FROM scripts WHERE tenant = ? AND job_key = ?", tenant, jobKey),
    );
  }
}

function toSummary(record: string): ScriptVersionSummary {
  return fromTaggedJson(record) as ScriptVersionSummary;
}
