import { jobOfLane, type LaneQuery } from "@mojob/core/ports";
import { WAITING } from "../file/schema.ts";
import type { Sql } from "../file/sql.ts";
import type { RunPosition, RunQuery } from "../rows/run-query.ts";
import type { RunRow } from "../rows/run-row.ts";
import type { Names } from "./numbers/names.ts";
import { ALL_COLUMNS, LISTED_COLUMNS, OWN_LANE, toListedRow, toWholeRow } from "./run-columns.ts";
import type { FoundRun, RunSearch } from "./search/run-search.ts";

/** A stretch of a list; `next` is `null` at its end, or where it has as many as asked for. */
export interface ListedRuns {
  readonly rows: readonly RunRow[];
  readonly next: RunPosition | null;
}

/** Reads runs as they were committed. */
export class RunReads {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #search: RunSearch;

  constructor(sql: Sql, names: Names, search: RunSearch) {
    this.#sql = sql;
    this.#names = names;
    this.#search = search;
  }

  get(tenant: string, ids: readonly string[]): readonly (RunRow | null)[] {
    const tenantNumber = this.#names.tenant(tenant) ?? 0;
    return ids.map((id) => {
      const row = this.#sql.get(
        `SELECT ${ALL_COLUMNS} FROM runs WHERE tenant = ? AND id = ?`,
        tenantNumber,
        id,
      );
      return row === undefined ? null : toWholeRow(this.#names, row);
    });
  }

  /** Newest first, summaries, and where to continue should there be fewer than asked for. */
  list(query: RunQuery, before: RunPosition | null, limit: number): ListedRuns {
    const { runs, next } = this.#search.find(query, before, limit);
    return { rows: this.#listed(runs), next };
  }

  /** Oldest first, whole. */
  findOpen(query: RunQuery, after: RunPosition | null, limit: number): readonly RunRow[] {
    return this.#search
      .find(query, after, limit, "oldest")
      .runs.map(({ n }) =>
        toWholeRow(this.#names, this.#sql.get(`SELECT ${ALL_COLUMNS} FROM runs WHERE n = ?`, n)!),
      );
  }

  /** Those whose abandoned code holds a slot, oldest first, summaries. */
  abandoned(tenant: string, after: RunPosition | null, limit: number): readonly RunRow[] {
    return this.#sql
      .all(
        `SELECT ${LISTED_COLUMNS} FROM runs INDEXED BY abandoned_runs
         WHERE tenant = ? AND abandoned IS NOT NULL AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`,
        this.#names.tenant(tenant) ?? 0,
        after?.at ?? Number.MIN_SAFE_INTEGER,
        after?.id ?? "",
        limit,
      )
      .map((row) => toListedRow(this.#names, row));
  }

  /** The open run that has each unique key, whole. */
  getByUniqueKey(tenant: string, uniqueKeys: readonly string[]): readonly (RunRow | null)[] {
    return uniqueKeys.map((uniqueKey) => {
      const found = this.#sql.get(
        `SELECT ${ALL_COLUMNS} FROM runs INDEXED BY unique_keys WHERE tenant = ? AND unique_key = ?`,
        this.#names.tenant(tenant) ?? 0,
        uniqueKey,
      );
      return found === undefined ? null : toWholeRow(this.#names, found);
    });
  }

  /** The first runs that wait in a lane, whole; the key of its job is one app's, or nearly always. */
  firstWaiting({ tenant, lane, most, limit }: LaneQuery): readonly RunRow[] {
    const jobKey = jobOfLane(lane);
    const stored = lane === jobKey ? OWN_LANE : lane;
    const rows = this.#names.jobs(tenant, jobKey).flatMap(({ n }) => {
      const free = limit === undefined ? most : Math.min(most, limit - this.#slotsTaken(n, stored));
      if (free <= 0) return [];
      return this.#sql.all(
        `SELECT ${ALL_COLUMNS} FROM runs INDEXED BY waiting_in_lane
         WHERE job = ? AND lane = ? AND ${WAITING} ORDER BY priority, turn, created_at, id LIMIT ?`,
        n,
        stored,
        free,
      );
    });
    return rows.slice(0, most).map((row) => toWholeRow(this.#names, row));
  }

  /** Runs that ended after a place in the order of ends, with their places. */
  endedAfter(tenant: string, seq: number, limit: number): readonly (readonly [number, RunRow])[] {
    const rows = this.#sql.all(
      `SELECT ended_seq, ${LISTED_COLUMNS} FROM runs INDEXED BY ended_in_order
       WHERE tenant = ? AND ended_seq > ? ORDER BY ended_seq LIMIT ?`,
      this.#names.tenant(tenant) ?? 0,
      seq,
      limit,
    );
    return rows.map(([place, ...row]) => [place as number, toListedRow(this.#names, row)]);
  }

  recentByJob(tenant: string, jobKeys: readonly string[], limit: number): readonly (readonly RunRow[])[] {
    const all: Omit<RunQuery, "tenant" | "jobKey"> = {
      app: undefined,
      states: undefined,
      reason: undefined,
      fromMs: undefined,
      toMs: undefined,
      idPrefix: undefined,
      texts: undefined,
      unmovedSinceMs: undefined,
      withoutShards: true,
    };
    return jobKeys.map((jobKey) =>
      this.#listed(this.#search.find({ ...all, tenant, jobKey }, null, limit).runs),
    );
  }

  /** Which of these runs are asked to cancel. */
  findCancelRequested(tenant: string, ids: readonly string[]): readonly string[] {
    const tenantNumber = this.#names.tenant(tenant) ?? 0;
    return ids.filter(
      (id) =>
        this.#sql.get(
          "SELECT 1 FROM runs WHERE tenant = ? AND id = ? AND cancel_requested_at IS NOT NULL",
          tenantNumber,
          id,
        ) !== undefined,
    );
  }

  #slotsTaken(job: number, lane: string): number {
    const [taken] = this.#sql.get(
      "SELECT count(*) FROM runs INDEXED BY slots WHERE job = ? AND lane = ? AND slot IS NOT NULL",
      job,
      lane,
    ) as [number];
    return taken;
  }

  #listed(found: readonly FoundRun[]): readonly RunRow[] {
    return found.map(({ n }) =>
      toListedRow(this.#names, this.#sql.get(`SELECT ${LISTED_COLUMNS} FROM runs WHERE n = ?`, n)!),
    );
  }
}
