import type { JobState } from "@mojob/core";
import { type InstanceQuery, JOB_STATES } from "@mojob/core/ports";
import { wanted } from "@mojob/core/engine";
import { ReasonCode } from "@mojob/core/words";
import * as v from "valibot";
import { stated } from "../../schema/stated.ts";
import type { Parser } from "../../request/validate.ts";
import { appName, flag, instant, jobKey, listOf, oneOf, text } from "../../schema/fields.ts";
import { queryFlag, querySeveral, queryText } from "../../schema/query-fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

/** Which runs are meant; the same names in queries and bodies. */
export interface InstanceFilter {
  readonly jobKey?: string | undefined;
  readonly state?: readonly JobState[] | undefined;
  readonly app?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly search?: string | undefined;
  /** Any part of the id. */
  readonly id?: string | undefined;
  /** Any part of the error. */
  readonly error?: string | undefined;
  /** Members of the args. */
  readonly args?: Readonly<Record<string, string>> | undefined;
  /** The id of the worker of its latest attempt. */
  readonly worker?: string | undefined;
  /** The code of the reason it is in its state for. */
  readonly reason?: ReasonCode | undefined;
  /** `false` leaves out shards of broadcasts. */
  readonly shards?: boolean | undefined;
}

const REASONS = Object.values(ReasonCode);

const TIMES = {
  from: v.optional(instant("Created then or later")),
  to: v.optional(instant("Created before")),
};

const SHARDS = "`false` leaves out the shards of broadcasts: the broadcast stands for them";

const MOST_ARGS = 5;

/** Members of the args and their values as text; in a query `args.NAME=value`. */
const argsFilter: Parser<Readonly<Record<string, string>>> = v.pipe(
  v.record(
    v.pipe(v.string(), v.minLength(1, wanted("empty")), v.maxLength(100, wanted("too_long", { max: 100 }))),
    text(256),
    "must be members of the args and their values as text",
  ),
  v.description("Members of the args by name; in a query as `args.NAME=value`"),
  v.check((members) => Object.keys(members).length <= MOST_ARGS, wanted("too_many", { max: MOST_ARGS })),
);

/** The filter's fields in a query, but for the job's key. */
export const INSTANCE_QUERY: {
  readonly state: v.OptionalSchema<Parser<JobState[]>, undefined>;
  readonly from: v.OptionalSchema<Parser<Date>, undefined>;
  readonly to: v.OptionalSchema<Parser<Date>, undefined>;
  readonly search: v.OptionalSchema<Parser<string>, undefined>;
  readonly id: v.OptionalSchema<Parser<string>, undefined>;
  readonly error: v.OptionalSchema<Parser<string>, undefined>;
  readonly args: v.OptionalSchema<Parser<Readonly<Record<string, string>>>, undefined>;
  readonly worker: v.OptionalSchema<Parser<string>, undefined>;
  readonly reason: v.OptionalSchema<Parser<ReasonCode>, undefined>;
  readonly shards: v.OptionalSchema<Parser<boolean>, undefined>;
} = {
  state: v.optional(querySeveral(JOB_STATES, "These states only, with commas")),
  ...TIMES,
  search: v.optional(queryText(256, "The beginning of an id")),
  id: v.optional(queryText(256, "Any part of an id")),
  error: v.optional(queryText(256, "Any part of the error's summary")),
  args: v.optional(argsFilter),
  worker: v.optional(queryText(256, "The id of the worker that runs or ran its latest attempt")),
  reason: v.optional(v.pipe(oneOf(REASONS), v.description("In its state for this reason"))),
  shards: v.optional(queryFlag(SHARDS)),
};

/** The filter in a body; it must name something, so that an empty filter does not act on everything. */
export const instanceFilter: Parser<InstanceFilter> = v.pipe(
  strictObject(
    {
      jobKey: v.optional(jobKey),
      state: v.optional(listOf(oneOf(JOB_STATES), JOB_STATES.length, 1)),
      app: v.optional(appName),
      ...TIMES,
      search: v.optional(v.pipe(text(256, 1), v.description("The beginning of an id"))),
      id: v.optional(v.pipe(text(256, 1), v.description("Any part of an id"))),
      error: v.optional(v.pipe(text(256, 1), v.description("Any part of the error's summary"))),
      args: v.optional(argsFilter),
      worker: v.optional(v.pipe(text(256, 1), v.description("The id of the worker of its latest attempt"))),
      reason: v.optional(oneOf(REASONS)),
      shards: v.optional(v.pipe(flag(), v.description(SHARDS))),
    },
    "must be an object of conditions",
  ),
  v.check(
    (filter) => Object.keys(filter).some((condition) => condition !== "shards"),
    wanted("no_condition"),
  ),
);

export function toInstanceQuery({ state, shards, ...filter }: InstanceFilter): Omit<InstanceQuery, "tenant"> {
  return stated<Omit<InstanceQuery, "tenant">>({ ...filter, states: state, parts: shards });
}
