import type { JobDefinition } from "@mojob/core";
import { type Engine, LoopTurns } from "@mojob/core/engine";
import { GRAIN_MS, grainOf, RollupGrain, RollupKind, type RollupQuery } from "@mojob/core/ports";
import { A_DAY_MS, type Window } from "./forecast-request.ts";

const WEEKS = 4;
const A_WEEK_MS = 7 * A_DAY_MS;
/** A longer time is guessed by days: hours of it would be very many sums. */
const LONGEST_BY_HOURS_MS = 2 * A_DAY_MS;
const READ_AT_ONCE = 2000;
const IDS_AT_ONCE = 500;
const MOST_ROWS = 20_000;

/**
 * How many runs of triggered jobs there are in each bucket, as they were on the same weekdays of the last four weeks; `null` where no sums are kept, and
 * where they are too many to be added up for a guess.
 */
export async function guessTriggers(
  jobs: readonly JobDefinition[],
  window: Window,
  { tenant, store, clock }: Pick<Engine, "tenant" | "store" | "clock">,
): Promise<Float64Array | null> {
  const triggered = jobs.filter(({ kind, options }) => kind === "triggered" && !options.disabled);
  const { position } = await store.rollups.state(tenant);
  if (position === null) return null;
  const { fromMs, toMs } = window;
  const grain = toMs - fromMs <= LONGEST_BY_HOURS_MS ? RollupGrain.Hour : RollupGrain.Day;
  const lengthMs = GRAIN_MS[grain];
  const sums = new Map<number, number>();
  const turns = LoopTurns.of(clock, tenant);
  const weeks = Array.from({ length: WEEKS }, (_, week) => (week + 1) * A_WEEK_MS);
  // Later weeks than the one that is under way are guessed by the same four.
  const pastMs = Math.ceil(Math.max(0, toMs - clock.now().getTime()) / A_WEEK_MS) * A_WEEK_MS - A_WEEK_MS;
  let left = MOST_ROWS;
  for (let first = 0; first < triggered.length; first += IDS_AT_ONCE) {
    const ids = triggered.slice(first, first + IDS_AT_ONCE).map(({ key }) => key);
    for (const back of weeks) {
      const shift = back + Math.max(0, pastMs);
      const query: RollupQuery = {
        tenant,
        grain,
        kind: RollupKind.Job,
        from: grainOf(new Date(fromMs - shift), grain),
        before: new Date(toMs - shift),
        ids,
        limit: READ_AT_ONCE,
      };
      let after: RollupQuery["after"];
      for (;;) {
        const turn = turns.take();
        // oxlint-disable-next-line no-await-in-loop
        if (turn !== null) await turn;
        // oxlint-disable-next-line no-await-in-loop
        const rows = await store.rollups.list(after === undefined ? query : { ...query, after });
        for (const { at, figures } of rows) {
          const { succeeded, terminated, cancelled } = figures;
          const then = at.getTime() + shift;
          sums.set(then, (sums.get(then) ?? 0) + succeeded + terminated + cancelled);
        }
        left -= rows.length;
        if (left <= 0) return null;
        after = rows.at(-1);
        if (rows.length < READ_AT_ONCE || after === undefined) break;
      }
    }
  }
  return spreadOver(window, sums, lengthMs);
}

/** Sums of four weeks as runs in each bucket, as if they were even over their hour or day. */
function spreadOver(
  { fromMs, toMs, bucketMs, buckets }: Window,
  sums: ReadonlyMap<number, number>,
  lengthMs: number,
): Float64Array {
  const guess = new Float64Array(buckets);
  for (const [at, runs] of sums) {
    const first = Math.max(0, Math.floor((at - fromMs) / bucketMs));
    for (let bucket = first; bucket < buckets; bucket += 1) {
      const begin = fromMs + bucket * bucketMs;
      if (begin >= at + lengthMs) break;
      const overlap = Math.min(begin + bucketMs, at + lengthMs, toMs) - Math.max(begin, at);
      if (overlap > 0) guess[bucket]! += (runs / WEEKS) * (overlap / lengthMs);
    }
  }
  return guess;
}
