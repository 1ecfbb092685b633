import type { IMoLogStore, JobLogLine, LogLevel } from "@mojob/core/ports";
import type { LogRow } from "../engine/logs.ts";
import type { Database } from "../link/database.ts";

/** Keeps the lines jobs write in a SQLite file, with the run that wrote them. */
export class LogStoreSqlite implements IMoLogStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  append(lines: readonly JobLogLine[]): Promise<void> {
    const rows = lines.map(toRow);
    return this.#database.write((file) => file.logs.append(rows), rows.length);
  }

  cut(mark: JobLogLine, upTo: number): Promise<void> {
    return this.#database.write((file) => file.logs.cut(toRow(mark), upTo));
  }

  async list(
    tenant: string,
    instanceId: string,
    after: number,
    limit: number,
  ): Promise<readonly JobLogLine[]> {
    const rows = await this.#database.read((file) => file.logs.list(tenant, instanceId, after, limit));
    return rows.map(([seq, at, attempt, level, message]) => ({
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

function toRow({ tenant, instanceId, seq, at, attempt, level, message }: JobLogLine): LogRow {
  return [tenant, instanceId, seq, at.getTime(), attempt, level, message];
}
