import type { Sql } from "../file/sql.ts";
import type { OpenRun } from "./written-runs.ts";
import { LaneInBatch } from "./lane-in-batch.ts";

/** The lanes of a batch of writes, each read when it is first needed and kept up to date with what the batch writes. */
export class LanesInBatch {
  readonly #sql: Sql;
  readonly #find: (tenant: string, id: string) => OpenRun | undefined;
  readonly #lanes = new Map<string, LaneInBatch>();

  /** @param find a run of the file */
  constructor(sql: Sql, find: (tenant: string, id: string) => OpenRun | undefined) {
    this.#sql = sql;
    this.#find = find;
  }

  /** @param lane as it is stored */
  get(tenant: string, job: number, lane: string): LaneInBatch {
    const key = `${job}/${lane}`;
    let found = this.#lanes.get(key);
    if (found === undefined) {
      found = new LaneInBatch(this.#sql, (id) => this.#find(tenant, id), job, lane);
      this.#lanes.set(key, found);
    }
    return found;
  }

  /** The lane, where the batch has asked for it. */
  known(job: number, lane: string): LaneInBatch | undefined {
    return this.#lanes.size === 0 ? undefined : this.#lanes.get(`${job}/${lane}`);
  }
}
