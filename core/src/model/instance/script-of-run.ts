import type { ScriptRef } from "../script-version.ts";
import type { HistoryEntry } from "./job-instance.ts";

/** The version that the latest attempt of a run took; `null` where its job runs no script, or it has not begun. */
export function scriptOfRun(history: readonly HistoryEntry[]): ScriptRef | null {
  for (const { reason } of history.toReversed()) {
    if (reason?.code === "script_started") return reason.parameters.script;
    if (reason?.code === "retry" && reason.parameters.script !== undefined) return reason.parameters.script;
  }
  return null;
}
