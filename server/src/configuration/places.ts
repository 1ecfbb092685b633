import type { PoolOptions } from "@mojob/core/engine";
import * as v from "valibot";

const MOST = 100_000;
/** `8`; `2-16` or `2-16@70%`, which follow the load. */
const PLACES = /^(\d{1,6})(?:-(\d{1,6})(?:@(\d{1,3})%)?)?$/;

/** How many runs a process has at once: a number, or bounds within which it follows the load. */
export const places: v.GenericSchema<string, number | PoolOptions> = v.pipe(
  v.string(),
  v.regex(PLACES, `must be a whole number from 1 to ${MOST}, or bounds by load like "2-16" or "2-16@70%"`),
  v.transform((text) => {
    const [, first, second, percent] = PLACES.exec(text) ?? [];
    const min = Number(first);
    if (second === undefined) return min;
    return { min, max: Number(second), ...(percent !== undefined && { targetCpu: Number(percent) / 100 }) };
  }),
  v.check((given) => leastOf(given) >= 1, "must be at least 1"),
  v.check((given) => mostOf(given) <= MOST, `must be at most ${MOST}`),
  v.check((given) => leastOf(given) <= mostOf(given), "must begin with the lower bound"),
  v.check(
    (given) => typeof given === "number" || isShare(given.targetCpu ?? 1),
    "must have a load from 1% to 100%",
  ),
);

function leastOf(given: number | PoolOptions): number {
  return typeof given === "number" ? given : (given.min ?? 1);
}

function mostOf(given: number | PoolOptions): number {
  return typeof given === "number" ? given : given.max;
}

function isShare(share: number): boolean {
  return share >= 0.01 && share <= 1;
}
