import type { ScriptRef } from "../script-version.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { Reason } from "../reason.ts";
import type { HistoryEntry } from "./job-instance.ts";
import { isTransition, type JobState } from "./job-state.ts";

/** One edge of a walk. */
export interface Step {
  readonly to: JobState;
  readonly attempt: number;
  readonly worker: string | null;
  readonly reason: Reason | null;
}

/** The history of a walk along edges, all at one instant. @throws MoJobError `illegal_transition` for an edge that does not exist */
export function walk(at: Date, start: JobState | null, steps: readonly Step[]): readonly HistoryEntry[] {
  let from = start;
  return steps.map(({ to, attempt, worker, reason }) => {
    if (!isTransition(from, to)) {
      throw new MoJobError(
        MoJobErrorCode.IllegalTransition,
        `Cannot move a run from "${from ?? "(new)"}" to "${to}": the state machine has no such edge`,
      );
    }
    const entry: HistoryEntry = { at, from, to, attempt, worker, reason };
    from = to;
    return entry;
  });
}

/** The version that the latest attempt of a run took; `null` where its job runs no script, or it has not begun. */
export function scriptOfRun(history: readonly HistoryEntry[]): ScriptRef | null {
  for (const { reason } of history.toReversed()) {
    if (reason?.code === "script_started") return reason.parameters.script;
    if (reason?.code === "retry" && reason.parameters.script !== undefined) return reason.parameters.script;
  }
  return null;
}
