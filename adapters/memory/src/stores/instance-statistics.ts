import type { JobState } from "@mojob/core";
import {
  type CompletionMinute,
  type CountedRuns,
  type IMoInstanceStatistics,
  JOB_STATES,
} from "@mojob/core/ports";
import { type StoreParts, tenantOf } from "./store-parts.ts";

/** Reads counters that every write keeps. */
export class InstanceStatisticsInMemory implements IMoInstanceStatistics {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async countByState(
    tenant: string,
    app?: string,
    { parts = true }: CountedRuns = {},
  ): Promise<Readonly<Record<JobState, number>>> {
    this.#parts.lifetime.assertOpen();
    const { all, apps } = tenantOf(this.#parts, tenant);
    const rows = (app === undefined ? all : apps.get(app))?.byCreation;
    const countIn = (state: number): number =>
      (rows?.counts[state] ?? 0) - (parts ? 0 : (rows?.parts[state] ?? 0));
    const entries = JOB_STATES.map((state, index) => [state, countIn(index)]);
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
    this.#parts.lifetime.assertOpen();
    const { all, apps } = tenantOf(this.#parts, tenant);
    const rows = app === undefined ? all : apps.get(app);
    return (parts ? rows?.completions : rows?.wholeCompletions)?.since(since) ?? [];
  }
}
