import {
  type AnyOption,
  isCompound,
  type Option,
  OptionControl,
  optionsOf,
  type StatedOptions,
} from "@mojob/core/engine";
import { OPTION_WORDS, type OptionName } from "@mojob/core/words";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { instantText, nullable } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

/** Options a client states, flat; those of the schedule are for recurring jobs, which the scheduler checks. */
export type JobOptionsPatch = {
  readonly [Name in keyof StatedOptions]: InText<StatedOptions[Name]>;
};

/** Times are ISO 8601 texts on the wire. */
export type InText<Value> = Value extends Date ? string : Value;

/** The table of options as a client may state them. */
export const jobOptionsPatch: Parser<JobOptionsPatch> = strictObject(
  optionFields(),
  "must be an object of options",
) as Parser<unknown> as Parser<JobOptionsPatch>;

/** The table of options as fields that may each be left out. */
export function optionFields(): Record<string, Parser<unknown>> {
  return Object.fromEntries(
    Object.entries(optionsOf("recurring")).map(([name, option]) => [
      name,
      v.optional(v.pipe(patchOf(option), v.description(descriptionOf(name)))),
    ]),
  );
}

/** A sentence about an option, as the options page has it. */
export function descriptionOf(name: string): string {
  return OPTION_WORDS.en.description[name as OptionName];
}

function patchOf(option: AnyOption): Parser<unknown> {
  if (!isCompound(option)) return patchOfRow(option);
  const names = Object.keys(option.members);
  return strictObject(
    Object.fromEntries(
      Object.entries(option.members).map(([name, row]) => [name, v.optional(patchOfRow(row))]),
    ),
    `must be an object with ${names.join(" and ")}`,
  );
}

/** A time is passed on as the text it is: the scheduler reads it. */
function patchOfRow(option: Option<unknown>): Parser<unknown> {
  return option.control === OptionControl.Instant ? nullable(instantText) : option.schema;
}
