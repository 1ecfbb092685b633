import { type AnyOption, isCompound } from "../option/option.ts";
import type { ResolvedJobOptions, ScheduleOptions } from "../option/job-options.ts";
import { COMMON_ROWS, type OptionRows, SCHEDULE_ROWS } from "../option/option-rows.ts";
import type { OptionValues } from "./option-values.ts";

/** The options of a record as they are read: one that was stored before an option was there has the option's default. */
export function completeOptions(stored: ResolvedJobOptions): ResolvedJobOptions {
  const { schedule } = stored;
  const isComplete = has(COMMON_ROWS, { ...stored }) && hasSchedule(schedule);
  if (isComplete) return stored;
  return {
    ...stored,
    ...complete(COMMON_ROWS, { ...stored }),
    schedule: schedule && { ...schedule, ...complete(SCHEDULE_ROWS, { ...schedule }) },
  };
}

function hasSchedule(schedule: ScheduleOptions | null): boolean {
  return schedule === null || has(SCHEDULE_ROWS, { ...schedule });
}

function has(rows: OptionRows, values: OptionValues): boolean {
  return Object.entries(rows).every(([name, row]) => {
    const value = values[name];
    if (value === undefined) return false;
    return (
      !isCompound(row) ||
      Object.keys(row.members).every((member) => (value as OptionValues)[member] !== undefined)
    );
  });
}

function complete(rows: OptionRows, values: OptionValues): OptionValues {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, whole(row, values[name])]));
}

function whole(row: AnyOption, value: unknown): unknown {
  if (!isCompound(row)) return value === undefined ? row.default : value;
  const members = Object.entries(row.members).map(([name, member]) => [
    name,
    (value as OptionValues | undefined)?.[name] ?? member.default,
  ]);
  return Object.fromEntries(members);
}
