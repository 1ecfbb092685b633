import * as v from "valibot";
import { LONGEST_JOB_KEY } from "../../../base/issue/job-key-length.ts";
import { wanted } from "../../../base/issue/issue.ts";
import type { JsonValue } from "../../../base/json.ts";
import { isOneLine } from "../../../base/shown-text.ts";
import { boundedList } from "../../../base/issue/bounded-list.ts";
import { jsonValue } from "./json-value.ts";

/** Which ends of a run start a child job. A run that is Skipped has not run, and starts none. */
export const ChildCondition = {
  /** Succeeded. */
  Success: "success",
  /** Terminated: no retry is left. */
  Failure: "failure",
  /** Succeeded, Terminated or Cancelled. */
  End: "end",
} as const;
export type ChildCondition = (typeof ChildCondition)[keyof typeof ChildCondition];

/** A job that is started because a run of another job has ended. */
export interface ChildJob {
  /** The job's key; of any app of the tenant. */
  readonly job: string;
  /** @default "success" */
  readonly on?: ChildCondition;
  /** The child's arguments, with values of the parent's run in braces (`childArgs`). @default none */
  readonly args?: JsonValue;
  /** An expression over `$.SELF`, the parent's run, that is true where the child is started: `$.SELF.RESULT.files > 0`. @default always */
  readonly when?: string;
  /** Starts it only where `when` becomes true: where the parent's run before was judged and it did not hold, or none was judged. @default false */
  readonly edge?: boolean;
}

const MOST_CHILDREN = 20;
const LONGEST_CONDITION = 1000;

const childJob = v.pipe(
  v.strictObject(
    {
      job: v.pipe(
        v.string(wanted("not_text")),
        v.minLength(1, wanted("empty")),
        v.maxLength(LONGEST_JOB_KEY, wanted("too_long", { max: LONGEST_JOB_KEY })),
        v.check(isOneLine, wanted("not_one_line")),
      ),
      on: v.optional(
        v.picklist(
          Object.values(ChildCondition),
          wanted("not_one_of", { values: Object.values(ChildCondition) }),
        ),
        ChildCondition.Success,
      ),
      args: v.exactOptional(jsonValue),
      // Its expression is checked where the job is saved: `assertChildConditions`.
      when: v.exactOptional(
        v.pipe(
          v.string(wanted("not_text")),
          v.minLength(1, wanted("empty")),
          v.maxLength(LONGEST_CONDITION, wanted("too_long", { max: LONGEST_CONDITION })),
        ),
      ),
      edge: v.exactOptional(v.boolean(wanted("not_flag"))),
    },
    wanted("not_object"),
  ),
  v.forward(
    v.partialCheck(
      [["edge"], ["when"]],
      ({ edge, when }) => edge !== true || when !== undefined,
      wanted("needs", { other: "when" }),
    ),
    ["edge"],
  ),
);

/** The children of a job: each is named once. */
export const childJobs: v.GenericSchema<unknown, readonly ChildJob[]> = v.pipe(
  boundedList(childJob, MOST_CHILDREN),
  v.check((list) => new Set(list.map(({ job }) => job)).size === list.length, wanted("given_twice")),
) as v.GenericSchema<unknown, readonly ChildJob[]>;
