import type { Sql } from "../file/sql.ts";
import type { Names } from "./numbers/names.ts";

/** tenant, instance, seq, at, attempt, level, message. */
export type LogRow = readonly [string, string, number, number, number, string, string];
/** seq, at, attempt, level, message. */
export type StoredLogRow = readonly [number, number, number, string, string];

/** The lines of runs; those of a run that does not exist are left out, so that none outlives its run. */
export class Logs {
  readonly #sql: Sql;
  readonly #names: Names;

  constructor(sql: Sql, names: Names) {
    this.#sql = sql;
    this.#names = names;
  }

  append(lines: readonly LogRow[]): void {
    let latest = { tenant: "", id: "", n: null as number | null };
    for (const [tenant, id, ...line] of lines) {
      // Lines come in rows: most belong to the run of the line before.
      if (latest.tenant !== tenant || latest.id !== id) latest = { tenant, id, n: this.#find(tenant, id) };
      if (latest.n === null) continue;
      this.#sql.run("INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", latest.n, ...line);
    }
  }

  cut([tenant, id, ...mark]: LogRow, upTo: number): void {
    const run = this.#find(tenant, id);
    if (run === null) return;
    this.#sql.run("DELETE FROM logs WHERE run = ? AND seq BETWEEN ? AND ?", run, mark[0], upTo);
    this.#sql.run("INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?)", run, ...mark);
  }

  list(tenant: string, id: string, after: number, limit: number): readonly StoredLogRow[] {
    const run = this.#find(tenant, id);
    if (run === null) return [];
    return this.#sql.all(
      "SELECT seq, at, attempt, level, message FROM logs WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?",
      run,
      after,
      limit,
    ) as unknown as readonly StoredLogRow[];
  }

  #find(tenant: string, id: string): number | null {
    const row = this.#sql.get(
      "SELECT n FROM runs WHERE tenant = ? AND id = ?",
      this.#names.tenant(tenant) ?? 0,
      id,
    );
    return (row?.[0] as number | undefined) ?? null;
  }
}
