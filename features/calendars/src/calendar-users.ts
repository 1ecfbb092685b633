import type { JobDefinition } from "@mojob/core";
import type { Calendar } from "@mojob/core/engine";
import { calendarOf, schedulesOf } from "@mojob/core/feature";
import { extendedBy } from "./days/resolve-calendar.ts";

/** The calendars by which the schedules of a job fire, also those that are disabled. */
export function calendarKeysOf({ options: { schedule } }: JobDefinition): readonly string[] {
  if (schedule === null) return [];
  return schedulesOf(schedule).flatMap((one) => calendarOf(one)?.key ?? []);
}

/** The jobs that fire by a calendar, or by one that extends it. */
export function usersOf(
  key: string,
  calendars: ReadonlyMap<string, Calendar>,
  jobs: readonly JobDefinition[],
): readonly JobDefinition[] {
  const extending = [...calendars.values()].filter((one) =>
    extendedBy(one, calendars).some((below) => below.key === key),
  );
  const keys = new Set([key, ...extending.map((one) => one.key)]);
  return jobs.filter((job) => calendarKeysOf(job).some((used) => keys.has(used)));
}
