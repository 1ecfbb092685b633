import { type InstanceQuery, JOB_STATES, type JobState } from "@mojob/core";
import * as v from "valibot";
import { stated } from "../request/stated.ts";
import type { Parser } from "../request/validate.ts";
import { instant, jobKey, listOf, oneOf, text } from "./fields.ts";
import { querySeveral, queryText } from "./query-fields.ts";
import { strictObject } from "./strict-object.ts";

/** Which runs are meant; the same names in queries and bodies. */
export interface InstanceFilter {
  readonly jobKey?: string | undefined;
  readonly state?: readonly JobState[] | undefined;
  readonly app?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly search?: string | undefined;
}

const TIMES = {
  from: v.optional(instant("Created then or later")),
  to: v.optional(instant("Created before")),
};

/** The filter's fields in a query, but for the job's key. */
export const INSTANCE_QUERY: {
  readonly state: v.OptionalSchema<Parser<JobState[]>, undefined>;
  readonly from: v.OptionalSchema<Parser<Date>, undefined>;
  readonly to: v.OptionalSchema<Parser<Date>, undefined>;
  readonly search: v.OptionalSchema<Parser<string>, undefined>;
} = {
  state: v.optional(querySeveral(JOB_STATES, "These states only, with commas")),
  ...TIMES,
  search: v.optional(queryText(256, "The beginning of an id")),
};

/** The filter in a body; it must name something, so that nobody acts on everything by leaving it empty. */
export const instanceFilter: Parser<InstanceFilter> = v.pipe(
  strictObject(
    {
      jobKey: v.optional(jobKey),
      state: v.optional(listOf(oneOf(JOB_STATES), JOB_STATES.length, 1)),
      app: v.optional(text(200, 1)),
      ...TIMES,
      search: v.optional(v.pipe(text(256, 1), v.description("The beginning of an id"))),
    },
    "must be an object of conditions",
  ),
  v.check((filter) => Object.keys(filter).length > 0, "must name at least one condition"),
);

export function toInstanceQuery({ state, ...filter }: InstanceFilter): Omit<InstanceQuery, "tenant"> {
  return stated<Omit<InstanceQuery, "tenant">>({ ...filter, states: state });
}
