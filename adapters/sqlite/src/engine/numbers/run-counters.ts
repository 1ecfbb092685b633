import type { Sql } from "../../file/sql.ts";
import type { JobName, Names } from "./names.ts";
import { lastOf, saveLast } from "./sequences.ts";

const MINUTE_MS = 60_000;
const KEPT_MINUTES = 24 * 60;

interface Completions {
  readonly tenant: number;
  readonly app: string;
  readonly minute: number;
  readonly state: number;
  runs: number;
  parts: number;
}

/** How many runs of a job are in a state, and how many of these are parts of other runs. */
interface Count {
  runs: number;
  parts: number;
}

/**
 * How many runs each job has in each state, how many ended in each minute, and the order they ended in. Counted in
 * memory while a transaction writes, and written once before it commits.
 */
export class RunCounters {
  readonly #sql: Sql;
  readonly #names: Names;
  /** By job, then state. */
  #counts = new Map<number, Map<number, Count>>();
  #changed = new Map<string, readonly [job: number, state: number]>();
  #completions = new Map<string, Completions>();
  #newestMinute = new Map<number, number>();
  #endedSeq = 0;
  #writtenSeq = 0;

  constructor(sql: Sql, names: Names) {
    this.#sql = sql;
    this.#names = names;
    this.reload();
  }

  /** Goes back to what was committed. */
  reload(): void {
    this.#counts = new Map();
    this.#changed = new Map();
    this.#completions = new Map();
    this.#newestMinute = new Map();
    this.#endedSeq = this.#writtenSeq = lastOf(this.#sql, "ended");
    for (const row of this.#sql.all("SELECT job, state, runs, parts FROM run_counts")) {
      const [job, state, runs, parts] = row as [number, number, number, number];
      this.#of(job).set(state, { runs, parts });
    }
  }

  /** The place of the latest end in the order of ends. */
  get endedSeq(): number {
    return this.#endedSeq;
  }

  /** How many runs of a job are in a state. */
  count(job: number, state: number): number {
    return this.#counts.get(job)?.get(state)?.runs ?? 0;
  }

  /** How many of these are parts of other runs. */
  parts(job: number, state: number): number {
    return this.#counts.get(job)?.get(state)?.parts ?? 0;
  }

  /** A run entered a state it was created in or moved to; `from` is `null` for a new one, `to` for one that is removed. */
  move(job: number, isPart: boolean, from: number | null, to: number | null): void {
    if (from === to) return;
    if (from !== null) this.#change(job, isPart, from, -1);
    if (to !== null) this.#change(job, isPart, to, 1);
  }

  /** A run ended: returns its place in the order of ends. */
  end({ tenant, app }: JobName, isPart: boolean, state: number, atMs: number): number {
    const minute = Math.floor(atMs / MINUTE_MS);
    const key = `${tenant} ${minute} ${state} ${app}`;
    const counted = this.#completions.get(key) ?? { tenant, app, minute, state, runs: 0, parts: 0 };
    counted.runs += 1;
    if (isPart) counted.parts += 1;
    this.#completions.set(key, counted);
    this.#endedSeq += 1;
    return this.#endedSeq;
  }

  /** Writes what was counted since the last time; part of the transaction. */
  flush(): void {
    for (const [job, state] of this.#changed.values()) {
      this.#sql.run(
        `INSERT INTO run_counts (job, state, runs, parts) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET runs = ?3, parts = ?4`,
        job,
        state,
        this.count(job, state),
        this.parts(job, state),
      );
    }
    this.#changed.clear();
    for (const { tenant, app, minute, state, runs, parts } of this.#completions.values()) {
      this.#sql.run(
        `INSERT INTO completions (tenant, minute, app, state, runs, parts) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT DO UPDATE SET runs = runs + ?5, parts = parts + ?6`,
        tenant,
        minute,
        app,
        state,
        runs,
        parts,
      );
      this.#forgetBefore(tenant, minute);
    }
    this.#completions.clear();
    if (this.#endedSeq !== this.#writtenSeq) saveLast(this.#sql, "ended", this.#endedSeq);
    this.#writtenSeq = this.#endedSeq;
  }

  /** Runs of a tenant in each state, by code, with parts of others or without. */
  byState(tenant: string, withParts: boolean, app?: string): ReadonlyMap<number, number> {
    const sums = new Map<number, number>();
    for (const { n } of this.#names.jobs(tenant, undefined, app)) {
      for (const [state, { runs, parts }] of this.#counts.get(n) ?? [])
        sums.set(state, (sums.get(state) ?? 0) + runs - (withParts ? 0 : parts));
    }
    return sums;
  }

  #forgetBefore(tenant: number, minute: number): void {
    if (minute <= (this.#newestMinute.get(tenant) ?? -Infinity)) return;
    this.#newestMinute.set(tenant, minute);
    this.#sql.run("DELETE FROM completions WHERE tenant = ? AND minute <= ?", tenant, minute - KEPT_MINUTES);
  }

  #change(job: number, isPart: boolean, state: number, by: number): void {
    const counts = this.#of(job);
    const count = counts.get(state) ?? { runs: 0, parts: 0 };
    count.runs += by;
    if (isPart) count.parts += by;
    counts.set(state, count);
    this.#changed.set(`${job} ${state}`, [job, state]);
  }

  #of(job: number): Map<number, Count> {
    let counts = this.#counts.get(job);
    if (counts === undefined) this.#counts.set(job, (counts = new Map()));
    return counts;
  }
}
