import type { Requester } from "../../access/requester.ts";
import { Permission } from "../../access/permission.ts";
import type { Clock } from "../../base/clock.ts";
import type { DebugMode } from "../../dispatch/debug-mode.ts";
import { isClosed } from "../../model/begin/closed-gates.ts";
import { GATES } from "../../model/begin/gates.ts";
import { TriggerType } from "../../model/instance/job-instance.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { TriggerRequest } from "../../scheduler/instance-requests.ts";

export interface MayOverrideContext {
  readonly clock: Clock;
  readonly debugMode: Pick<DebugMode, "read">;
}

type Overriding = Pick<TriggerRequest, "priority" | "manual">;

/** Whether a request may have its run begin before others of its job, or where only runs by hand begin. */
export function isOverriding({ priority, manual = false }: Overriding): boolean {
  return priority !== undefined || manual;
}

/**
 * Checks that the caller may have such a run begin: callers say themselves that they start it by hand.
 * @throws MoJobError `forbidden`
 */
export async function assertMayOverride(
  requester: Requester,
  definition: JobDefinition,
  { priority, manual = false }: Overriding,
  context: MayOverrideContext,
): Promise<void> {
  const { app, options } = definition;
  if (requester.holds(Permission.OverrideRuns, app)) return;
  const isBefore = priority !== undefined && priority < options.priority;
  if (isBefore || (manual && (await beginsByHandOnly(definition, context))))
    requester.assertHolds(Permission.OverrideRuns, app);
}

/** Whether debug mode, or a stop of the app, keeps what is not run by hand. */
async function beginsByHandOnly(
  job: JobDefinition,
  { clock, debugMode }: MayOverrideContext,
): Promise<boolean> {
  const run = { kind: job.kind, trigger: { type: TriggerType.Api } };
  const situation = { job, now: clock.now(), modes: await debugMode.read(), run };
  return isClosed(GATES.debugMode, situation) || isClosed(GATES.paused, situation);
}
