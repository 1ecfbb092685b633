import type { JobDefinition } from "@mojob/core";
import type { SpreadSuggestion } from "@mojob/core/engine";
import { type ScheduleFacts, schedulesOf } from "@mojob/core/feature";
import { BURST_SECONDS, burstsIn, countBySecond, peakBetween, stormAbove, usualIn } from "./bursts.ts";
import type { Window } from "./forecast-request.ts";
import { OwedFires } from "./owed-fires.ts";
import type { SuggestionRequest } from "./spread-request.ts";
import type { PlannedJob, PlannedRuns } from "./planned-runs.ts";

/** A job with this tag begins at its exact time. */
const EXACT_TAG = "exact";
/** No more fires than these within five seconds are calm, and twice as many as are usual. */
const CALM_FIRES = 10;
const MOST_STORMS = 20;
const MOST_JOBS = 1000;
const CURVE_POINTS = 120;

/** The fires of a job in the window, by second, with and without a spread. */
interface Choice {
  readonly job: PlannedJob;
  readonly before: Uint32Array;
  readonly after: Uint32Array;
}

/**
 * Suggests how each storm of a forecast can be spread: the fewest jobs, those first whose runs take longest, whose fires begin up to `maxSpreadMs`
 * later. Its effect is counted with the fires that the planner then owes; one that would not lower the peak is none.
 */
export function* suggestSpreads(
  runs: PlannedRuns,
  { fromMs, toMs }: Window,
  { maxSpreadMs, at: wanted }: Pick<SuggestionRequest, "maxSpreadMs" | "at">,
  facts: ScheduleFacts,
): Generator<void, readonly SpreadSuggestion[]> {
  const counts = countBySecond(runs.at, runs.size, fromMs, Math.ceil((toMs - fromMs) / 1000));
  yield;
  const usual = usualIn(counts);
  const above = stormAbove(usual);
  const calm = Math.max(CALM_FIRES, 2 * usual);
  const highest = peakOf(counts);
  yield;
  const storms = burstsIn(counts, above)
    .filter(({ second }) => wanted === undefined || wanted.getTime() === fromMs + second * 1000)
    .toSorted((a, b) => b.fires - a.fires || a.second - b.second)
    .slice(0, MOST_STORMS)
    .sort((a, b) => a.second - b.second);
  const known = new Map<number, Choice>();
  const suggestions: SpreadSuggestion[] = [];
  for (const { second } of storms) {
    const choices: Choice[] = [];
    for (const index of jobsIn(runs, fromMs + second * 1000)) {
      const choice = known.get(index) ?? choiceOf(runs.jobs[index]!, { fromMs, toMs }, maxSpreadMs, facts);
      known.set(index, choice);
      choices.push(choice);
      yield;
    }
    if (choices.length === 0) continue;
    const spread = Math.ceil(maxSpreadMs / 1000);
    const local = { from: second - BURST_SECONDS, to: second + spread + BURST_SECONDS };
    const best = yield* fewest(choices, counts, { calm, highest, local });
    if (best === null) continue;
    suggestions.push(suggestionOf(best, counts, { fromMs, second, spread, maxSpreadMs, local }));
    yield;
  }
  return suggestions;
}

/** The places of the jobs that fire in a storm and may be spread, those first whose runs take longest. */
function jobsIn({ at, job, jobs, size }: PlannedRuns, stormMs: number): readonly number[] {
  const found = new Set<number>();
  for (let index = 0; index < size; index += 1)
    if (at[index]! >= stormMs && at[index]! < stormMs + BURST_SECONDS * 1000) found.add(job[index]!);
  return [...found]
    .filter((index) => maySpread(jobs[index]!.definition))
    .sort((a, b) => {
      const [one, other] = [jobs[a]!, jobs[b]!];
      return (
        (other.usualMs ?? -1) - (one.usualMs ?? -1) || (one.definition.key < other.definition.key ? -1 : 1)
      );
    })
    .slice(0, MOST_JOBS);
}

function maySpread({ options: { schedule, tags } }: JobDefinition): boolean {
  return (
    schedule !== null &&
    !tags.includes(EXACT_TAG) &&
    schedulesOf(schedule).every(({ timing }) => timing.jitterMs === 0)
  );
}

function choiceOf(
  job: PlannedJob,
  window: { readonly fromMs: number; readonly toMs: number },
  jitterMs: number,
  facts: ScheduleFacts,
): Choice {
  return {
    job,
    before: secondsOf(job.definition, window, facts),
    after: secondsOf(withJitter(job.definition, jitterMs), window, facts),
  };
}

/** The definition as it would be. */
export function withJitter(definition: JobDefinition, jitterMs: number): JobDefinition {
  const { options } = definition;
  if (options.schedule === null) return definition;
  return { ...definition, options: { ...options, schedule: { ...options.schedule, jitterMs } } };
}

function secondsOf(
  definition: JobDefinition,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  facts: ScheduleFacts,
): Uint32Array {
  const begins = new OwedFires(definition, facts).begins(new Date(fromMs - 1), new Date(toMs - 1));
  return Uint32Array.from(begins, (at) => Math.floor((at - fromMs) / 1000));
}

/** Seconds from the first on, without the last. */
interface Range {
  readonly from: number;
  readonly to: number;
}

interface Best {
  readonly chosen: readonly Choice[];
  readonly counts: Uint32Array;
}

/** The fewest of the choices after which it is calm; where none do that, all of them, if they lower the peak. */
function* fewest(
  choices: readonly Choice[],
  counts: Uint32Array,
  { calm, highest, local }: { readonly calm: number; readonly highest: number; readonly local: Range },
): Generator<void, Best | null> {
  const near = { from: Math.max(0, local.from), to: Math.min(counts.length, local.to + BURST_SECONDS) };
  const nearCounts = counts.slice(near.from, near.to);
  const nearChoices = choices.map(({ before, after }) => ({
    before: within(before, near),
    after: within(after, near),
  }));
  const peakWith = (size: number): number =>
    peakOf(countsWith(nearCounts, nearChoices.slice(0, size), near.from));
  let [low, high] = [1, choices.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (peakWith(middle) <= calm) high = middle;
    else low = middle + 1;
    yield;
  }
  const chosen = choices.slice(0, high);
  const found = countsWith(counts, chosen, 0);
  yield;
  const isLower = peakBetween(found, local.from, local.to) < peakBetween(counts, local.from, local.to);
  return isLower && peakOf(found) <= highest ? { chosen, counts: found } : null;
}

function peakOf(counts: Uint32Array): number {
  return peakBetween(counts, 0, counts.length);
}

/** The part of ascending seconds that lies in a range. */
function within(seconds: Uint32Array, { from, to }: Range): Uint32Array {
  return seconds.subarray(placeOf(seconds, from), placeOf(seconds, to));
}

/** How many of ascending seconds are before one. */
function placeOf(seconds: Uint32Array, second: number): number {
  let [low, high] = [0, seconds.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (seconds[middle]! < second) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param first the second that `counts` begin at */
function countsWith(
  counts: Uint32Array,
  choices: readonly Pick<Choice, "before" | "after">[],
  first: number,
): Uint32Array {
  const changed = counts.slice();
  for (const { before, after } of choices) {
    for (const second of before) changed[second - first]! -= 1;
    for (const second of after) changed[second - first]! += 1;
  }
  return changed;
}

interface Place {
  readonly fromMs: number;
  readonly second: number;
  readonly spread: number;
  readonly maxSpreadMs: number;
  readonly local: Range;
}

function suggestionOf(
  { chosen, counts }: Best,
  before: Uint32Array,
  { fromMs, second, spread, maxSpreadMs, local }: Place,
): SpreadSuggestion {
  const step = Math.max(1, Math.ceil((spread + 2 * BURST_SECONDS) / CURVE_POINTS));
  const first = Math.max(0, second - BURST_SECONDS);
  const curve = (of: Uint32Array): readonly number[] =>
    Array.from({ length: CURVE_POINTS }, (_, point) =>
      of.subarray(first + point * step, first + (point + 1) * step).reduce((sum, count) => sum + count, 0),
    );
  return {
    at: new Date(fromMs + second * 1000),
    jobs: chosen.map(({ job: { definition } }) => ({
      jobKey: definition.key,
      app: definition.app,
      revision: definition.revision,
      jitterMsBefore: 0,
      jitterMs: maxSpreadMs,
    })),
    peakBefore: peakBetween(before, local.from, local.to),
    peakAfter: peakBetween(counts, local.from, local.to),
    curveFrom: new Date(fromMs + first * 1000),
    curveMs: step * 1000,
    before: curve(before),
    after: curve(counts),
  };
}
