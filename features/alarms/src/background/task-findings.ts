import type { JobInstanceSummary } from "@mojob/core";
import { type AlarmRule, TaskWait } from "@mojob/core/engine";
import { type TaskWaiting, waitsOf } from "@mojob/core/feature";
import { AlarmCondition } from "@mojob/core/words";
import type { Found, Finder, RuledFinding } from "./ruled-finding.ts";
import type { Situation } from "./situation.ts";

const CONDITION_OF: Readonly<Partial<Record<TaskWait, AlarmCondition>>> = {
  [TaskWait.Held]: AlarmCondition.TaskHeld,
  [TaskWait.Approval]: AlarmCondition.ApprovalPending,
  [TaskWait.Signal]: AlarmCondition.TaskWaiting,
  [TaskWait.Check]: AlarmCondition.TaskWaiting,
  [TaskWait.Paused]: AlarmCondition.TaskWaiting,
};

/** Tasks that wait for somebody: the one of each job that has waited longest. Those that wait for their time know when it comes. */
export function waitingTasks(
  { now, jobs, waitingTasks: runs }: Situation,
  find: Finder,
): readonly RuledFinding[] {
  const waiting = runs.flatMap((run) => {
    const waits = waitsOf(run);
    const condition = waits === null ? undefined : CONDITION_OF[waits.for];
    return waits === null || condition === undefined ? [] : [{ run, waits, condition }];
  });
  const groups = Map.groupBy(waiting, ({ run, condition }) => `${condition} ${run.jobKey}`);
  return [...groups.values()].flatMap((group) => {
    const [oldest] = group.toSorted((a, b) => (a.waits.since < b.waits.since ? -1 : 1));
    const job = jobs.get(oldest?.run.jobKey ?? "");
    if (oldest === undefined || job === undefined) return [];
    return find(oldest.condition, { app: job.app, job }, longEnough(oldest.run, oldest.waits, now));
  });
}

function longEnough(
  run: JobInstanceSummary,
  waits: TaskWaiting,
  now: Date,
): (rule: AlarmRule) => Found | null {
  return ({ parameters: { afterMs = 0 } }) => {
    const since = new Date(waits.since);
    if (now.getTime() - since.getTime() < afterMs) return null;
    const { node, until } = waits;
    return { at: since, run: run.id, parameters: { since: waits.since, node, until } };
  };
}

/** Code that goes on although its attempt has ended, of each job the oldest. */
export function codeThatGoesOn({ jobs, abandoned }: Situation, find: Finder): readonly RuledFinding[] {
  const byJob = Map.groupBy(abandoned, ({ jobKey }) => jobKey);
  return [...byJob].flatMap(([key, [run]]) => {
    const job = jobs.get(key);
    const left = run?.abandoned ?? null;
    if (job === undefined || run === undefined || left === null) return [];
    return find(AlarmCondition.CodeGoesOn, { app: job.app, job }, () => ({
      at: left.at,
      run: run.id,
      parameters: { since: left.at.toISOString(), worker: left.worker },
    }));
  });
}
