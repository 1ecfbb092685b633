import { useState } from "react";
import { parseDuration } from "../../../time/duration-text.ts";
import { type RunFormValues, RunWhen } from "./run-form-values.ts";

export interface RunTimingState {
  readonly when: RunWhen;
  readonly delay: string;
  /** In the viewer's zone. */
  readonly at: string;
  /** Empty: as the job says. */
  readonly priority: string;
}

export interface RunTimingForm extends RunTimingState {
  readonly isUnreadable: boolean;
  /** The parts of the request beside the arguments; nothing where all is as usual. */
  readonly request: Omit<RunFormValues, "argsText">;
  change(changed: Partial<RunTimingState>): void;
}

/** When a run begins, and what goes before what. */
export function useRunTiming(): RunTimingForm {
  const [state, setState] = useState<RunTimingState>({
    when: RunWhen.Now,
    delay: "10m",
    at: "",
    priority: "",
  });
  const { when, delay, at, priority } = state;
  const delayMs = when === RunWhen.Delay ? parseDuration(delay) : undefined;
  const instant = when === RunWhen.At ? new Date(at) : undefined;
  const isNoTime = instant !== undefined && Number.isNaN(instant.getTime());
  return {
    ...state,
    isUnreadable: delayMs === null || isNoTime,
    request: {
      ...(typeof delayMs === "number" && { delayMs }),
      ...(instant !== undefined && !isNoTime && { runAt: instant.toISOString() }),
      ...(priority !== "" && { priority: Number(priority) }),
    },
    change: (changed) => setState((before) => ({ ...before, ...changed })),
  };
}
