import type { Clock } from "../../base/clock.ts";
import type { InstanceChange } from "../../model/instance/instance-change.ts";
import { type JobInstance, TriggerType } from "../../model/instance/job-instance.ts";
import { JobState, WAITING_STATES } from "../../model/instance/job-state.ts";
import { cancelRetry, cancelWaiting } from "../../model/instance/transitions.ts";
import { ReasonCode } from "../../model/reason.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import { pagesOf } from "../../ports/page.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";

/** A run in these states is not under way. */
export const NOT_UNDER_WAY: readonly JobState[] = [...WAITING_STATES, JobState.Failed];

export interface EndWaitingOptions {
  readonly store: IMoJobScheduleMetadataStore;
  readonly runtime: IMoRuntime;
  readonly clock: Clock;
}

/**
 * Ends runs of a job that wait, page by page. What begins meanwhile stays as it is.
 * @param endOf the change that ends a run; `null` leaves it
 */
export async function endWaiting(
  { store, runtime, clock }: EndWaitingOptions,
  { tenant, key }: Pick<JobDefinition, "tenant" | "key">,
  states: readonly JobState[],
  endOf: (run: JobInstance, now: Date) => InstanceChange | null,
): Promise<void> {
  const query = { tenant, jobKey: key, states };
  for await (const found of pagesOf((page) => store.queries.list(query, page))) {
    const runs = await store.instances.get(
      tenant,
      found.map(({ id }) => id),
    );
    const ends = runs.flatMap((run) => {
      const change = run && endOf(run, clock.now());
      return run && change ? [{ run, change }] : [];
    });
    const applied = await store.instances.update(ends.map(({ change }) => change));
    ends.forEach(({ run }, index) => {
      if (applied[index] === true) runtime.forget?.(run);
    });
  }
}

/** How a fire ends that waits when its job is paused. */
export function endPaused(run: JobInstance, now: Date): InstanceChange | null {
  const isWaitingFire = run.trigger.type === TriggerType.Cron && WAITING_STATES.includes(run.state);
  return isWaitingFire ? cancelWaiting(run, now, { code: ReasonCode.JobPaused }) : null;
}

/** How a run ends that waits when its app is stopped, for a retry too; what was started by hand stays. */
export function endStopped(
  by: string | null,
  note: string | null,
): (run: JobInstance, now: Date) => InstanceChange | null {
  const reason = { code: ReasonCode.AppStopped, parameters: { by, note } } as const;
  return (run, now) => {
    if (run.trigger.manual === true) return null;
    if (WAITING_STATES.includes(run.state)) return cancelWaiting(run, now, reason);
    return run.state === JobState.Failed ? cancelRetry(run, now, reason) : null;
  };
}
