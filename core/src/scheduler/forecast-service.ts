import type {
  FireDecision,
  Forecast,
  ForecastQuery,
  Spread,
  SpreadResult,
  SpreadSuggestion,
  Timeline,
  TimelineQuery,
} from "../model/forecast.ts";

/**
 * Says what will fire by the function that fires it, and how much of it runs at once by how long runs usually take. A caller sees, and has
 * counted, what is of the apps whose jobs it reads.
 */
export interface ForecastService {
  /** @throws MoJobError `invalid_argument` also beyond 31 days, 50,000 jobs and 20,000 buckets,, `job_not_found` */
  forecast(query?: ForecastQuery): Promise<Forecast>;
  /** What fired, from runs and their sums, and what will. @throws MoJobError as `forecast` */
  timeline(query: TimelineQuery): Promise<Timeline>;
  /**
   * How storms can be spread: `{ from, to, app, tag, maxSpreadMs, at }`, `at` for one of them. Jobs with `jitterMs`, and those with the tag `exact`, stay as they are. Nothing is changed.
   * @throws MoJobError as `forecast`
   */
  suggest(request: unknown): Promise<readonly SpreadSuggestion[]>;
  /**
   * Lets fires of jobs begin apart: `{ jobs: [{ jobKey, jitterMs, revision }], note }`. Jobs that were changed meanwhile are left.
   * @throws MoJobError `invalid_argument`
   */
  spread(request: unknown): Promise<SpreadResult>;
  /** Those that were applied, the newest first, at most 50. */
  spreads(): Promise<readonly Spread[]>;
  /** Gives each job the value back that it had, where nobody has changed it since. @throws MoJobError `spread_not_found`, `spread_undone` */
  undoSpread(id: string): Promise<SpreadResult>;
  /**
   * Decides about one fire that is to come: `{ at, schedule, action, to, note }`, where `at` is its nominal time. The run has the id of the
   * fire, so that the fire finds it and makes no other.
   * @throws MoJobError `job_not_found`, `wrong_job_kind`, `invalid_argument`, `fire_decided`
   */
  act(jobKey: string, request: unknown): Promise<FireDecision>;
}
