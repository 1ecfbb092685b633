import type { JobDefaults } from "../option/job-options.ts";
import { isCompound } from "../option/option.ts";
import { COMMON_ROWS, SCHEDULE_ROWS } from "../option/option-rows.ts";
import type { OptionValues } from "./option-values.ts";

/** Both defaults, the upper ones first; what the table does not have, or jobs do not share, is left out. */
export function mergeDefaults(lower: JobDefaults, upper: JobDefaults): JobDefaults {
  const [under, over] = [lower as OptionValues, upper as OptionValues];
  const shared = Object.entries({ ...COMMON_ROWS, ...SCHEDULE_ROWS }).filter(([, row]) => "isShared" in row);
  const merged = shared.map(([name, row]) => [
    name,
    isCompound(row) && under[name] !== undefined && over[name] !== undefined
      ? { ...under[name], ...over[name] }
      : over[name] === undefined
        ? under[name]
        : over[name],
  ]);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined)) as JobDefaults;
}
