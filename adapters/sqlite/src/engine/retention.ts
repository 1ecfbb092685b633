import { endOfFires, isFireAfter } from "@mojob/core/ports";
import type { Sql } from "../file/sql.ts";
import { FIRST_TERMINAL_CODE, isTerminalCode, STATE_CODES } from "../rows/state-code.ts";
import type { Names } from "./numbers/names.ts";
import type { RunCounters } from "./numbers/run-counters.ts";

/** The runs of a job that are no longer kept. */
export interface Sweep {
  readonly tenant: string;
  readonly jobKey: string;
  readonly keep: number;
  readonly keepSkipped: number;
  readonly endedBeforeMs: number;
  readonly limit: number;
  /** Ends behind this place in their order are kept. */
  readonly keepAfterSeq: number | null;
  /** Fires after this are still to come, and look for their runs. @default none is kept for that */
  readonly firesAfter?: Date;
}

interface Expired {
  readonly n: number;
  readonly state: number;
  readonly job: number;
  readonly isPart: boolean;
  readonly id: string;
  readonly at: number;
  /** Its place in the order of ends. */
  readonly seq: number;
  /** Its code holds a slot: it is kept. */
  readonly isAbandoned: boolean;
}

const TERMINAL_CODES = Object.values(STATE_CODES).filter(isTerminalCode);
/** Skipped runs are counted apart from those that ran. */
const KINDS = [
  { codes: TERMINAL_CODES.filter((code) => code !== STATE_CODES.Skipped), bound: "keep" },
  { codes: [STATE_CODES.Skipped], bound: "keepSkipped" },
] as const;
/** Runs that are looked for at a time where some have parts: any number of these may lie between two. */
const FEW = 8;
/** The runs that are no parts of others. */
const WHOLES = { index: "ended_of_job", where: "part IS NULL" } as const;
const PARTS_ALONE = {
  index: "ended_parts_of_job",
  where:
    "part IS NOT NULL AND NOT EXISTS (SELECT 1 FROM runs AS whole WHERE whole.tenant = runs.tenant AND whole.id = runs.part_of)",
} as const;
type Which = typeof WHOLES | typeof PARTS_ALONE;

/** Removes runs that ended, with their logs; part of a transaction. */
export class Retention {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #counters: RunCounters;
  readonly #onRemoved: () => void;
  #hasRemoved = false;

  /** @param onRemoved called once a run is no longer in the file */
  constructor(sql: Sql, names: Names, counters: RunCounters, onRemoved: () => void) {
    this.#sql = sql;
    this.#names = names;
    this.#counters = counters;
    this.#onRemoved = onRemoved;
  }

  /** Removes the oldest, each with its parts; returns how many. */
  sweep(sweep: Sweep): number {
    const { tenant, jobKey, limit } = sweep;
    const jobs = this.#names.jobs(tenant, jobKey).map(({ n }) => n);
    const hasParts = this.#hasParts(tenant);
    let removed = 0;
    for (;;) {
      const most = hasParts ? Math.min(FEW, limit - removed) : limit;
      const expired = this.#expired(jobs, sweep, most);
      const before = removed;
      for (const run of expired) if (removed < limit) removed += this.#removeWhole(run, sweep, hasParts);
      if (expired.length < most || removed === before || removed >= limit) break;
    }
    if (!hasParts || removed >= limit) return removed;
    const alone = this.#tooOld(jobs, PARTS_ALONE, sweep, limit - removed);
    for (const part of alone) this.#remove(part);
    return removed + alone.length;
  }

  /** Whether runs were removed since this was asked. */
  takeRemoved(): boolean {
    const hasRemoved = this.#hasRemoved;
    this.#hasRemoved = false;
    return hasRemoved;
  }

  /** The oldest that are no longer kept, without parts of others. */
  #expired(jobs: readonly number[], sweep: Sweep, most: number): readonly Expired[] {
    const lastSeq = lastSeqOf(sweep);
    const kept = Math.max(0, this.#counters.endedSeq - lastSeq);
    const abandoned = this.#abandoned(jobs);
    const coming = this.#coming(sweep);
    const tooMany = KINDS.flatMap(({ codes, bound }) => {
      const ended = jobs.reduce((sum, job) => sum + this.#endedOf(job, codes), 0);
      const surplus = Math.max(0, ended - sweep[bound]);
      // Of the surplus no more than are removed and, at most, kept for a reader of ends.
      return this.#oldest(jobs, codes, WHOLES, Math.min(surplus, most + kept + abandoned + coming));
    }).filter((run) => run.seq <= lastSeq && !run.isAbandoned && !isComing(run, sweep));
    const tooOld = this.#tooOld(jobs, WHOLES, sweep, most + coming).filter((run) => !isComing(run, sweep));
    const expired = new Map([...tooMany, ...tooOld].map((run) => [run.n, run]));
    return [...expired.values()].sort((a, b) => a.at - b.at).slice(0, most);
  }

  /** Runs of these jobs that are kept because their code holds a slot. */
  #abandoned(jobs: readonly number[]): number {
    return jobs.reduce((sum, job) => {
      const [held] = this.#sql.get(
        "SELECT count(*) FROM runs INDEXED BY slots WHERE job = ? AND slot IS NOT NULL AND abandoned IS NOT NULL",
        job,
      ) as [number];
      return sum + held;
    }, 0);
  }

  /** Runs of the job whose fires are still to come. */
  #coming({ tenant, jobKey, firesAfter }: Sweep): number {
    const number = this.#names.tenant(tenant);
    if (firesAfter === undefined || number === undefined) return 0;
    const [coming] = this.#sql.get(
      "SELECT count(*) FROM runs WHERE tenant = ? AND id > ? AND id < ?",
      number,
      `${jobKey}@${firesAfter.toISOString()}`,
      endOfFires(jobKey),
    ) as [number];
    return coming;
  }

  /** Runs of a job that ended in these states, each with its parts as one. */
  #endedOf(job: number, codes: readonly number[]): number {
    return codes.reduce(
      (runs, state) => runs + this.#counters.count(job, state) - this.#counters.parts(job, state),
      0,
    );
  }

  #tooOld(jobs: readonly number[], which: Which, sweep: Sweep, limit: number): readonly Expired[] {
    const { endedBeforeMs } = sweep;
    // Nothing ends before it was created: runs created later need no look.
    return this.#oldest(
      jobs,
      TERMINAL_CODES,
      {
        index: which.index,
        where: `${which.where} AND abandoned IS NULL AND created_at < ? AND coalesce(completed_at, updated_at) < ? AND ended_seq <= ?`,
      },
      limit,
      [endedBeforeMs, endedBeforeMs, lastSeqOf(sweep)],
    );
  }

  #oldest(
    jobs: readonly number[],
    codes: readonly number[],
    { index, where }: { readonly index: string; readonly where: string },
    limit: number,
    values: readonly number[] = [],
  ): readonly Expired[] {
    if (limit === 0) return [];
    const found = jobs.flatMap((job) =>
      codes
        .filter((state) => this.#counters.count(job, state) > 0)
        .flatMap((state) =>
          this.#sql
            .all(
              `SELECT n, id, part_of IS NOT NULL, created_at, ended_seq, abandoned IS NOT NULL FROM runs INDEXED BY ${index}
             WHERE job = ? AND state = ? AND state >= ${FIRST_TERMINAL_CODE} AND ${where} ORDER BY created_at, id LIMIT ?`,
              job,
              state,
              ...values,
              limit,
            )
            .map(
              ([n, id, isPart, at, seq, abandoned]) =>
                ({
                  n,
                  id,
                  isPart: isPart === 1,
                  at,
                  seq,
                  isAbandoned: abandoned === 1,
                  job,
                  state,
                }) as Expired,
            ),
        ),
    );
    return found.sort((a, b) => a.at - b.at).slice(0, limit);
  }

  /** Removes a run with its parts; returns how many these were: none while one of them is kept. */
  #removeWhole(run: Expired, sweep: Sweep, hasParts: boolean): number {
    const parts = hasParts ? this.#allPartsOf(run, sweep) : [];
    const lastSeq = lastSeqOf(sweep);
    const mayGo = ({ state, seq, isAbandoned }: Expired): boolean =>
      isTerminalCode(state) && seq <= lastSeq && !isAbandoned;
    if (!parts.every(mayGo)) return 0;
    for (const one of [run, ...parts]) this.#remove(one);
    return 1 + parts.length;
  }

  /** Whether any run of the tenant is a part: those of a run may be of other jobs. */
  #hasParts(tenant: string): boolean {
    const statement =
      "SELECT 1 FROM runs INDEXED BY parts_of_run WHERE tenant = ? AND part_of IS NOT NULL LIMIT 1";
    return this.#sql.get(statement, this.#names.tenant(tenant) ?? 0) !== undefined;
  }

  /** The parts of a run, and theirs. */
  #allPartsOf(run: Expired, sweep: Sweep): readonly Expired[] {
    const parts = [...this.#partsOf(run, sweep)];
    for (const part of parts) parts.push(...this.#partsOf(part, sweep));
    return parts;
  }

  #partsOf({ id }: Expired, { tenant }: Sweep): readonly Expired[] {
    return this.#sql
      .all(
        `SELECT n, id, job, state, created_at, ended_seq, abandoned IS NOT NULL FROM runs INDEXED BY parts_of_run
         WHERE tenant = ? AND part_of = ?`,
        this.#names.tenant(tenant) ?? 0,
        id,
      )
      .map(
        ([n, part, job, state, at, seq, abandoned]) =>
          ({ n, id: part, isPart: true, job, state, at, seq, isAbandoned: abandoned === 1 }) as Expired,
      );
  }

  #remove({ n, job, state, isPart }: Expired): void {
    this.#sql.run("DELETE FROM logs WHERE run = ?", n);
    this.#sql.run("DELETE FROM tasks WHERE run = ?", n);
    this.#sql.run("DELETE FROM task_facts WHERE run = ?", n);
    this.#sql.run("DELETE FROM runs WHERE n = ?", n);
    this.#counters.move(job, isPart, state, null);
    this.#hasRemoved = true;
    this.#onRemoved();
  }
}

function isComing({ id }: Expired, { jobKey, firesAfter }: Sweep): boolean {
  return firesAfter !== undefined && isFireAfter(jobKey, id, firesAfter);
}

function lastSeqOf({ keepAfterSeq }: Sweep): number {
  return keepAfterSeq ?? Number.MAX_SAFE_INTEGER;
}
