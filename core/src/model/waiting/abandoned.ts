import type { InstanceRef } from "../instance/attempt-ref.ts";
import type { InstanceChange } from "../instance/instance-change.ts";
import type { AbandonedAttempt, JobInstance } from "../instance/job-instance.ts";
import { JobState } from "../instance/job-state.ts";
import { ReasonCode, type SlotGiver } from "../reason.ts";

/** A run whose code still holds a slot though its attempt has ended. */
export type AbandonedRun = InstanceRef &
  Pick<JobInstance, "jobKey" | "lane" | "state"> & { readonly abandoned: AbandonedAttempt };

/** Whether the code of an attempt of a run goes on though the attempt has ended, and keeps its slot. */
export function isAbandoned<Run extends Pick<JobInstance, "abandoned">>(
  run: Run,
): run is Run & { readonly abandoned: AbandonedAttempt } {
  return run.abandoned !== null;
}

/** The slot that abandoned code holds is free again; no edge, but the history says how it came about. */
export function giveBackSlot(
  { tenant, id, state, abandoned: { attempt, worker } }: AbandonedRun,
  at: Date,
  giver: SlotGiver,
): InstanceChange {
  const reason = { code: ReasonCode.SlotGivenBack, parameters: { attempt, ...giver } } as const;
  return {
    tenant,
    id,
    at,
    when: { states: [state], abandoned: attempt },
    set: { abandoned: null },
    append: [{ at, from: state, to: state, attempt, worker, reason }],
  };
}

/** A retry waits until the code of an attempt before it has ended, so that no run is executed twice at a time; no edge. */
export function waitForCode(
  { tenant, id, attempt, abandoned }: Pick<JobInstance, "tenant" | "id" | "attempt" | "abandoned">,
  at: Date,
): InstanceChange {
  const of = abandoned?.attempt ?? attempt;
  return {
    tenant,
    id,
    at,
    when: { states: [JobState.Failed], attempt, abandoned: of },
    set: { reason: { code: ReasonCode.WaitsForCode, parameters: { attempt: of } } },
    append: [],
  };
}
