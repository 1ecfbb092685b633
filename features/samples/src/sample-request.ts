import {
  invalidInput,
  issueAt,
  SAMPLE_RANGES,
  SAMPLE_STEPS,
  type SampleQuery,
  type SampleRange,
  type SampleStep,
} from "@mojob/core/engine";
import { floorTo } from "./block-store.ts";
import type { SampleTier } from "./sample-options.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The longest time of which samples are shown. */
export const MOST_DAYS = 400;

const LENGTHS_MS: Readonly<Record<SampleRange, number>> = {
  "1h": HOUR_MS,
  "6h": 6 * HOUR_MS,
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
  "90d": 90 * DAY_MS,
  "13mo": 396 * DAY_MS,
};

/** How long a time is shown in steps, by the step. */
const SHOWN_MS: Readonly<Record<SampleStep, number>> = {
  sample: 2 * HOUR_MS,
  "5m": 2 * DAY_MS,
  "1h": 31 * DAY_MS,
  "1d": MOST_DAYS * DAY_MS,
};

export interface SampleRequest {
  readonly from: Date;
  readonly to: Date;
  /** The tiers up to the one in whose steps it is shown. */
  readonly tiers: readonly SampleTier[];
  readonly step: SampleStep;
}

/** @throws MoJobError `invalid_argument` */
export function resolveSampleRequest(
  query: SampleQuery,
  now: Date,
  tiers: readonly SampleTier[],
  doing: string,
): SampleRequest {
  const { range, step: wanted } = query;
  const named = SAMPLE_RANGES.find((one) => one === (range ?? "1h"));
  if (named === undefined)
    throw invalidInput(doing, [issueAt("/range", "not_one_of", { values: SAMPLE_RANGES })]);
  if (range !== undefined && (query.from ?? query.to) !== undefined)
    throw invalidInput(doing, [issueAt("/range", "excludes", { other: "from and to" })]);
  const to = query.to ?? new Date(now.getTime() + 1);
  const from = query.from ?? new Date(to.getTime() - LENGTHS_MS[named]);
  const lengthMs = to.getTime() - from.getTime();
  if (!(lengthMs > 0 && lengthMs <= MOST_DAYS * DAY_MS))
    throw invalidInput(doing, [issueAt("/to", "report_time", { days: MOST_DAYS })]);
  const chosen = SAMPLE_STEPS.find((one) => one === wanted);
  if (wanted !== undefined && chosen === undefined)
    throw invalidInput(doing, [issueAt("/step", "not_one_of", { values: SAMPLE_STEPS })]);
  const fits = ({ step, keptMs }: SampleTier): boolean =>
    lengthMs <= SHOWN_MS[step] && from.getTime() >= now.getTime() - keptMs;
  const found = tiers.findIndex((tier) => (chosen === undefined ? fits(tier) : tier.step === chosen));
  const upTo = tiers.slice(0, found < 0 ? tiers.length : found + 1);
  const everyMs = Math.max(1, upTo.at(-1)?.everyMs ?? 1);
  // The whole of its first step.
  return {
    from: new Date(floorTo(from.getTime(), everyMs)),
    to,
    tiers: upTo,
    step: upTo.at(-1)?.step ?? "1d",
  };
}
