import type { LatestFires } from "./latest-fire.ts";
import { NO_RULES, type ScheduleRules } from "./rules/schedule-rules.ts";

/** All that the fires of a definition depend on beside itself: it is read before each plan, so that all plan the same. */
export interface ScheduleFacts {
  /** The latest fires of schedules that count from ends. */
  readonly latest: LatestFires;
  readonly rules: ScheduleRules;
}

/** Nothing has fired and nothing is stored beside the jobs: for the parts of a plan that depend on neither, and for tests. */
export const NO_FACTS: ScheduleFacts = { latest: new Map(), rules: NO_RULES };
