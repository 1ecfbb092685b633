import {
  addFigures,
  decodeFigures,
  encodeFigures,
  fromTaggedJson,
  generationFor,
  GRAIN_MS,
  type IMoRollupStore,
  NO_ROLLUPS,
  numbersOf,
  type Rollup,
  ROLLUP_NUMBERS,
  type RollupBatch,
  type RollupDraft,
  type RollupFigures,
  type RollupGrain,
  type RollupQuery,
  type RollupState,
  type RollupStretch,
  type RollupTally,
  type RollupTallyQuery,
  type RollupTime,
  stateAfter,
  stretchesOf,
  toTaggedJson,
  withDraft,
  withoutDraft,
} from "@mojob/core/ports";
import type { Sql, SqlRow } from "../file/sql.ts";
import type { Database } from "../link/database.ts";
import type { SqlValue } from "../rows/sql-value.ts";

const COLUMNS = "grain, kind, at, app, id, figures";
/** In the order of `ROLLUP_NUMBERS`. */
const NUMBER_COLUMNS = [
  "runs",
  "terminated",
  "durations",
  "duration_p95s",
  "latenesses",
  "lateness_p95s",
] as const;
/** Of a subject, so many times are looked up one by one. */
const MOST_TIMES = 5000;

/** Keeps sums of ended runs in a SQLite file: the sums of a batch and the position that it leads to are one write. */
export class RollupStoreSqlite implements IMoRollupStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  state(tenant: string): Promise<RollupState> {
    return this.#database.read(({ sql }) => stateIn(sql, tenant));
  }

  add(batch: RollupBatch): Promise<boolean> {
    return this.#change(batch.tenant, (sql, state) => {
      const next = stateAfter(state, batch);
      if (next !== null)
        for (const row of batch.rows) addRow(sql, row, generationFor(state, row, batch.isDraft));
      return next;
    });
  }

  async list(query: RollupQuery): Promise<readonly Rollup[]> {
    const rows = await this.#database.read(({ sql }) => {
      const found: SqlRow[] = [];
      for (const stretch of stretchesOf(stateIn(sql, query.tenant))) {
        if (found.length < query.limit)
          found.push(...rowsWithin(sql, query, stretch, query.limit - found.length));
      }
      return found;
    });
    return rows.map((row) => toRollup(query.tenant, row));
  }

  async tally(query: RollupTallyQuery): Promise<readonly RollupTally[] | null> {
    const rows = await this.#database.read(({ sql }) => {
      const stretches = stretchesOf(stateIn(sql, query.tenant));
      const parts = stretches.flatMap((stretch) => query.times.map((time) => inTime(query, time, stretch)));
      const columns = NUMBER_COLUMNS.join(", ");
      const all = parts.map(([where]) => `SELECT app, id, ${columns} FROM rollups WHERE ${where}`);
      if (all.length === 0) return [];
      return sql.all(
        `SELECT app, id, count(*), ${NUMBER_COLUMNS.map((column) => `sum(${column})`).join(", ")}
         FROM (SELECT * FROM (${all.join(" UNION ALL ")}) LIMIT ?) GROUP BY id, app`,
        ...parts.flatMap(([, values]) => values),
        query.limit + 1,
      );
    });
    const read = rows.reduce((sum, [, , count]) => sum + (count as number), 0);
    return read > query.limit ? null : rows.map(toTally);
  }

  beginDraft(tenant: string, draft: Pick<RollupDraft, "since" | "position" | "at">): Promise<boolean> {
    return this.#change(tenant, (_, state) => withDraft(state, draft));
  }

  async draftDays(tenant: string): Promise<readonly Rollup[]> {
    const rows = await this.#database.read(({ sql }) =>
      sql.all(
        `SELECT ${COLUMNS} FROM rollups WHERE tenant = ? AND grain = 'day' AND kind = 'tenant' AND generation = ? ORDER BY at`,
        tenant,
        stateIn(sql, tenant).draft?.number ?? -1,
      ),
    );
    return rows.map((row) => toRollup(tenant, row));
  }

  endDraft(tenant: string, isTaken: boolean): Promise<boolean> {
    return this.#change(tenant, (_, state) => withoutDraft(state, isTaken));
  }

  remove(tenant: string, grain: RollupGrain, before: Date, limit: number): Promise<number> {
    return this.#database.write(({ sql }) => {
      const state = stateIn(sql, tenant);
      const old = "tenant = ? AND grain = ? AND at < ?";
      let removed = deleteSome(sql, old, [tenant, grain, before.getTime()], limit);
      if (state.made === 0) return removed;
      const draft = state.draft?.number ?? -1;
      for (const { number, from, before: end } of stretchesOf(state)) {
        const replaced = "tenant = ? AND grain = ? AND at >= ? AND at < ? AND generation NOT IN (?, ?)";
        const values = [tenant, grain, ...boundsOf({ from, before: end }), number, draft];
        if (removed < limit) removed += deleteSome(sql, replaced, values, limit - removed);
      }
      return removed;
    });
  }

  /** Resolves to whether there is another state. */
  #change(tenant: string, change: (sql: Sql, state: RollupState) => RollupState | null): Promise<boolean> {
    return this.#database.write(({ sql }) => {
      const next = change(sql, stateIn(sql, tenant));
      if (next === null) return false;
      sql.run("INSERT OR REPLACE INTO rollup_states VALUES (?, ?)", tenant, toTaggedJson(next));
      return true;
    });
  }
}

function stateIn(sql: Sql, tenant: string): RollupState {
  const [text] = sql.get("SELECT state FROM rollup_states WHERE tenant = ?", tenant) ?? [];
  return text === undefined ? NO_ROLLUPS : (fromTaggedJson(text as string) as RollupState);
}

const FIND = `SELECT rowid, figures FROM rollups
   WHERE tenant = ? AND grain = ? AND kind = ? AND at = ? AND id = ? AND app = ? AND generation = ?`;
const INSERT = `INSERT INTO rollups (tenant, grain, kind, at, id, app, generation, ${NUMBER_COLUMNS.join(", ")}, figures)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE = `UPDATE rollups SET ${NUMBER_COLUMNS.map((column) => `${column} = ?`).join(", ")}, figures = ? WHERE rowid = ?`;

function addRow(sql: Sql, { tenant, grain, kind, at, app, id, figures }: Rollup, generation: number): void {
  const key = [tenant, grain, kind, at.getTime(), id, app, generation];
  const [row, stored] = sql.get(FIND, ...key) ?? [];
  if (row === undefined) {
    sql.run(INSERT, ...key, ...valuesOf(figures), encodeFigures(figures));
    return;
  }
  const sum = addFigures(decodeFigures(stored as string), figures);
  sql.run(UPDATE, ...valuesOf(sum), encodeFigures(sum), row);
}

function valuesOf(figures: RollupFigures): readonly number[] {
  const numbers = numbersOf(figures);
  return ROLLUP_NUMBERS.map((name) => numbers[name]);
}

/** A condition and its values. */
type Where = readonly [sql: string, values: readonly SqlValue[]];

const LISTED = "IN (SELECT value FROM json_each(?))";

/** Rows of a time in a stretch. */
function inTime(
  { tenant, kind, apps, ids }: Pick<RollupQuery, "tenant" | "kind" | "apps" | "ids">,
  { grain, from, before }: RollupTime,
  stretch: RollupStretch,
): Where {
  const [first, last] = boundsOf({ from, before });
  const [begin, end] = boundsOf(stretch);
  const bounds = [Math.max(first, begin), Math.min(last, end)] as const;
  // Of some subjects, each time is looked up, and in it each of them: all that is between two times is about everybody else.
  const times = ids === undefined ? null : timesIn(grain, ...bounds);
  const within: Where = times === null ? ["at >= ? AND at < ?", bounds] : [`at ${LISTED}`, [times]];
  const conditions: readonly Where[] = [
    ["tenant = ? AND grain = ? AND kind = ?", [tenant, grain, kind]],
    within,
    ...(ids === undefined ? [] : ([[`id ${LISTED}`, [JSON.stringify(ids)]]] as const)),
    ...(apps === undefined ? [] : ([[`app ${LISTED}`, [JSON.stringify(apps)]]] as const)),
    ["generation = ?", [stretch.number]],
  ];
  return [conditions.map(([sql]) => sql).join(" AND "), conditions.flatMap(([, values]) => values)];
}

/** As JSON; `null` for so many that it is better to read on from the first to the last. */
function timesIn(grain: RollupGrain, fromMs: number, beforeMs: number): string | null {
  const lengthMs = GRAIN_MS[grain];
  if ((beforeMs - fromMs) / lengthMs > MOST_TIMES) return null;
  const times: number[] = [];
  for (let at = Math.ceil(fromMs / lengthMs) * lengthMs; at < beforeMs; at += lengthMs) times.push(at);
  return JSON.stringify(times);
}

function rowsWithin(sql: Sql, query: RollupQuery, stretch: RollupStretch, limit: number): readonly SqlRow[] {
  const { after } = query;
  const [where, values] = inTime(query, query, stretch);
  return sql.all(
    `SELECT ${COLUMNS} FROM rollups WHERE ${where} ${after === undefined ? "" : "AND (at, app, id) > (?, ?, ?)"}
     ORDER BY at, app, id LIMIT ?`,
    ...values,
    ...(after === undefined ? [] : [after.at.getTime(), after.app, after.id]),
    limit,
  );
}

function boundsOf({
  from,
  before,
}: {
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}): [number, number] {
  return [from?.getTime() ?? Number.MIN_SAFE_INTEGER, before?.getTime() ?? Number.MAX_SAFE_INTEGER];
}

function deleteSome(sql: Sql, where: string, values: readonly SqlValue[], limit: number): number {
  const some = `SELECT rowid FROM rollups WHERE ${where} LIMIT ?`;
  return sql.run(`DELETE FROM rollups WHERE rowid IN (${some})`, ...values, limit);
}

function toRollup(tenant: string, [grain, kind, at, app, id, figures]: SqlRow): Rollup {
  return {
    tenant,
    grain: grain as Rollup["grain"],
    kind: kind as Rollup["kind"],
    at: new Date(at as number),
    app: app as string,
    id: id as string,
    figures: decodeFigures(figures as string),
  };
}

function toTally([app, id, , ...sums]: SqlRow): RollupTally {
  const [runs, terminated, durations, durationP95s, latenesses, latenessP95s] = sums as number[];
  return {
    app: app as string,
    id: id as string,
    runs: runs ?? 0,
    terminated: terminated ?? 0,
    durations: durations ?? 0,
    durationP95s: durationP95s ?? 0,
    latenesses: latenesses ?? 0,
    latenessP95s: latenessP95s ?? 0,
  };
}
