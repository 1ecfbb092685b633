import type { Clock } from "../../base/clock.ts";
import type { JobContext } from "../../job/job-context.ts";
import { registerWorkKind } from "../../model/work-kinds.ts";
import type { IMoWorkRunner } from "../../ports/work-runner.ts";
import { ConditionRunner } from "./condition-runner.ts";
import { CONDITION_WORK } from "./condition-work.ts";
import { WaitRunner } from "./wait-runner.ts";
import { WAIT_WORK } from "./wait-work.ts";

/** Has this process take jobs that choose and jobs that wait. */
export function registerFlowWork(): void {
  registerWorkKind(CONDITION_WORK);
  registerWorkKind(WAIT_WORK);
}

/** The runners that every worker has: what they run touches nothing outside. */
export function flowRunners(clock: Clock): readonly IMoWorkRunner<JobContext>[] {
  registerFlowWork();
  return [new ConditionRunner(clock), new WaitRunner(clock)];
}
