import { canonicalJson } from "../../base/json.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { JobState, OPEN_STATES } from "../../model/instance/job-state.ts";
import { isParked } from "../../model/instance/lane.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { ExecutorRule } from "../../model/option/value/executor-rule.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import { dispatchAgain, type DispatchAgainOptions } from "../dispatch-again.ts";
import { readWaiting } from "../read-waiting.ts";

const NOT_BEGUN = OPEN_STATES.filter((state) => state !== JobState.Processing);
const PAGE = 250;

export interface UseOtherRuleOptions extends DispatchAgainOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "findOpen" | "update">;
  readonly runtime: Pick<IMoRuntime, "findLost" | "wake">;
  /** Called with what went wrong: the edit is in force, and the reconciler hands over what was not. */
  readonly onError: (error: unknown) => void;
}

/** Hands over the runs that no worker was allowed to take, where an edit lets other workers run their job. */
export async function useOtherRule(
  { options: before }: JobDefinition,
  { key, options: after }: JobDefinition,
  options: UseOtherRuleOptions,
): Promise<void> {
  if (isSameRule(before.executors, after.executors)) return;
  const { tenant, store, clock, onError } = options;
  try {
    let runs: JobInstance[] = [];
    for await (const run of readWaiting(store, { tenant, jobKey: key }, NOT_BEGUN, clock.now())) {
      if (isParked(run)) continue;
      runs.push(run);
      if (runs.length < PAGE) continue;
      await deliver(runs, options);
      runs = [];
    }
    await deliver(runs, options);
  } catch (error) {
    onError(error);
  }
}

function isSameRule(before: ExecutorRule, after: ExecutorRule): boolean {
  return (
    before.minVersion === after.minVersion && canonicalJson(before.labels) === canonicalJson(after.labels)
  );
}

/** Delivers runs that nothing delivers; whatever delivers the others looks again. */
async function deliver(runs: readonly JobInstance[], options: UseOtherRuleOptions): Promise<void> {
  const { runtime } = options;
  if (runs.length === 0) return;
  const lost = await runtime.findLost(runs);
  await dispatchAgain(lost, options);
  await runtime.wake?.(runs.filter((run) => !lost.includes(run)));
}
