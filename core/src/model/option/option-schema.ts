import * as v from "valibot";
import { parseInput } from "../../base/input.ts";
import { wanted } from "../../base/issue/issue.ts";
import { JobKind } from "./job-kind.ts";
import type { StatedOptions } from "./job-options.ts";
import { type AnyOption, isCompound } from "./option.ts";
import { COMMON_ROWS, SCHEDULE_ROWS } from "./option-rows.ts";

type OptionSchema = v.GenericSchema<unknown, unknown>;

/** The options of a kind of jobs, by name. */
export function optionsOf(kind: JobKind): Readonly<Record<string, AnyOption>> {
  return kind === JobKind.Recurring ? { ...COMMON_ROWS, ...SCHEDULE_ROWS } : COMMON_ROWS;
}

/** An option as it may be stated: of a compound one any part may be left out. */
function statedSchema(option: AnyOption): OptionSchema {
  if (!isCompound(option)) return option.schema;
  const members = Object.entries(option.members).map(([name, { schema }]) => [name, v.optional(schema)]);
  return v.strictObject(Object.fromEntries(members) as Record<string, OptionSchema>, wanted("not_object"));
}

function schemaOf(kind: JobKind): OptionSchema {
  const fields = Object.entries(optionsOf(kind)).map(([name, option]) => [
    name,
    v.optional(statedSchema(option)),
  ]);
  return v.strictObject(Object.fromEntries(fields) as Record<string, OptionSchema>, wanted("not_object"));
}

const SCHEMAS: Readonly<Record<JobKind, OptionSchema>> = {
  recurring: schemaOf(JobKind.Recurring),
  triggered: schemaOf(JobKind.Triggered),
};

/**
 * Checks stated options, field by field; what only shows when all are together (an end before the start, a wrong cron)
 * is checked when they are resolved.
 * @throws MoJobError `invalid_argument` with a pointer for every mistake, an option of the other kind included
 */
export function parseStatedOptions(kind: JobKind, input: unknown, doing: string): StatedOptions {
  return parseInput(SCHEMAS[kind], input, doing) as StatedOptions;
}
