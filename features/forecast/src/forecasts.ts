import type { JobDefinition } from "@mojob/core";
import {
  type AppPlaces,
  type FireDecision,
  type Forecast,
  type ForecastBucket,
  type ForecastQuery,
  LoopTurns,
  type Overload,
  type SomeJobs,
  type Spread,
  type SpreadResult,
  type SpreadSuggestion,
  type Timeline,
  type TimelineQuery,
} from "@mojob/core/engine";
import {
  AppSet,
  byText,
  findJob,
  type ForecastService,
  type PerRequester,
  type Requester,
  type ServiceParts,
  readScheduleFacts,
} from "@mojob/core/feature";
import { ActedFires } from "./acted-fires.ts";
import { ComingFires } from "./coming-fires.ts";
import { firesAfterEnd } from "./owed-fires.ts";
import { A_MINUTE_MS, assertFew, resolveWindow, type Window } from "./forecast-request.ts";
import { type PlannedRuns, planRuns } from "./planned-runs.ts";
import { Spreads } from "./spreads.ts";
import { findStorms } from "./storms.ts";
import { suggestSpreads } from "./suggestions.ts";
import { parseSuggestionRequest } from "./spread-request.ts";
import { makeTimeline } from "./timeline.ts";
import { guessTriggers } from "./triggers-guess.ts";
import { DurationReader } from "./usual-durations.ts";

const KEPT_MS = A_MINUTE_MS;
const MOST_KEPT = 20;
const MOST_NAMED = 50;
const MOST_OVERLOADS = 50;
/** An app that needs more of its places is named. */
const MUCH_OF_PLACES = 0.8;

interface Kept {
  readonly untilMs: number;
  readonly forecast: Promise<Forecast>;
}

/** Computes forecasts and what follows from them. */
export class Forecasts implements PerRequester<ForecastService> {
  readonly #parts: ServiceParts;
  readonly #durations: DurationReader;
  readonly #acted: ActedFires;
  readonly #coming: ComingFires;
  readonly #spreads: Spreads;
  readonly #kept = new Map<string, Kept>();
  /** The latest computation. */
  #computed: Promise<unknown> = Promise.resolve();

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#durations = new DurationReader(parts);
    this.#acted = new ActedFires(parts);
    this.#coming = new ComingFires(parts, this.#acted);
    this.#spreads = new Spreads(parts);
  }

  async forecast(requester: Requester, query: ForecastQuery = {}): Promise<Forecast> {
    const doing = "make a forecast";
    const { cache, clock } = this.#parts;
    const window = resolveWindow(query, clock.now(), doing);
    const { app = null, tag = null, jobKey = null } = query;
    const jobs = await this.#jobsOf(requester, query, doing);
    const names = requester.apps.names;
    const key = JSON.stringify([
      await cache.version(),
      await this.#acted.version(),
      window,
      app,
      tag,
      jobKey,
      names === null ? null : [...names].sort(),
    ]);
    const nowMs = clock.now().getTime();
    for (const [name, { untilMs }] of this.#kept) if (untilMs <= nowMs) this.#kept.delete(name);
    const known = this.#kept.get(key);
    if (known !== undefined) return known.forecast;
    const forecast = this.#inTurn(() => this.#compute(requester, jobs, window));
    this.#kept.set(key, { untilMs: nowMs + KEPT_MS, forecast });
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value as string);
    forecast.catch(() => this.#kept.delete(key));
    return forecast;
  }

  async timeline(requester: Requester, query: TimelineQuery): Promise<Timeline> {
    const doing = "make a timeline";
    const jobs = await this.#jobsOf(requester, query, doing);
    const durations = await this.#durations.read(jobs);
    return makeTimeline(jobs, query, { ...this.#parts, requester, durations, acted: this.#acted, doing });
  }

  async suggest(requester: Requester, input: unknown): Promise<readonly SpreadSuggestion[]> {
    const doing = "suggest spreads";
    const request = parseSuggestionRequest(input, doing);
    const { clock, tenant } = this.#parts;
    const window = resolveWindow(request, clock.now(), doing);
    const jobs = await this.#jobsOf(requester, request, doing);
    const durations = await this.#durations.read(jobs);
    const moved = await this.#acted.movedIn(window);
    const turns = LoopTurns.of(clock, tenant);
    const facts = await readScheduleFacts(jobs, this.#parts);
    return this.#inTurn(async () => {
      const runs = await turns.run(planRuns(jobs, window, durations, moved, facts));
      return turns.run(suggestSpreads(runs, window, request, facts));
    });
  }

  spread(requester: Requester, input: unknown): Promise<SpreadResult> {
    return this.#spreads.apply(requester, input);
  }

  spreads(requester: Requester): Promise<readonly Spread[]> {
    return this.#spreads.list(requester);
  }

  undoSpread(requester: Requester, id: string): Promise<SpreadResult> {
    return this.#spreads.undo(requester, id);
  }

  act(requester: Requester, jobKey: string, input: unknown): Promise<FireDecision> {
    return this.#coming.act(requester, jobKey, input);
  }

  /** One computation after the other: each holds the fires of a month in memory. */
  #inTurn<Result>(compute: () => Promise<Result>): Promise<Result> {
    const computed = this.#computed.then(compute);
    this.#computed = computed.catch(() => {});
    return computed;
  }

  async #compute(requester: Requester, jobs: readonly JobDefinition[], window: Window): Promise<Forecast> {
    const { clock, tenant } = this.#parts;
    const [durations, guess, moved, places] = await Promise.all([
      this.#durations.read(jobs),
      guessTriggers(jobs, window, this.#parts),
      this.#acted.movedIn(window),
      this.#placesOf(jobs),
    ]);
    const turns = LoopTurns.of(clock, tenant);
    const facts = await readScheduleFacts(jobs, this.#parts);
    const runs = await turns.run(planRuns(jobs, window, durations, moved, facts));
    const storms = await turns.run(findStorms(runs, window, (app) => places.get(app) ?? null));
    const { fromMs, toMs, bucketMs } = window;
    const fires = runs.fires.reduce((sum, count) => sum + count, 0);
    return {
      from: new Date(fromMs),
      to: new Date(toMs),
      bucketMs,
      at: clock.now(),
      isWhole: requester.apps.isAll,
      jobs: runs.jobs.length,
      fires,
      buckets: bucketsOf(runs, window, guess),
      storms,
      overloads: overloadsOf(runs, window, places),
      places: [...places].map(([app, count]): AppPlaces => ({ app, places: count })),
      knowsDurations: durations.isKnown,
      unknown: someOf(runs.jobs.filter((job) => job.usualMs === null).map((job) => job.definition)),
      fromEnds: someOf(jobs.filter((job) => isRecurring(job) && firesAfterEnd(job))),
      dense: someOf(runs.dense),
    };
  }

  /** The jobs that the caller reads and a query selects. @throws MoJobError `job_not_found`, `invalid_argument`, `forbidden` */
  async #jobsOf(
    requester: Requester,
    { app, tag, jobKey }: Pick<ForecastQuery, "app" | "tag" | "jobKey">,
    doing: string,
  ): Promise<readonly JobDefinition[]> {
    const { cache } = this.#parts;
    if (app !== undefined) requester.assertApp(app, doing);
    const apps = app === undefined ? requester.apps : requester.apps.and(AppSet.of([app]));
    const all = jobKey === undefined ? await cache.getAll() : [await findJob(cache, requester, jobKey)];
    const found = all.filter(
      (job) => apps.has(job.app) && (tag === undefined || job.options.tags.includes(tag)),
    );
    assertFew(found, doing);
    return found;
  }

  /** How many runs the workers of each app take at once that are online; `null` for any number. */
  async #placesOf(jobs: readonly JobDefinition[]): Promise<ReadonlyMap<string, number | null>> {
    const names = [...new Set(jobs.filter(isRecurring).map(({ app }) => app))].sort(byText);
    const places = new Map<string, number | null>(names.map((app) => [app, 0]));
    for (const { app, limit, draining } of await this.#parts.workers(AppSet.of(names))) {
      const before = places.get(app);
      if (draining || before === undefined || before === null) continue;
      places.set(app, limit === null ? null : before + limit);
    }
    return places;
  }
}

function isRecurring({ kind, options }: JobDefinition): boolean {
  return kind === "recurring" && !options.disabled;
}

function bucketsOf(
  { fires, load }: PlannedRuns,
  { fromMs, bucketMs, buckets }: Window,
  guess: Float64Array | null,
): readonly ForecastBucket[] {
  const running = load.averages();
  return Array.from({ length: buckets }, (_, bucket) => ({
    at: new Date(fromMs + bucket * bucketMs),
    fires: fires[bucket] ?? 0,
    expectedRunning: rounded(running[bucket] ?? 0),
    guessedTriggers: guess === null ? null : rounded(guess[bucket] ?? 0),
  }));
}

/** The stretches in which an app needs most of its places. */
function overloadsOf(
  { loadOfApps }: PlannedRuns,
  { fromMs, toMs, bucketMs }: Window,
  placesOf: ReadonlyMap<string, number | null>,
): readonly Overload[] {
  const found: Overload[] = [];
  for (const [app, load] of loadOfApps) {
    const places = placesOf.get(app) ?? null;
    if (places === null || places === 0) continue;
    let first = -1;
    let most = 0;
    const averages = load.averages();
    for (let bucket = 0; bucket <= averages.length; bucket += 1) {
      const running = averages[bucket] ?? 0;
      if (running > MUCH_OF_PLACES * places) {
        if (first === -1) first = bucket;
        most = Math.max(most, running);
      } else if (first !== -1) {
        const [from, to] = [fromMs + first * bucketMs, Math.min(toMs, fromMs + bucket * bucketMs)];
        found.push({ app, from: new Date(from), to: new Date(to), expectedRunning: rounded(most), places });
        [first, most] = [-1, 0];
      }
    }
  }
  return found
    .sort((a, b) => b.expectedRunning / b.places - a.expectedRunning / a.places)
    .slice(0, MOST_OVERLOADS)
    .sort((a, b) => a.from.getTime() - b.from.getTime());
}

function someOf(jobs: readonly JobDefinition[]): SomeJobs {
  const keys = jobs.map(({ key }) => key).sort(byText);
  return { keys: keys.slice(0, MOST_NAMED), total: keys.length };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
