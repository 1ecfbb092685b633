import type { Storm, StormJob } from "@mojob/core/engine";
import { BURST_SECONDS, type Burst, burstsIn, countBySecond, stormAbove, usualIn } from "./bursts.ts";
import { drain, type WaitingRun } from "./drain.ts";
import { A_DAY_MS, type Window } from "./forecast-request.ts";
import type { PlannedRuns } from "./planned-runs.ts";

const MOST_STORMS = 50;
const MOST_JOBS = 20;
const MOST_SECONDS = (31 * A_DAY_MS) / 1000;
/** Runs of before the storm that may still have places. */
const LEAD_SECONDS = 3600;
const STEPS = 5000;

/** Finds the storms of a forecast; yields where others may go on. */
export function* findStorms(
  runs: PlannedRuns,
  { fromMs, toMs }: Window,
  placesOf: (app: string) => number | null,
): Generator<void, readonly Storm[]> {
  const seconds = Math.ceil((toMs - fromMs) / 1000);
  if (seconds > MOST_SECONDS || runs.size === 0) return [];
  const counts = countBySecond(runs.at, runs.size, fromMs, seconds);
  yield;
  const usual = usualIn(counts);
  yield;
  const bursts = burstsIn(counts, stormAbove(usual))
    .toSorted((a, b) => b.fires - a.fires || a.second - b.second)
    .slice(0, MOST_STORMS)
    .sort((a, b) => a.second - b.second);
  if (bursts.length === 0) return [];
  yield;
  const order = bySecond(runs, counts, fromMs);
  const storms: Storm[] = [];
  for (const burst of bursts) {
    const isOneSecond = burst.mostInSecond === burst.fires;
    const found = jobsOf(runs, order, burst);
    yield;
    const worst = yield* waitOf(burst, [...new Set(found.map(({ app }) => app))], {
      runs,
      order,
      fromMs,
      placesOf,
    });
    storms.push({
      at: new Date(fromMs + burst.second * 1000),
      fires: burst.fires,
      withinMs: isOneSecond ? 1000 : BURST_SECONDS * 1000,
      factor: Math.round((10 * burst.fires) / Math.max(1, usual)) / 10,
      jobs: found.slice(0, MOST_JOBS),
      jobsTotal: found.length,
      ...worst,
    });
  }
  return storms;
}

/** Fires by second. */
interface Order {
  /** Places of fires in the list, by second. */
  readonly places: Uint32Array;
  /** Where the fires of each second begin in `places`; one more than there are seconds. */
  readonly first: Uint32Array;
}

function bySecond({ at, size }: PlannedRuns, counts: Uint32Array, fromMs: number): Order {
  const first = new Uint32Array(counts.length + 1);
  for (let second = 0; second < counts.length; second += 1)
    first[second + 1] = first[second]! + counts[second]!;
  const next = first.slice();
  const places = new Uint32Array(size);
  for (let index = 0; index < size; index += 1) {
    const second = Math.floor((at[index]! - fromMs) / 1000);
    places[next[second]!] = index;
    next[second]! += 1;
  }
  return { places, first };
}

/** The jobs of a storm, those first whose runs take longest. */
function jobsOf(
  { job, jobs }: PlannedRuns,
  { places, first }: Order,
  { second }: Burst,
): readonly StormJob[] {
  const fires = new Map<number, number>();
  const end = Math.min(second + BURST_SECONDS, first.length - 1);
  for (let place = first[second]!; place < first[end]!; place += 1) {
    const of = job[places[place]!]!;
    fires.set(of, (fires.get(of) ?? 0) + 1);
  }
  return [...fires]
    .map(([of, count]) => {
      const { definition, usualMs } = jobs[of]!;
      return { jobKey: definition.key, app: definition.app, fires: count, usualMs };
    })
    .sort((a, b) => (b.usualMs ?? -1) - (a.usualMs ?? -1) || (a.jobKey < b.jobKey ? -1 : 1));
}

interface Waits {
  readonly runs: PlannedRuns;
  readonly order: Order;
  readonly fromMs: number;
  readonly placesOf: (app: string) => number | null;
}

/** How long runs of a storm wait in the app in which they wait longest. */
function* waitOf(
  burst: Burst,
  apps: readonly string[],
  waits: Waits,
): Generator<void, Pick<Storm, "expectedWaitMs" | "drainedAt">> {
  let expectedWaitMs: number | null = null;
  let drainedMs: number | null = null;
  for (const app of apps) {
    const places = waits.placesOf(app);
    if (places === null || places === 0) continue;
    const stormMs = waits.fromMs + burst.second * 1000;
    const begins = yield* beginsOf(app, burst.second, waits);
    const found = drain(begins, places, { stormMs, lengthMs: BURST_SECONDS * 1000 });
    yield;
    expectedWaitMs = Math.max(expectedWaitMs ?? 0, found.waitMs);
    if (found.waitMs > 0 && found.atMs !== null) drainedMs = Math.max(drainedMs ?? 0, found.atMs);
  }
  return { expectedWaitMs, drainedAt: drainedMs === null ? null : new Date(drainedMs) };
}

/** The runs of an app from a while before a storm on, in the order in which they begin. */
function* beginsOf(
  app: string,
  second: number,
  { runs, order: { places, first } }: Waits,
): Generator<void, readonly WaitingRun[]> {
  const { begin, job, jobs } = runs;
  const found: WaitingRun[] = [];
  const from = first[Math.max(0, second - LEAD_SECONDS)]!;
  const to = first[Math.min(first.length - 1, second + A_DAY_MS / 1000)]!;
  for (let place = from; place < to; place += 1) {
    if (place % STEPS === 0) yield;
    const index = places[place]!;
    const { definition, usualMs } = jobs[job[index]!]!;
    if (definition.app !== app || usualMs === null || Number.isNaN(begin[index]!)) continue;
    found.push({ begin: begin[index]!, durationMs: usualMs });
  }
  return found.sort((a, b) => a.begin - b.begin);
}
