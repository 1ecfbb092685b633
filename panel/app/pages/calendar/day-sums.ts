import type { Operations } from "../../api/operations.generated.ts";
import type { CalendarDay } from "./calendar-period.ts";

export type Timeline = Operations["getTimeline"]["answer"];
export type TimelineFire = NonNullable<Timeline["fires"]>[number];
export type TimelineRun = NonNullable<Timeline["runs"]>[number];
export type Forecast = Operations["getForecast"]["answer"];
export type Storm = Forecast["storms"][number];
export type Band = Timeline["bands"][number];

/** What became of runs in a stretch of time, and what will fire. */
export interface Sums {
  readonly succeeded: number;
  readonly failed: number;
  readonly other: number;
  readonly fires: number;
}

const NONE: Sums = { succeeded: 0, failed: 0, other: 0, fires: 0 };

function plus(one: Sums, other: Sums): Sums {
  return {
    succeeded: one.succeeded + other.succeeded,
    failed: one.failed + other.failed,
    other: one.other + other.other,
    fires: one.fires + other.fires,
  };
}

/** The sums of stretches that ascend: a bucket counts where it begins, and fires that are listed where they are. */
export function sumsOf(
  { buckets, fires }: Pick<Timeline, "buckets" | "fires">,
  stretches: readonly Pick<CalendarDay, "from" | "to">[],
): readonly Sums[] {
  const found = stretches.map(() => NONE);
  const add = (items: readonly { readonly at: string; readonly sums: Sums }[]): void => {
    let index = 0;
    for (const { at, sums } of items) {
      const atMs = Date.parse(at);
      while (index < stretches.length - 1 && atMs >= (stretches[index]?.to.getTime() ?? 0)) index += 1;
      found[index] = plus(found[index] ?? NONE, sums);
    }
  };
  add(buckets.map((bucket) => ({ at: bucket.at, sums: sumsOfBucket(bucket, fires !== null) })));
  const coming = (fires ?? []).filter(({ action }) => action === null || action === "move");
  add(coming.map(({ at }) => ({ at, sums: { ...NONE, fires: 1 } })));
  return found;
}

function sumsOfBucket(
  { succeeded, failed, skipped, cancelled, fires }: Timeline["buckets"][number],
  areListed: boolean,
): Sums {
  return { succeeded, failed, other: skipped + cancelled, fires: areListed ? 0 : fires };
}

/** The hours of a day: 23 or 25 where clocks change. */
export function hoursOf({
  from,
  to,
}: Pick<CalendarDay, "from" | "to">): readonly Pick<CalendarDay, "from" | "to">[] {
  const count = Math.round((to.getTime() - from.getTime()) / 3_600_000);
  return Array.from({ length: count }, (_, hour) => ({
    from: new Date(from.getTime() + hour * 3_600_000),
    to: new Date(from.getTime() + (hour + 1) * 3_600_000),
  }));
}

/** How much a stretch stands out among others: 0 is nothing, 4 is the most. */
export function heatOf(value: number, most: number): 0 | 1 | 2 | 3 | 4 {
  if (value <= 0 || most <= 0) return 0;
  return Math.max(1, Math.ceil((Math.log(value + 1) / Math.log(most + 1)) * 4)) as 1 | 2 | 3 | 4;
}
