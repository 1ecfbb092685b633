import type { SampleStep } from "@mojob/core/engine";

/** How long samples are kept, and of how many workers. */
export interface KeptSamples {
  /** Days for which days are kept; the shorter steps have their own times. @default 400 */
  readonly daysForDays: number;
  /** Workers of a tenant whose samples are kept, those included that are gone: the one that was seen least lately is forgotten. @default 200 */
  readonly workers: number;
}

export const KEPT_SAMPLES: KeptSamples = { daysForDays: 400, workers: 200 };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A step of series: its length, how much of it is kept, and how much of that is one record. */
export interface SampleTier {
  readonly step: SampleStep;
  /** 0 for samples, each of which is as long as its worker measured. */
  readonly everyMs: number;
  readonly keptMs: number;
  readonly blockMs: number;
}

/** The finest first; each is made of the one before. A worker has at most about 350 KB. */
export function tiersOf({ daysForDays }: KeptSamples): readonly SampleTier[] {
  return [
    { step: "sample", everyMs: 0, keptMs: 6 * HOUR_MS, blockMs: HOUR_MS },
    { step: "5m", everyMs: 5 * MINUTE_MS, keptMs: 3 * DAY_MS, blockMs: 6 * HOUR_MS },
    { step: "1h", everyMs: HOUR_MS, keptMs: 90 * DAY_MS, blockMs: 7 * DAY_MS },
    { step: "1d", everyMs: DAY_MS, keptMs: daysForDays * DAY_MS, blockMs: 64 * DAY_MS },
  ];
}
