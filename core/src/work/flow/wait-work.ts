import * as v from "valibot";
import {
  type JobWork,
  type RegisteredKind,
  registeredKind,
  type RegisteredWork,
} from "../../model/job-work.ts";
import type { WorkKindRules } from "../../model/work-kind-rules.ts";
import { ofParams } from "./of-params.ts";

export const WAIT_KIND: RegisteredKind = registeredKind("wait");

/** A pause without a place on a worker, as a wait of a workflow is one: seed 004, 3.1.3.1 and 3.2.1.2. */
export interface WaitWork extends RegisteredWork {
  /** How long from the beginning of the run, in milliseconds, or until when (ISO 8601): an expression. */
  readonly for: { readonly ms: string } | { readonly until: string };
}

export function isWaitWork(work: JobWork): work is WaitWork {
  return work.kind === WAIT_KIND;
}

const ms = v.strictObject({ ms: ofParams });
const until = v.strictObject({ until: ofParams });

/** The mistakes are those of the one that was meant. */
const waitFor = v.lazy((input): v.GenericSchema<unknown, WaitWork["for"]> => {
  return typeof input === "object" && input !== null && Object.hasOwn(input, "until") ? until : ms;
});

/** The rules of jobs that wait; `registerFlowWork` registers them. */
export const WAIT_WORK: WorkKindRules<WaitWork> = {
  kind: WAIT_KIND,
  schema: v.strictObject({
    kind: v.literal(WAIT_KIND),
    for: waitFor,
  }),
  canBeTried: true,
};
