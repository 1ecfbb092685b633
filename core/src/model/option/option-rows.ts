import type { AnyOption } from "./option.ts";
import { JOB_OPTIONS } from "./option-table.ts";
import { SCHEDULE_OPTIONS } from "./schedule-option-table.ts";

/** The table for code that takes each row alike. */
export type OptionRows = Readonly<Record<string, AnyOption>>;

export const COMMON_ROWS: OptionRows = JOB_OPTIONS;
export const SCHEDULE_ROWS: OptionRows = SCHEDULE_OPTIONS;
