import { type JobInstance, JobState } from "@mojob/core";
import { TaskPhase } from "@mojob/core/feature";
import { type InstanceChange, type Reason, ReasonCode } from "@mojob/core/ports";
import { waitingOf } from "../decide/task-waiting.ts";
import type { OpenTask } from "./open-task.ts";

/** The change of a task's run that shows its wait; `null` where it shows that already. */
export function showWait({ run, plan, state }: OpenTask, now: Date): InstanceChange | null {
  // Its end says why it is over.
  if (state.phase === TaskPhase.Ended) return null;
  if (run.state !== JobState.Processing || run.reason?.code !== ReasonCode.Task) return null;
  const { waits: shown, ...others } = run.reason.parameters;
  const waiting = waitingOf(plan, state);
  if (waiting === null ? shown === undefined : isSame(waiting, shown)) return null;
  const waits = waiting === null ? {} : { waits: { ...waiting, since: sinceOf(waiting, shown, now) } };
  const reason: Reason = { code: ReasonCode.Task, parameters: { ...others, ...waits } };
  const { tenant, id, attempt } = run;
  return {
    tenant,
    id,
    at: now,
    when: { states: [JobState.Processing], attempt },
    set: { reason },
    append: [],
  };
}

/** The run as the change leaves it. */
export function withShownWait(run: JobInstance, change: InstanceChange): JobInstance {
  return { ...run, reason: change.set.reason ?? run.reason };
}

type Shown = NonNullable<Extract<Reason, { readonly code: "task" }>["parameters"]["waits"]>;

function isSame(waiting: Omit<Shown, "since">, shown: Shown | undefined): boolean {
  return waiting.for === shown?.for && waiting.node === shown.node && waiting.until === shown.until;
}

/** A check that is made again waits on. */
function sinceOf(waiting: Omit<Shown, "since">, shown: Shown | undefined, now: Date): string {
  const goesOn = waiting.for === shown?.for && waiting.node === shown.node;
  return goesOn ? shown.since : now.toISOString();
}
