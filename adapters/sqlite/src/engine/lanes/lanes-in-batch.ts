import type { Sql } from "../../file/sql.ts";
import { WAITING } from "../../file/schema.ts";

/** The lanes of a batch of admissions or new runs: none of their slots is given back while it is written. */
export class LanesInBatch {
  readonly #sql: Sql;
  readonly #lanes = new Map<string, LaneInBatch>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get({ job, lane }: { readonly job: number; readonly lane: string }): LaneInBatch {
    const key = `${job}/${lane}`;
    let found = this.#lanes.get(key);
    if (found === undefined) this.#lanes.set(key, (found = new LaneInBatch(this.#sql, job, lane)));
    return found;
  }
}

/** A lane's slots that are taken and whether runs wait in it, each read when it is first needed. */
class LaneInBatch {
  readonly #sql: Sql;
  readonly #key: readonly [job: number, lane: string];
  #taken: Set<number> | null = null;
  #lowest = 0;
  /** Two of the runs that wait, which is enough to know of one that there are others. */
  #waiting: Set<number> | null = null;

  constructor(sql: Sql, job: number, lane: string) {
    this.#sql = sql;
    this.#key = [job, lane];
  }

  /** Whether as many slots as the limit are taken, wherever they are. */
  isFull(limit: number): boolean {
    this.#taken ??= this.#readTaken();
    return this.#taken.size >= limit;
  }

  /** Takes the lowest slot that is free; returns `null` when the lane is full. */
  take(limit: number): number | null {
    if (this.isFull(limit)) return null;
    this.#taken ??= this.#readTaken();
    while (this.#taken.has(this.#lowest)) this.#lowest += 1;
    this.#taken.add(this.#lowest);
    return this.#lowest;
  }

  /** Whether a run other than this one waits. */
  hasOthers(n: number): boolean {
    this.#waiting ??= this.#readWaiting();
    return this.#waiting.size > (this.#waiting.has(n) ? 1 : 0);
  }

  /** Counts a run as waiting. */
  wait(n: number): void {
    this.#waiting?.add(n);
  }

  /** A run has begun: if it waited, who else does is read again. */
  begin(n: number): void {
    if (this.#waiting?.has(n) === true) this.#waiting = null;
  }

  #readTaken(): Set<number> {
    const rows = this.#sql.all(
      "SELECT slot FROM runs INDEXED BY slots WHERE job = ? AND lane = ? AND slot IS NOT NULL",
      ...this.#key,
    );
    return new Set(rows.map(([slot]) => slot as number));
  }

  #readWaiting(): Set<number> {
    const rows = this.#sql.all(
      `SELECT n FROM runs INDEXED BY waiting_in_lane WHERE job = ? AND lane = ? AND ${WAITING} LIMIT 2`,
      ...this.#key,
    );
    return new Set(rows.map(([n]) => n as number));
  }
}
