import * as v from "valibot";
import { boundedList } from "../../base/issue/bounded-list.ts";
import { wanted } from "../../base/issue/issue.ts";
import {
  type JobWork,
  type RegisteredKind,
  registeredKind,
  type RegisteredWork,
} from "../../model/job-work.ts";
import type { Branch } from "../../model/task/task-body.ts";
import { text } from "../../model/work-fields.ts";
import type { WorkKindRules } from "../../model/work-kind-rules.ts";
import { ofParams } from "./of-params.ts";

export const CONDITION_KIND: RegisteredKind = registeredKind("condition");

const MOST_BRANCHES = 50;
const LONGEST_NAME = 64;

/** A choice by the arguments of the run, as a condition of a workflow makes one: seed 004, 3.1.3.1. */
export interface ConditionWork extends RegisteredWork {
  /** The first that holds is taken. */
  readonly branches: readonly (Branch & { readonly [name: string]: string })[];
  /** The branch where none holds. @default the run fails */
  readonly else?: string;
  /** Whether every branch that holds is taken, and not the first alone. @default false */
  readonly all?: boolean;
}

export function isConditionWork(work: JobWork): work is ConditionWork {
  return work.kind === CONDITION_KIND;
}

/** The rules of jobs that choose; `registerFlowWork` registers them. */
export const CONDITION_WORK: WorkKindRules<ConditionWork> = {
  kind: CONDITION_KIND,
  schema: v.strictObject({
    kind: v.literal(CONDITION_KIND),
    branches: v.pipe(
      boundedList(v.strictObject({ name: text(LONGEST_NAME), when: ofParams }), MOST_BRANCHES),
      v.minLength(1, wanted("too_few", { min: 1 })),
    ),
    else: v.exactOptional(text(LONGEST_NAME)),
    all: v.exactOptional(v.boolean(wanted("not_flag"))),
  }),
  canBeTried: true,
};
