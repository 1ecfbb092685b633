import type { JobState } from "@mojob/core";
import { type CompletionMinute, type IMoInstanceStatistics, JOB_STATES } from "@mojob/core/ports";
import { type StoreParts, tenantOf } from "./store-parts.ts";

/** Reads counters that every write keeps. */
export class InstanceStatisticsInMemory implements IMoInstanceStatistics {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async countByState(tenant: string, app?: string): Promise<Readonly<Record<JobState, number>>> {
    this.#parts.lifetime.assertOpen();
    const { all, apps } = tenantOf(this.#parts, tenant);
    const counts = (app === undefined ? all : apps.get(app))?.byCreation.counts;
    const entries = JOB_STATES.map((state, index) => [state, counts?.[index] ?? 0]);
    return Object.fromEntries(entries) as Record<JobState, number>;
  }

  async completions(tenant: string, since: Date, app?: string): Promise<readonly CompletionMinute[]> {
    this.#parts.lifetime.assertOpen();
    const { all, apps } = tenantOf(this.#parts, tenant);
    return (app === undefined ? all : apps.get(app))?.completions.since(since) ?? [];
  }
}
