import { type JobInstance, type LaneView, turnAfter } from "@mojob/core/ports";
import { WAITING } from "../file/schema.ts";
import type { Sql } from "../file/sql.ts";
import type { OpenRun } from "./written-runs.ts";

/** So many of the runs that wait show of one of them whether there are others. */
const ENOUGH = 2;

interface WaitingRun {
  readonly n: number;
  readonly id: string;
}

/** A lane's slots that are taken and the first of the runs that wait in it. */
export class LaneInBatch implements LaneView<OpenRun> {
  readonly #sql: Sql;
  readonly #find: (id: string) => OpenRun | undefined;
  readonly #key: readonly [job: number, lane: string];
  #taken: Set<number> | null = null;
  #lowest = 0;
  /** In their order, until one joins; `null` where they have to be read. */
  #waiting: WaitingRun[] | null = null;
  /** Whether these are all that wait. */
  #isWhole = false;
  /** How many slots the batch has given back: as many runs may begin. */
  #freed = 0;

  /** @param find a run of the lane's tenant */
  constructor(sql: Sql, find: (id: string) => OpenRun | undefined, job: number, lane: string) {
    this.#sql = sql;
    this.#find = find;
    this.#key = [job, lane];
  }

  get next(): OpenRun | undefined {
    const [first] = this.#firstWaiting();
    return first && this.#find(first.id);
  }

  isFull(limit: number): boolean {
    return this.#slots().size >= limit;
  }

  hasOthers({ n }: OpenRun): boolean {
    return this.#firstWaiting().some((run) => run.n !== n);
  }

  take(limit: number): number | null {
    const taken = this.#slots();
    if (taken.size >= limit) return null;
    while (taken.has(this.#lowest)) this.#lowest += 1;
    taken.add(this.#lowest);
    return this.#lowest;
  }

  turnOf({ fairShare, priority }: JobInstance): number | null {
    if (fairShare === null) return null;
    const first = this.#sql.get(
      `SELECT turn, fair_share ->> '$.weight' FROM runs INDEXED BY waiting_in_lane
       WHERE job = ? AND lane = ? AND priority = ? AND turn > 0 AND ${WAITING} ORDER BY turn, created_at, id LIMIT 1`,
      ...this.#key,
      priority,
    );
    const last = this.#sql.get(
      `SELECT turn FROM runs INDEXED BY waiting_of_key
       WHERE job = ? AND lane = ? AND priority = ? AND fair_key = ? AND turn IS NOT NULL ORDER BY turn DESC LIMIT 1`,
      ...this.#key,
      priority,
      fairShare.key,
    );
    return turnAfter(fairShare, {
      first: first === undefined ? null : { turn: first[0] as number, weight: first[1] as number },
      last: (last?.[0] ?? null) as number | null,
    });
  }

  /** A slot was given back in the write of its run. */
  free(slot: number): void {
    this.#taken?.delete(slot);
    this.#lowest = Math.min(this.#lowest, slot);
    this.#freed += 1;
  }

  /** A run was written that waits. No batch in which one joins asks whose turn is next. */
  join(run: WaitingRun): void {
    if (this.#isWhole) this.#waiting?.push(run);
  }

  /** A run was written that waits no more. */
  leave({ n }: WaitingRun): void {
    const left = this.#waiting?.filter((run) => run.n !== n) ?? null;
    this.#waiting = left === null || this.#isWhole || left.length >= ENOUGH ? left : null;
  }

  #slots(): Set<number> {
    if (this.#taken !== null) return this.#taken;
    const rows = this.#sql.all(
      "SELECT slot FROM runs INDEXED BY slots WHERE job = ? AND lane = ? AND slot IS NOT NULL",
      ...this.#key,
    );
    return (this.#taken = new Set(rows.map(([slot]) => slot as number)));
  }

  #firstWaiting(): readonly WaitingRun[] {
    if (this.#waiting !== null) return this.#waiting;
    const most = this.#freed + ENOUGH;
    const rows = this.#sql.all(
      `SELECT n, id FROM runs INDEXED BY waiting_in_lane
       WHERE job = ? AND lane = ? AND ${WAITING} ORDER BY priority, turn, created_at, id LIMIT ?`,
      ...this.#key,
      most,
    );
    this.#isWhole = rows.length < most;
    return (this.#waiting = rows.map(([n, id]) => ({ n: n as number, id: id as string })));
  }
}
