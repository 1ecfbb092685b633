import type { JobWindow } from "../../model/window/job-window.ts";
import type { WorkCalendar } from "./work-calendar.ts";

/**
 * What a tenant has stored beside its jobs that says when they fire. It never changes as an object: an edit makes another one, so that plans
 * may be kept for it.
 */
export interface ScheduleRules {
  /** By key, each with what it extends. */
  readonly calendars: ReadonlyMap<string, WorkCalendar>;
  readonly windows: readonly JobWindow[];
}

/** Nothing is stored beside the jobs. */
export const NO_RULES: ScheduleRules = { calendars: new Map(), windows: [] };

/** Where rules of one kind are kept: a feature has one. */
export interface ScheduleRuleSource {
  /** Reads them as they are now. */
  load(): Promise<Partial<ScheduleRules>>;
}
