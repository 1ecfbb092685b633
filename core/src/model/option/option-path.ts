import { type CompoundOption, isCompound, type Option } from "./option.ts";
import { JOB_OPTIONS } from "./option-table.ts";
import { SCHEDULE_OPTIONS } from "./schedule-option-table.ts";

type Rows = typeof JOB_OPTIONS & typeof SCHEDULE_OPTIONS;

export type OptionName = keyof Rows;

/** The path of a value that is edited by itself: an option, or a part of a compound one (`misfire.policy`). */
export type OptionPath = {
  [Name in OptionName]: Rows[Name] extends CompoundOption<infer Value>
    ? `${Name}.${keyof Value & string}`
    : Name;
}[OptionName];

/** Every path with its row, in the order of the table. */
export const OPTIONS_BY_PATH: Readonly<Record<OptionPath, Option<unknown>>> = Object.fromEntries(
  Object.entries({ ...JOB_OPTIONS, ...SCHEDULE_OPTIONS }).flatMap(
    ([name, option]): (readonly [string, Option<unknown>])[] =>
      isCompound(option)
        ? Object.entries(option.members).map(([member, row]) => [`${name}.${member}`, row])
        : [[name, option as Option<unknown>]],
  ),
) as Record<OptionPath, Option<unknown>>;

export const OPTION_PATHS: readonly OptionPath[] = Object.keys(OPTIONS_BY_PATH) as OptionPath[];
