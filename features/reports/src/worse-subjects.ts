import type { ReportTotal, WorseSubject } from "@mojob/core/engine";
import { byText } from "@mojob/core/feature";
import type { RollupTally } from "@mojob/core/ports";
import type { RowSubject } from "./report-rows.ts";
import type { TalliedSubject } from "./sum-subjects.ts";

const WORST = 10;
/** Of so many subjects whose percentile has about grown most, it is made of all that is known. */
const LOOKED_AT = 30;

/** A subject with something known of a time and of the time before it. */
interface ComparedSubject<Known> extends RowSubject {
  readonly now: Known;
  readonly before: Known;
}

/** Those of which a number has grown, the one that has grown most first. */
export function worse<Known>(
  subjects: readonly ComparedSubject<Known>[],
  valueOf: (known: Known) => number | null,
): readonly WorseSubject[] {
  return grown(subjects, valueOf)
    .filter(({ change }) => change > 0)
    .slice(0, WORST);
}

export function failuresOf(tally: RollupTally | null): number {
  return tally?.terminated ?? 0;
}

export type Percentile = "duration" | "lateness";

export function p95Of(percentile: Percentile): (total: ReportTotal) => number | null {
  return (total) => total[percentile].p95Ms;
}

/** Those whose 95th percentile may have grown most: by the mean of the percentiles of their sums, which is about that of all. */
export function suspects(
  subjects: readonly TalliedSubject[],
  percentile: Percentile,
): readonly Pick<TalliedSubject, "app" | "id">[] {
  return grown(subjects, (tally) => meanOf(tally, percentile)).slice(0, LOOKED_AT);
}

/** Those whose 95th percentile is about highest. */
export function slow(subjects: readonly TalliedSubject[]): readonly Pick<TalliedSubject, "app" | "id">[] {
  const about = ({ now }: TalliedSubject): number => meanOf(now, "duration") ?? 0;
  return subjects.toSorted((a, b) => about(b) - about(a) || byText(a.id, b.id)).slice(0, LOOKED_AT);
}

function meanOf(tally: RollupTally | null, percentile: Percentile): number | null {
  if (tally === null) return null;
  const [count, sum] =
    percentile === "duration"
      ? [tally.durations, tally.durationP95s]
      : [tally.latenesses, tally.latenessP95s];
  return count === 0 ? null : sum / count;
}

function grown<Known>(
  subjects: readonly ComparedSubject<Known>[],
  valueOf: (known: Known) => number | null,
): readonly WorseSubject[] {
  return subjects
    .flatMap(({ id, app, now: latest, before: earlier }) => {
      const [now, before] = [valueOf(latest), valueOf(earlier)];
      return now === null || before === null ? [] : [{ id, app, now, before, change: now - before }];
    })
    .toSorted((a, b) => b.change - a.change || byText(a.id, b.id));
}
