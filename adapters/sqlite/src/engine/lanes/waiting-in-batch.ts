import type { Sql } from "../../file/sql.ts";
import { WAITING } from "../../file/schema.ts";

interface Lane {
  readonly job: number;
  readonly lane: string;
}

/** The runs that wait in the lanes of a batch of ends, which makes none of them wait. */
export class WaitingInBatch {
  readonly #sql: Sql;
  readonly #lanes = new Map<string, { expected: number; ids: string[] | null }>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Counts an end in the lane: so many of those that wait may begin. */
  expect(lane: Lane): void {
    this.#of(lane).expected += 1;
  }

  /** The id of the first that waits and was not taken; `null` where none does. */
  first(lane: Lane): string | null {
    const found = this.#of(lane);
    found.ids ??= this.#read(lane, found.expected);
    return found.ids[0] ?? null;
  }

  /** The first waits no more. */
  take(lane: Lane): void {
    this.#of(lane).ids?.shift();
  }

  #of({ job, lane }: Lane): { expected: number; ids: string[] | null } {
    const key = `${job}/${lane}`;
    let found = this.#lanes.get(key);
    if (found === undefined) this.#lanes.set(key, (found = { expected: 0, ids: null }));
    return found;
  }

  #read({ job, lane }: Lane, most: number): string[] {
    const rows = this.#sql.all(
      `SELECT id FROM runs INDEXED BY waiting_in_lane
       WHERE job = ? AND lane = ? AND ${WAITING} ORDER BY priority, turn, created_at, id LIMIT ?`,
      job,
      lane,
      most,
    );
    return rows.map(([id]) => id as string);
  }
}
