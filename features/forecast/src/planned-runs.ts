import type { JobDefinition } from "@mojob/core";
import type { ScheduleFacts } from "@mojob/core/feature";
import { Load } from "./load.ts";
import { OwedFires } from "./owed-fires.ts";
import { A_DAY_MS, type Window } from "./forecast-request.ts";
import { Slots } from "./slots.ts";
import type { UsualDurations } from "./usual-durations.ts";

/** Fires that are listed one by one; those of the jobs that fire most often beyond are counted by bucket. */
const MOST_LISTED = 1_500_000;
/** A job that fires more often in a forecast is always counted by bucket. */
const MOST_LISTED_OF_JOB = 10_000;
const FIRES_PER_STEP = 500;
/** Longer runs count as long as this: they are under way all the time. */
const LONGEST_LEAD_MS = A_DAY_MS;

/** A job whose fires are planned. */
export interface PlannedJob {
  readonly definition: JobDefinition;
  readonly usualMs: number | null;
  /** How many fires there are in the window. */
  readonly fires: number;
}

/** Fires that have other times than their schedule says: when each begins that somebody moved, and `null` where its run is not to come. */
export type MovedFires = ReadonlyMap<string, ReadonlyMap<number, number | null>>;

/** The fires of a window, one by one, and the runs that they begin. */
export interface PlannedRuns {
  readonly jobs: readonly PlannedJob[];
  /** Those that are counted by bucket alone. */
  readonly dense: readonly JobDefinition[];
  readonly size: number;
  /** When each fires, in no order. */
  readonly at: Float64Array;
  /** When its run begins; `NaN` where its job is full. */
  readonly begin: Float64Array;
  /** Its place in `jobs`. */
  readonly job: Uint32Array;
  /** Fires in each bucket, those of dense jobs included. */
  readonly fires: Uint32Array;
  readonly load: Load;
  readonly loadOfApps: ReadonlyMap<string, Load>;
}

interface Counted {
  readonly owed: OwedFires;
  readonly usualMs: number | null;
  readonly leadMs: number;
  readonly fires: number;
  /** With those before the window whose runs reach into it. */
  readonly all: number;
}

/** Plans the fires of jobs in a window; yields where others may go on. */
export function* planRuns(
  definitions: readonly JobDefinition[],
  window: Window,
  durations: UsualDurations,
  moved: MovedFires,
  facts: ScheduleFacts,
): Generator<void, PlannedRuns> {
  const counted: Counted[] = [];
  for (const definition of definitions) {
    const owed = new OwedFires(definition, facts);
    yield;
    if (!owed.fires) continue;
    const usualMs = durations.of(definition.key);
    const leadMs = Math.min(usualMs ?? 0, LONGEST_LEAD_MS);
    const [from, to] = boundsOf(window);
    const fires = owed.count(from, to);
    const all = leadMs === 0 ? fires : owed.count(new Date(from.getTime() - leadMs), to);
    counted.push({ owed, usualMs, leadMs, fires, all });
  }
  counted.sort((a, b) => a.all - b.all);
  let listed = 0;
  const isListed = counted.map(({ all }) => {
    if (all > MOST_LISTED_OF_JOB || listed + all > MOST_LISTED) return false;
    listed += all;
    return true;
  });
  const extra = [...moved.values()].reduce((sum, fires) => sum + fires.size, 0);
  const runs = new RunList(window, listed + extra);
  const dense: JobDefinition[] = [];
  for (const [index, one] of counted.entries()) {
    const { definition } = one.owed;
    const loads = [runs.load, runs.loadOf(definition.app)];
    if (isListed[index] === true) yield* listJob(one, index, window, runs, loads, moved.get(definition.key));
    else {
      dense.push(definition);
      yield* countJob(one, window, runs, loads);
    }
  }
  const jobs = counted.map(({ owed, usualMs, fires }) => ({ definition: owed.definition, usualMs, fires }));
  return runs.planned(jobs, dense);
}

/** As the planner has them: exclusive and inclusive. */
function boundsOf({ fromMs, toMs }: Window): readonly [Date, Date] {
  return [new Date(fromMs - 1), new Date(toMs - 1)];
}

function* listJob(
  { owed, usualMs, leadMs }: Counted,
  job: number,
  window: Window,
  runs: RunList,
  loads: readonly Load[],
  moved: ReadonlyMap<number, number | null> | undefined,
): Generator<void, void> {
  const { maxConcurrency, whenFull } = owed.definition.options;
  const [from, to] = boundsOf(window);
  let begins = owed.begins(new Date(from.getTime() - leadMs), to);
  if (moved !== undefined) begins = withMoved(begins, moved, window);
  const isBounded = maxConcurrency !== null && maxConcurrency < begins.length;
  const slots = new Slots(isBounded ? maxConcurrency : null, whenFull !== "skip");
  let steps = 0;
  for (const at of begins) {
    steps += 1;
    if (steps % FIRES_PER_STEP === 0) yield;
    const begin = slots.begin(at, usualMs ?? 0);
    if (at >= window.fromMs) runs.add(at, begin ?? Number.NaN, job);
    if (begin !== null && usualMs !== null && usualMs > 0)
      for (const load of loads) load.add(begin, begin + usualMs);
  }
  yield;
}

function withMoved(
  begins: readonly number[],
  moved: ReadonlyMap<number, number | null>,
  { fromMs, toMs }: Window,
): readonly number[] {
  const others = [...moved.values()].filter((to) => to !== null && to >= fromMs && to < toMs) as number[];
  return [...begins.filter((at) => !moved.has(at)), ...others].sort((a, b) => a - b);
}

function* countJob(
  { owed, usualMs }: Counted,
  { fromMs, toMs, bucketMs, buckets }: Window,
  runs: RunList,
  loads: readonly Load[],
): Generator<void, void> {
  const limit = owed.definition.options.maxConcurrency ?? Infinity;
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const begin = fromMs + bucket * bucketMs;
    const end = Math.min(begin + bucketMs, toMs);
    const fires = owed.count(new Date(begin - 1), new Date(end - 1));
    runs.fires[bucket]! += fires;
    const running = Math.min(limit, (fires * (usualMs ?? 0)) / (end - begin));
    for (const load of loads) load.addAll(bucket, running);
    if (bucket % 20 === 0) yield;
  }
}

class RunList {
  readonly fires: Uint32Array;
  readonly load: Load;
  readonly #window: Window;
  readonly #loadOfApps = new Map<string, Load>();
  readonly #at: Float64Array;
  readonly #begin: Float64Array;
  readonly #job: Uint32Array;
  #size = 0;

  constructor(window: Window, most: number) {
    this.#window = window;
    this.#at = new Float64Array(most);
    this.#begin = new Float64Array(most);
    this.#job = new Uint32Array(most);
    this.fires = new Uint32Array(window.buckets);
    this.load = new Load(window);
  }

  loadOf(app: string): Load {
    let load = this.#loadOfApps.get(app);
    if (load === undefined) this.#loadOfApps.set(app, (load = new Load(this.#window)));
    return load;
  }

  add(at: number, begin: number, job: number): void {
    this.#at[this.#size] = at;
    this.#begin[this.#size] = begin;
    this.#job[this.#size] = job;
    this.#size += 1;
    this.fires[Math.floor((at - this.#window.fromMs) / this.#window.bucketMs)]! += 1;
  }

  planned(jobs: readonly PlannedJob[], dense: readonly JobDefinition[]): PlannedRuns {
    return {
      jobs,
      dense,
      size: this.#size,
      at: this.#at,
      begin: this.#begin,
      job: this.#job,
      fires: this.fires,
      load: this.load,
      loadOfApps: this.#loadOfApps,
    };
  }
}
