import type { Sql } from "../file/sql.ts";
import type { Names } from "./numbers/names.ts";
import type { RunCounters } from "./numbers/run-counters.ts";

const MINUTE_MS = 60_000;

/** minute (its beginning, in milliseconds), state, how many runs came to it then. */
export type CompletionRow = readonly [number, number, number];

/** Counts that are kept beside the runs. */
export class Statistics {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #counters: RunCounters;

  constructor(sql: Sql, names: Names, counters: RunCounters) {
    this.#sql = sql;
    this.#names = names;
    this.#counters = counters;
  }

  /** Runs of a tenant in each state, by code, with parts of others or without. */
  byState(tenant: string, withParts: boolean, app?: string): ReadonlyMap<number, number> {
    return this.#counters.byState(tenant, withParts, app);
  }

  /** Runs that ended since, by minute and state, with parts of others or without, oldest first. */
  completions(tenant: string, sinceMs: number, withParts: boolean, app?: string): readonly CompletionRow[] {
    return this.#sql.all(
      `SELECT minute * ${MINUTE_MS}, state, sum(${withParts ? "runs" : "runs - parts"}) AS ended FROM completions
       WHERE tenant = ?1 AND minute >= ?2 AND (?3 IS NULL OR app = ?3)
       GROUP BY minute, state HAVING ended > 0 ORDER BY minute, state`,
      this.#names.tenant(tenant) ?? 0,
      Math.floor(sinceMs / MINUTE_MS),
      app ?? null,
    ) as unknown as readonly CompletionRow[];
  }
}
