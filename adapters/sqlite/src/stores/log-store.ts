import type { IMoLogStore, JobLogLine, LogLevel } from "@mojob/core/ports";
import { runNumber } from "../engine/run-number.ts";
import type { Database } from "../link/database.ts";

/** seq, at, attempt, level, message. */
type LogRow = readonly [number, number, number, string, string];

/** Keeps the lines of runs in a SQLite file; those of a run that does not exist are left out, so that none outlives its run. */
export class LogStoreSqlite implements IMoLogStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  append(lines: readonly JobLogLine[]): Promise<void> {
    return this.#database.write((file) => {
      let latest = { tenant: "", id: "", run: null as number | null };
      for (const line of lines) {
        const { tenant, instanceId: id } = line;
        // Lines come in rows: most belong to the run of the line before.
        if (latest.tenant !== tenant || latest.id !== id)
          latest = { tenant, id, run: runNumber(file, tenant, id) };
        if (latest.run === null) continue;
        const statement = "INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
        file.sql.run(statement, latest.run, ...toRow(line));
      }
    }, lines.length);
  }

  cut(mark: JobLogLine, upTo: number): Promise<void> {
    return this.#database.write((file) => {
      const run = runNumber(file, mark.tenant, mark.instanceId);
      if (run === null) return;
      file.sql.run("DELETE FROM logs WHERE run = ? AND seq BETWEEN ? AND ?", run, mark.seq, upTo);
      file.sql.run("INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?)", run, ...toRow(mark));
    });
  }

  async list(
    tenant: string,
    instanceId: string,
    after: number,
    limit: number,
  ): Promise<readonly JobLogLine[]> {
    const rows = await this.#database.read((file) => {
      const run = runNumber(file, tenant, instanceId);
      const statement =
        "SELECT seq, at, attempt, level, message FROM logs WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?";
      return run === null ? [] : file.sql.all(statement, run, after, limit);
    });
    return (rows as unknown as readonly LogRow[]).map(([seq, at, attempt, level, message]) => ({
      tenant,
      instanceId,
      seq,
      at: new Date(at),
      attempt,
      level: level as LogLevel,
      message,
    }));
  }
}

function toRow({ seq, at, attempt, level, message }: JobLogLine): LogRow {
  return [seq, at.getTime(), attempt, level, message];
}
