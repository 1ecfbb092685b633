import { JobKind } from "../model/option/job-kind.ts";
import type { DebugModes } from "../model/option/scheduler-options.ts";

/** The warnings of a control plane that starts about the debug modes it puts into force, one line for each kind. */
export function debugModeWarnings(tenant: string, now: DebugModes, before: DebugModes): readonly string[] {
  return Object.values(JobKind).flatMap((kind) => {
    if (now[kind]) return [`Debug mode is on: ${kind} jobs of tenant "${tenant}" run only by hand`];
    return before[kind]
      ? [`Debug mode is off again: ${kind} jobs of tenant "${tenant}" run by themselves`]
      : [];
  });
}
