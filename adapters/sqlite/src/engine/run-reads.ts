import type { JobState } from "@mojob/core";
import { type JobInstance, type JobInstanceSummary, jobOfLane, type LaneQuery } from "@mojob/core/ports";
import { WAITING } from "../file/schema.ts";
import type { Sql } from "../file/sql.ts";
import { STATE_CODES } from "../rows/state-code.ts";
import type { RunPosition, RunQuery } from "../rows/run-query.ts";
import type { Names } from "./numbers/names.ts";
import type { RunCounters } from "./numbers/run-counters.ts";
import { ALL_COLUMNS, LISTED_COLUMNS, storedLane, toInstance, toSummary } from "./run-columns.ts";
import type { RunWrites } from "./run-writes.ts";
import type { FoundRun, RunSearch } from "./search/run-search.ts";

/** A stretch of a list; `next` is `null` at its end, or where it has as many as asked for. */
export interface ListedRuns {
  readonly rows: readonly JobInstanceSummary[];
  readonly next: RunPosition | null;
}

/** Reads runs as they were committed. */
export class RunReads {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #counters: RunCounters;
  readonly #search: RunSearch;
  readonly #written: Pick<RunWrites, "lately">;

  constructor(
    sql: Sql,
    names: Names,
    counters: RunCounters,
    search: RunSearch,
    written: Pick<RunWrites, "lately">,
  ) {
    this.#sql = sql;
    this.#names = names;
    this.#counters = counters;
    this.#search = search;
    this.#written = written;
  }

  get(tenant: string, ids: readonly string[]): readonly (JobInstance | null)[] {
    const tenantNumber = this.#names.tenant(tenant) ?? 0;
    return ids.map((id) => {
      const written = this.#written.lately(tenantNumber, id);
      if (written !== undefined) return written;
      const row = this.#sql.get(
        `SELECT ${ALL_COLUMNS} FROM runs WHERE tenant = ? AND id = ?`,
        tenantNumber,
        id,
      );
      return row === undefined ? null : toInstance(this.#names, row);
    });
  }

  /** Newest first, summaries, and where to continue should there be fewer than asked for. */
  list(query: RunQuery, before: RunPosition | null, limit: number): ListedRuns {
    const { runs, next } = this.#search.find(query, before, limit);
    return { rows: this.#listed(runs), next };
  }

  /** Oldest first, whole. */
  findOpen(query: RunQuery, after: RunPosition | null, limit: number): readonly JobInstance[] {
    return this.#search
      .find(query, after, limit, "oldest")
      .runs.map(({ n }) =>
        toInstance(this.#names, this.#sql.get(`SELECT ${ALL_COLUMNS} FROM runs WHERE n = ?`, n)!),
      );
  }

  /** The runs whose abandoned code holds a slot, oldest first, summaries. */
  abandoned(tenant: string, after: RunPosition | null, limit: number): readonly JobInstanceSummary[] {
    return this.#sql
      .all(
        `SELECT ${LISTED_COLUMNS} FROM runs INDEXED BY abandoned_runs
         WHERE tenant = ? AND abandoned IS NOT NULL AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`,
        this.#names.tenant(tenant) ?? 0,
        after?.at ?? Number.MIN_SAFE_INTEGER,
        after?.id ?? "",
        limit,
      )
      .map((row) => toSummary(this.#names, row));
  }

  /** The open run that has each unique key, whole. */
  getByUniqueKey(tenant: string, uniqueKeys: readonly string[]): readonly (JobInstance | null)[] {
    return uniqueKeys.map((uniqueKey) => {
      const found = this.#sql.get(
        `SELECT ${ALL_COLUMNS} FROM runs INDEXED BY unique_keys WHERE tenant = ? AND unique_key = ?`,
        this.#names.tenant(tenant) ?? 0,
        uniqueKey,
      );
      return found === undefined ? null : toInstance(this.#names, found);
    });
  }

  /** The first runs that wait in a lane, whole; the key of its job is one app's, or nearly always. */
  firstWaiting({ tenant, lane, most, limit }: LaneQuery): readonly JobInstance[] {
    const jobKey = jobOfLane(lane);
    const stored = storedLane({ jobKey, lane });
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
    return rows.slice(0, most).map((row) => toInstance(this.#names, row));
  }

  /** The place of the latest end in the order of ends. */
  lastEnd(): number {
    return this.#counters.endedSeq;
  }

  /** Runs that ended after a place in the order of ends, and how far that order was read. */
  endedAfter(
    tenant: string,
    seq: number,
    limit: number,
    {
      states,
      last,
    }: { readonly states?: readonly JobState[] | undefined; readonly last?: number | undefined } = {},
  ): { readonly ends: readonly JobInstanceSummary[]; readonly to: number } {
    const number = this.#names.tenant(tenant) ?? 0;
    const rows = this.#sql.all(
      `SELECT ended_seq, ${LISTED_COLUMNS} FROM runs INDEXED BY ended_in_order
       WHERE tenant = ?1 AND ended_seq > ?2 AND (?3 IS NULL OR state IN (SELECT value FROM json_each(?3)))
         AND ended_seq <= ?5
       ORDER BY ended_seq LIMIT ?4`,
      number,
      seq,
      states === undefined ? null : JSON.stringify(states.map((state) => STATE_CODES[state])),
      limit,
      last ?? Number.MAX_SAFE_INTEGER,
    );
    const [place = seq] = rows.at(-1) ?? [];
    const to = rows.length < limit && states !== undefined ? this.#lastEndOf(number) : place;
    const ends = rows.map(([, ...row]) => toSummary(this.#names, row));
    return { ends, to: Math.max(seq, to as number) };
  }

  #lastEndOf(tenant: number): number {
    const [last] = this.#sql.get(
      "SELECT coalesce(max(ended_seq), 0) FROM runs INDEXED BY ended_in_order WHERE tenant = ? AND ended_seq IS NOT NULL",
      tenant,
    ) ?? [0];
    return last as number;
  }

  recentByJob(
    tenant: string,
    jobKeys: readonly string[],
    limit: number,
  ): readonly (readonly JobInstanceSummary[])[] {
    const all: Omit<RunQuery, "tenant" | "jobKey"> = {
      app: undefined,
      states: undefined,
      reason: undefined,
      fromMs: undefined,
      toMs: undefined,
      idPrefix: undefined,
      texts: undefined,
      unmovedSinceMs: undefined,
      withoutParts: true,
    };
    return jobKeys.map((jobKey) =>
      this.#listed(this.#search.find({ ...all, tenant, jobKey }, null, limit).runs),
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

  #listed(found: readonly FoundRun[]): readonly JobInstanceSummary[] {
    return found.map(({ n }) =>
      toSummary(this.#names, this.#sql.get(`SELECT ${LISTED_COLUMNS} FROM runs WHERE n = ?`, n)!),
    );
  }
}
