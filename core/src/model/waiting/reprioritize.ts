import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { ReasonCode } from "../reason.ts";

/**
 * Gives a run that waits another place among those that wait: by its priority, below 1 before all others. No edge, but its history says
 * who asked. Whatever its key, it is before those of that priority that take turns.
 */
export function reprioritize(
  run: JobInstance,
  at: Date,
  priority: number,
  by: string | null,
): InstanceChange {
  const { tenant, id, state, attempt } = run;
  const reason = {
    code: ReasonCode.Prioritized,
    parameters: { by, from: run.priority, to: priority },
  } as const;
  return {
    tenant,
    id,
    at,
    when: { states: [state], attempt },
    set: { priority, turn: null },
    append: [{ at, from: state, to: state, attempt, worker: null, reason }],
  };
}
