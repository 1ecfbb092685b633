import type { Sql } from "../file/sql.ts";
import { FIRST_TERMINAL_CODE, isTerminalCode, STATE_CODES } from "../rows/state-code.ts";
import type { Names } from "./numbers/names.ts";
import type { Tally } from "./numbers/tally.ts";

/** What of a job is no longer kept. */
export interface Sweep {
  readonly tenant: string;
  readonly jobKey: string;
  readonly keep: number;
  readonly endedBeforeMs: number;
  readonly limit: number;
  /** Ends behind this place in their order are kept. */
  readonly keepAfterSeq: number | null;
}

interface Expired {
  readonly n: number;
  readonly state: number;
  readonly job: number;
  readonly at: number;
  /** Its place in the order of ends. */
  readonly seq: number;
}

const TERMINAL_CODES = Object.values(STATE_CODES).filter(isTerminalCode);

/** Removes runs that ended, with their logs; part of a transaction. */
export class Retention {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #tally: Tally;

  constructor(sql: Sql, names: Names, tally: Tally) {
    this.#sql = sql;
    this.#names = names;
    this.#tally = tally;
  }

  /** Removes the oldest; returns how many. */
  sweep({ tenant, jobKey, keep, endedBeforeMs, limit, keepAfterSeq }: Sweep): number {
    const jobs = this.#names.jobs(tenant, jobKey).map(({ n }) => n);
    const ended = jobs.reduce(
      (sum, job) => sum + TERMINAL_CODES.reduce((runs, state) => runs + this.#tally.count(job, state), 0),
      0,
    );
    const lastSeq = keepAfterSeq ?? Number.MAX_SAFE_INTEGER;
    const kept = Math.max(0, this.#tally.endedSeq - lastSeq);
    const surplus = Math.max(0, ended - keep);
    // Of the surplus no more than are removed and, at most, kept for a reader of ends.
    const tooMany = this.#oldest(jobs, "", [], Math.min(surplus, limit + kept)).filter(
      ({ seq }) => seq <= lastSeq,
    );
    // Nothing ends before it was created: runs created later need no look.
    const tooOld = this.#oldest(
      jobs,
      "AND created_at < ? AND coalesce(completed_at, updated_at) < ? AND ended_seq <= ?",
      [endedBeforeMs, endedBeforeMs, lastSeq],
      limit,
    );
    const expired = new Map([...tooMany, ...tooOld].map((run) => [run.n, run]));
    const removed = [...expired.values()].sort((a, b) => a.at - b.at).slice(0, limit);
    for (const run of removed) this.#remove(run);
    return removed.length;
  }

  #oldest(
    jobs: readonly number[],
    where: string,
    values: readonly number[],
    limit: number,
  ): readonly Expired[] {
    if (limit === 0) return [];
    const found = jobs.flatMap((job) =>
      TERMINAL_CODES.filter((state) => this.#tally.count(job, state) > 0).flatMap((state) =>
        this.#sql
          .all(
            `SELECT n, created_at, ended_seq FROM runs INDEXED BY ended_of_job
             WHERE job = ? AND state = ? AND state >= ${FIRST_TERMINAL_CODE} ${where} ORDER BY created_at, id LIMIT ?`,
            job,
            state,
            ...values,
            limit,
          )
          .map(([n, at, seq]) => ({ n, at, seq, job, state }) as Expired),
      ),
    );
    return found.sort((a, b) => a.at - b.at).slice(0, limit);
  }

  #remove({ n, job, state }: Expired): void {
    this.#sql.run("DELETE FROM logs WHERE run = ?", n);
    this.#sql.run("DELETE FROM runs WHERE n = ?", n);
    this.#tally.move(job, state, null);
  }
}
