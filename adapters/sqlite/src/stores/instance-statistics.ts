import type { JobState } from "@mojob/core";
import { type CompletionMinute, type IMoInstanceStatistics, JOB_STATES } from "@mojob/core/ports";
import type { CompletionRow } from "../engine/statistics.ts";
import type { Database } from "../link/database.ts";
import { STATE_CODES, stateOf } from "../rows/state-code.ts";

/** Counts runs in a SQLite file; the counts are kept beside the runs. */
export class InstanceStatisticsSqlite implements IMoInstanceStatistics {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async countByState(tenant: string, app?: string): Promise<Readonly<Record<JobState, number>>> {
    const counts = await this.#database.call("countByState", tenant, app);
    const entries = JOB_STATES.map((state) => [state, counts.get(STATE_CODES[state]) ?? 0]);
    return Object.fromEntries(entries) as Record<JobState, number>;
  }

  async completions(tenant: string, since: Date, app?: string): Promise<readonly CompletionMinute[]> {
    return toMinutes(await this.#database.call("completions", tenant, since.getTime(), app));
  }
}

const NOTHING_ENDED = { succeeded: 0, terminated: 0, cancelled: 0, skipped: 0 };
const COUNTERS: Partial<Record<JobState, keyof typeof NOTHING_ENDED>> = {
  Succeeded: "succeeded",
  Terminated: "terminated",
  Cancelled: "cancelled",
  Skipped: "skipped",
};

function toMinutes(rows: readonly CompletionRow[]): readonly CompletionMinute[] {
  const minutes = new Map<number, CompletionMinute & typeof NOTHING_ENDED>();
  for (const [atMs, code, runs] of rows) {
    const minute = minutes.get(atMs) ?? { at: new Date(atMs), ...NOTHING_ENDED };
    const counter = COUNTERS[stateOf(code)];
    minutes.set(atMs, counter === undefined ? minute : { ...minute, [counter]: runs });
  }
  return [...minutes.values()];
}
