import {
  defineRecurringJob,
  defineTriggeredJob,
  type JobContext,
  type JobRegistration,
  type JsonValue,
} from "@mojob/core";
import { fireId } from "@mojob/core/engine";
import type { ResolvedWorldOptions } from "./world-options.ts";

/** The job of a world. */
export const JOB = "tick";
/** The child of that job. */
export const CHILD = "tock";
export const TIMEOUT_MS = 1000;
/** The time within which the rate of a world counts. */
export const RATE_MS = 1000;
/** How far the time goes on at once. */
export const LAPSE_MS = 500;
/** For how long a run may wait in a world that ends waits. */
export const WAIT_MS = 500;
/** How late a fire may begin in a world that skips later ones: within one lapse. */
export const GRACE_MS = 400;
/** For how long triggers must be quiet in a world that debounces: two lapses; and at most three. */
export const DEBOUNCE_MS = 1000;
export const DEBOUNCE_MAX_MS = 1500;
const FIRST_FIRE_MS = Date.parse("2026-01-01T00:00:00.000Z");

export type ModelCode = (args: unknown, context: JobContext) => Promise<unknown>;

export function defineModelJobs(
  options: ResolvedWorldOptions,
  execute: ModelCode,
): readonly JobRegistration[] {
  const { retryCount, maxConcurrency, whenFull, unique, rate, maxWaiting, endsWaits, shares } = options;
  const common = {
    key: JOB,
    retryCount,
    maxConcurrency,
    whenFull,
    unique,
    rateLimit: { max: rate, perMs: RATE_MS },
    // Where time passes by itself, no code takes too long.
    ...(options.lapses === 0 && { timeoutMs: TIMEOUT_MS }),
    maxWaiting,
    ...(endsWaits && { waitTimeoutMs: WAIT_MS }),
    ...(shares.length > 0 && { fairness: { by: "args.key", weight: "args.weight" } }),
    ...(options.debounces && { debounceMs: DEBOUNCE_MS, debounceMaxMs: DEBOUNCE_MAX_MS }),
    ...(options.broadcasts && { routing: { strategy: "broadcast" as const } }),
    ...(options.hasChild && { children: [{ job: CHILD }] }),
  };
  const job = options.isTriggered
    ? defineTriggeredJob({ ...common, execute })
    : defineRecurringJob({
        ...common,
        cron: "* * * * * *",
        ...(options.misfires && { misfire: { policy: "skip" as const, graceMs: GRACE_MS } }),
        execute: (context: JobContext) => execute(null, context),
      });
  return options.hasChild ? [job, defineTriggeredJob({ key: CHILD, execute })] : [job];
}

/** The arguments of a run: those of no two triggers are equal. */
export function argsOf(id: string, { shares, isTriggered }: ResolvedWorldOptions): JsonValue {
  if (!isTriggered) return null;
  const share = shares[indexOf(id)];
  return share === undefined ? { run: indexOf(id) } : { ...share, run: indexOf(id) };
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
  const shard = indexOf(id) % lanes;
  return shard === 0 ? {} : { lanePart: { shard } };
}

export function nominalTimeOf(id: string): Date {
  return new Date(id.slice(JOB.length + 1));
}

/** Which of a world's runs it is, from 0. */
export function indexOf(id: string): number {
  return (nominalTimeOf(id).getTime() - FIRST_FIRE_MS) / 1000;
}
