import type { JobInstance } from "@mojob/core";
import { attemptOf, type RerunMode, type TaskEvent } from "@mojob/core/feature";
import { canonicalJson } from "@mojob/core/ports";
import { planRestart } from "../rerun/plan-restart.ts";
import { planRerun } from "../rerun/rerun-plan.ts";
import type { OpenTask } from "./open-task.ts";
import type { TaskReader } from "./task-reader.ts";

/** Whether the attempt that a task's run is in has made no step yet. */
export function isToBegin({ run, state }: OpenTask): boolean {
  return state.rev === 0 || attemptOf(state) < run.attempt;
}

/** The part that a re-run executes, as its trigger has it. */
type StoredMode = RerunMode & { readonly of?: string; readonly hasOtherArgs?: true };

/** The event that an attempt of a task begins with: re-runs and retries take over the nodes that they do not execute again. */
export async function beginningOf(
  run: JobInstance,
  reader: Pick<TaskReader, "open" | "read" | "log">,
): Promise<TaskEvent> {
  const standing = run.attempt > 1 ? await reader.open(run) : null;
  if (standing !== null && standing.state.rev > 0)
    return planRestart(standing.plan, standing.state, await reader.log(standing), run.attempt);
  const { trigger, args, attempt } = run;
  const begin = { type: "begin", attempt } as const;
  if (trigger.mode === undefined || trigger.of === undefined) return begin;
  const { of = trigger.of, hasOtherArgs = false, ...mode } = trigger.mode as unknown as StoredMode;
  const before = await reader.read(of);
  // With other arguments, as those of another item, nothing of it holds, unless a person gave them for what is left.
  const isSame = before !== null && (hasOtherArgs || canonicalJson(before.run.args) === canonicalJson(args));
  const next = isSame ? await reader.open(run) : null;
  const plan = !isSame ? null : planRerun(next?.plan ?? before.plan, before.state, mode, false, before.plan);
  return plan === null ? begin : { ...begin, taken: plan.taken };
}
