import { meetsSearch, type RunSearch as RunTexts } from "@mojob/core/ports";
import type { Sql, SqlRow } from "../../file/sql.ts";
import type { RunPosition, RunQuery } from "../../rows/run-query.ts";
import type { SqlValue } from "../../rows/sql-value.ts";
import type { Names } from "../numbers/names.ts";
import {
  type Bounds,
  boundsOf,
  comparePositions,
  type Direction,
  firstOf,
  LAST_ID,
  upTo,
} from "./run-bounds.ts";
import { type Branch, branchesOf, codesOf } from "./run-branches.ts";
import type { RunCounters } from "../numbers/run-counters.ts";

/** A run that was found, with its place in the order of lists. */
export interface FoundRun extends RunPosition {
  readonly n: number;
}

/** The runs that one look found; `next` is where another has to continue, `null` when there is nothing behind it. */
export interface FoundRuns {
  readonly runs: readonly FoundRun[];
  readonly next: RunPosition | null;
}

/** Where no more runs than these have an id or an error that fits, they are read rather than the list. */
const FEW = 2000;
/** Entries of each branch that one look reads where runs have to be read for their texts: the event loop turns between looks. */
const LOOK = 500;
const NO_PART = "part IS NULL";
/** Three characters, which the index of errors needs to find a text. */
const TRIGRAM = /.{3}/su;

/**
 * Finds runs by merging branches, each read in the order of lists and no further than a page: so a list costs the same
 * whatever it filters and however much has run.
 */
export class RunSearch {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #counters: RunCounters;

  constructor(sql: Sql, names: Names, counters: RunCounters) {
    this.#sql = sql;
    this.#names = names;
    this.#counters = counters;
  }

  /** The first `limit` runs a query matches behind a position. */
  find(
    query: RunQuery,
    after: RunPosition | null,
    limit: number,
    direction: Direction = "newest",
  ): FoundRuns {
    const bounds = boundsOf(query, after, direction);
    const few = this.#fewRuns(query);
    if (few !== null) return { runs: this.#chosen(few, query, bounds, limit, direction), next: null };
    const branches = branchesOf(query, this.#names, this.#counters);
    if (query.texts !== undefined) return this.#look(branches, query, bounds, limit, direction);
    let runs: FoundRun[] = [];
    for (const branch of branches) {
      // Only what comes before the last of a full page is of interest.
      const last = runs.length < limit ? undefined : runs.at(-1)?.at;
      const within = last === undefined ? bounds : upTo(last, bounds, direction);
      const rows = this.#read(branch, query, within, limit, direction);
      if (rows.length > 0) runs = firstOf([...runs, ...rows], limit, direction);
    }
    return { runs, next: null };
  }

  /** How many runs a query without texts matches, up to `cap`; from the counts where these know. */
  count(query: RunQuery, cap: number): number {
    const { fromMs, toMs, idPrefix, reason, withoutParts } = query;
    const isCounted = fromMs === undefined && toMs === undefined && idPrefix === undefined;
    if (isCounted && reason === undefined && !withoutParts) return Math.min(cap, this.#countOf(query));
    const few = this.#fewRuns(query);
    const bounds = boundsOf(query, null, "newest");
    if (few !== null) return this.#chosen(few, query, bounds, cap, "newest").length;
    let counted = 0;
    for (const branch of branchesOf(query, this.#names, this.#counters)) {
      if (counted >= cap) break;
      const [runs] = this.#sql.get(
        `SELECT count(*) FROM (SELECT 1 ${fromBranch(branch, query)} LIMIT ?)`,
        ...branchValues(branch, query, bounds),
        cap - counted,
      ) as [number];
      counted += runs;
    }
    return counted;
  }

  #countOf(query: RunQuery): number {
    let sum = 0;
    for (const { n } of this.#names.jobs(query.tenant, query.jobKey, query.app))
      for (const state of codesOf(query)) sum += this.#counters.count(n, state);
    return sum;
  }

  #read(
    branch: Branch,
    query: RunQuery,
    bounds: Bounds,
    limit: number,
    direction: Direction,
  ): readonly FoundRun[] {
    const order = direction === "newest" ? "created_at DESC, id DESC" : "created_at, id";
    const rows = this.#sql.all(
      `SELECT created_at, id, n ${fromBranch(branch, query)} ORDER BY ${order} LIMIT ?`,
      ...branchValues(branch, query, bounds),
      limit,
    );
    return rows.map(toFound);
  }

  /** Reads a stretch of the list and keeps the runs whose texts fit. */
  #look(
    branches: readonly Branch[],
    query: RunQuery,
    bounds: Bounds,
    limit: number,
    direction: Direction,
  ): FoundRuns {
    const read = branches.map((branch) => this.#read(branch, query, bounds, LOOK, direction));
    // Runs behind the end of a branch that was not read to its end may lie before runs that were not read.
    const ends = read.flatMap((runs) => (runs.length < LOOK ? [] : [runs.at(-1)!]));
    const [end = null] = firstOf(ends, 1, direction);
    const sign = direction === "newest" ? -1 : 1;
    const within = firstOf(read.flat(), Infinity, direction).filter(
      (run) => end === null || sign * comparePositions(run, end) <= 0,
    );
    const runs: FoundRun[] = [];
    for (const run of within) {
      if (!this.#hasTexts(run.n, query.texts)) continue;
      runs.push(run);
      if (runs.length === limit) return { runs, next: null };
    }
    return { runs, next: end && { at: end.at, id: end.id } };
  }

  /** The numbers of all runs that an id or an error leaves, where these are few; `null` where they are not. */
  #fewRuns({ tenant, idPrefix, texts }: RunQuery): readonly number[] | null {
    const rows: readonly SqlRow[] | null =
      idPrefix !== undefined
        ? this.#sql.all(
            "SELECT n FROM runs WHERE tenant = ? AND id >= ? AND id < ? LIMIT ?",
            this.#names.tenant(tenant) ?? 0,
            idPrefix,
            idPrefix + LAST_ID,
            FEW + 1,
          )
        : texts?.error !== undefined && TRIGRAM.test(texts.error)
          ? this.#sql.all(
              "SELECT rowid FROM error_texts WHERE error_texts MATCH ? LIMIT ?",
              `"${texts.error.replaceAll('"', '""')}"`,
              FEW + 1,
            )
          : null;
    return rows === null || rows.length > FEW ? null : rows.map(([n]) => n as number);
  }

  #chosen(
    numbers: readonly number[],
    query: RunQuery,
    { low, high }: Bounds,
    limit: number,
    direction: Direction,
  ): readonly FoundRun[] {
    const jobs = new Set(this.#names.jobs(query.tenant, query.jobKey, query.app).map(({ n }) => n));
    const codes = codesOf(query);
    const found = numbers.flatMap((number) => {
      const row = this.#sql.get(
        `SELECT created_at, id, n, job, state, reason_code, ${NO_PART} FROM runs WHERE n = ?`,
        number,
      );
      if (row === undefined) return [];
      const run = toFound(row);
      const isChosen =
        jobs.has(row[3] as number) &&
        codes.includes(row[4] as number) &&
        (query.reason ?? row[5]) === row[5] &&
        (!query.withoutParts || row[6] === 1) &&
        run.id.startsWith(query.idPrefix ?? "") &&
        comparePositions(run, low) > 0 &&
        comparePositions(run, high) < 0 &&
        this.#hasTexts(number, query.texts);
      return isChosen ? [run] : [];
    });
    return firstOf(found, limit, direction);
  }

  #hasTexts(n: number, texts: RunTexts | undefined): boolean {
    if (texts === undefined) return true;
    const [id, errorSummary, args, number] = this.#sql.get(
      "SELECT id, error_summary, args, worker FROM runs WHERE n = ?",
      n,
    ) as [string, string | null, string | null, number | null];
    const parsed = texts.args === undefined || args === null ? null : (JSON.parse(args) as never);
    const worker = number === null ? null : this.#names.worker(number);
    return meetsSearch({ id, errorSummary, args: parsed, worker }, texts);
  }
}

function fromBranch({ index, where }: Branch, { idPrefix, unmovedSinceMs, withoutParts }: RunQuery): string {
  const prefix = idPrefix === undefined ? "" : " AND id >= ? AND id < ?";
  const unmoved = unmovedSinceMs === undefined ? "" : " AND updated_at <= ?";
  return `FROM runs INDEXED BY ${index}
    WHERE ${where} AND (created_at, id) > (?, ?) AND (created_at, id) < (?, ?)${prefix}${unmoved}${withoutParts ? ` AND ${NO_PART}` : ""}`;
}

function branchValues(
  { values }: Branch,
  { idPrefix, unmovedSinceMs }: RunQuery,
  { low, high }: Bounds,
): SqlValue[] {
  return [
    ...values,
    low.at,
    low.id,
    high.at,
    high.id,
    ...(idPrefix === undefined ? [] : [idPrefix, idPrefix + LAST_ID]),
    ...(unmovedSinceMs === undefined ? [] : [unmovedSinceMs]),
  ];
}

function toFound([at, id, n]: SqlRow): FoundRun {
  return { at: at as number, id: id as string, n: n as number };
}
