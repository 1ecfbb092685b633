import { defineRecurringJob, type JobContext } from "@mojob/core";
import { fireId } from "@mojob/core/engine";
import type { ResolvedWorldOptions } from "./world-options.ts";

/** The key of the one job of a world. */
export const JOB = "tick";
export const TIMEOUT_MS = 1000;
/** The time within which the rate of a world counts. */
export const RATE_MS = 1000;
const FIRST_FIRE_MS = Date.parse("2026-01-01T00:00:00.000Z");

export function defineModelJob(
  { retryCount, maxConcurrency, whenFull, unique, rate }: ResolvedWorldOptions,
  execute: (context: JobContext) => Promise<unknown>,
): ReturnType<typeof defineRecurringJob> {
  return defineRecurringJob({
    key: JOB,
    cron: "* * * * * *",
    retryCount,
    maxConcurrency,
    whenFull,
    unique,
    rateLimit: { max: rate, perMs: RATE_MS },
    timeoutMs: TIMEOUT_MS,
    execute,
  });
}

/** The runs it fires in a world that lets it fire so often. */
export function fireIds(fires: number): readonly string[] {
  return Array.from({ length: fires }, (_, index) => fireId(JOB, new Date(FIRST_FIRE_MS + index * 1000)));
}

/** Puts a fire into one of the world's lanes; the first is the job's own. */
export function lanePartOf(
  id: string,
  { lanes }: ResolvedWorldOptions,
): { readonly lanePart?: { readonly shard: number } } {
  const shard = ((nominalTimeOf(id).getTime() - FIRST_FIRE_MS) / 1000) % lanes;
  return shard === 0 ? {} : { lanePart: { shard } };
}

export function nominalTimeOf(id: string): Date {
  return new Date(id.slice(JOB.length + 1));
}
