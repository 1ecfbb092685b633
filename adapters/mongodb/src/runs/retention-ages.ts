import type { JobDefinition } from "@mojob/core";

const DEFAULT_DAYS = 30;

/**
 * How long each job keeps its ended runs, as definitions pass by: a process that runs a job has read its definition through
 * this store before, and reads it again when it was edited.
 */
export class RetentionAges {
  readonly #days = new Map<string, Map<string, number>>();

  learn({ tenant, key, options }: JobDefinition): void {
    const jobs = this.#days.get(tenant) ?? new Map<string, number>();
    this.#days.set(tenant, jobs.set(key, options.retention.maxAgeDays));
  }

  of(tenant: string, jobKey: string): number | null {
    return this.#days.get(tenant)?.get(jobKey) ?? null;
  }

  longest(tenant: string): number {
    return Math.max(DEFAULT_DAYS, ...(this.#days.get(tenant)?.values() ?? []));
  }
}
