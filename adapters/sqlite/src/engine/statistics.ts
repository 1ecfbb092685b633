import type { Sql } from "../file/sql.ts";
import type { Names } from "./numbers/names.ts";

const MINUTE_MS = 60_000;

/** minute (its beginning, in milliseconds), state, how many runs came to it then. */
export type CompletionRow = readonly [number, number, number];

/** Runs that ended since, by minute and state, with shards or without, oldest first. */
export function completionsSince(
  sql: Sql,
  names: Names,
  {
    tenant,
    sinceMs,
    app,
    withShards,
  }: {
    readonly tenant: string;
    readonly sinceMs: number;
    readonly app: string | undefined;
    readonly withShards: boolean;
  },
): readonly CompletionRow[] {
  return sql.all(
    `SELECT minute * ${MINUTE_MS}, state, sum(${withShards ? "runs" : "runs - shards"}) AS ended FROM completions
     WHERE tenant = ?1 AND minute >= ?2 AND (?3 IS NULL OR app = ?3)
     GROUP BY minute, state HAVING ended > 0 ORDER BY minute, state`,
    names.tenant(tenant) ?? 0,
    Math.floor(sinceMs / MINUTE_MS),
    app ?? null,
  ) as unknown as readonly CompletionRow[];
}
