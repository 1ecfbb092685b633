import type { JobState } from "@mojob/core";
import {
  type CompletionMinute,
  type CountedRuns,
  type IMoInstanceStatistics,
  JOB_STATES,
  toCompletionMinutes,
} from "@mojob/core/ports";
import type { Database } from "../link/database.ts";
import { STATE_CODES, stateOf } from "../rows/state-code.ts";

/** Counts runs in a SQLite file; the counts are kept beside the runs. */
export class InstanceStatisticsSqlite implements IMoInstanceStatistics {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async countByState(
    tenant: string,
    app?: string,
    { parts = true }: CountedRuns = {},
  ): Promise<Readonly<Record<JobState, number>>> {
    const counts = await this.#database.read((file) => file.statistics.byState(tenant, parts, app));
    const entries = JOB_STATES.map((state) => [state, counts.get(STATE_CODES[state]) ?? 0]);
    return Object.fromEntries(entries) as Record<JobState, number>;
  }

  async countWaiting(tenant: string, app: string): Promise<number> {
    const { Scheduled, Enqueued } = await this.countByState(tenant, app);
    return Scheduled + Enqueued;
  }

  async completions(
    tenant: string,
    since: Date,
    app?: string,
    { parts = true }: CountedRuns = {},
  ): Promise<readonly CompletionMinute[]> {
    const sinceMs = since.getTime();
    const rows = await this.#database.read((file) =>
      file.statistics.completions(tenant, sinceMs, parts, app),
    );
    return toCompletionMinutes(
      rows.map(([atMs, code, count]) => ({ at: new Date(atMs), state: stateOf(code), count })),
    );
  }
}
