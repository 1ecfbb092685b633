import { ReasonCode } from "../base/code-names.generated.ts";
import { beginningOf } from "../base/truncate.ts";
import type { GivenTo } from "./code/code-row.ts";
import type { SlotGiver } from "./code/given.ts";
import type { CodesOfRuns } from "./code/codes-of-runs.ts";
import type { FailureParameters, FailureSummary } from "./failure-summary.ts";

export { ReasonCode };

export type { FailureParameters, FailureSummary, SlotGiver };

/** The parameters of each code; every value is JSON. */
export type ReasonParameters = { readonly [Code in ReasonCode]: GivenTo<CodesOfRuns[Code]["reason"]> };

/** A code with its parameters; `parameters` is absent where the code has none. */
export type Reason = {
  readonly [Code in ReasonCode]: undefined extends ReasonParameters[Code]
    ? { readonly code: Code; readonly parameters?: undefined }
    : { readonly code: Code; readonly parameters: ReasonParameters[Code] };
}[ReasonCode];

const LONGEST_TEXT = 500;

/** A text of a person or a job as a reason keeps it: one line's worth. */
export function shortText(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${beginningOf(text, LONGEST_TEXT - 1)}…`;
}

/** The reason of a cancel. */
export interface CancelReason {
  readonly code: typeof ReasonCode.Cancelled;
  readonly parameters: ReasonParameters["cancelled"];
}

/** Why what waited for an app was ended as that was stopped. */
export interface Stopped {
  readonly code: typeof ReasonCode.AppStopped;
  readonly parameters: ReasonParameters["app_stopped"];
}

/** The reason of a cancel: who asked and what was said. */
export function cancelled(by: string | null = null, note: string | null = null): CancelReason {
  return { code: ReasonCode.Cancelled, parameters: { by, note: note === null ? null : shortText(note) } };
}

/** The reason that is a text and nothing else. */
export function note(text: string): Reason {
  return { code: ReasonCode.Note, parameters: { text: shortText(text) } };
}

/** The reason of a failed attempt, without the stack that its record keeps. */
export function attemptFailed(
  attempt: number,
  { code, number, message, parameters }: FailureSummary,
): Reason {
  const failure = {
    code,
    ...(number !== undefined && { number }),
    message: shortText(message),
    ...(parameters !== undefined && { parameters }),
  };
  return { code: ReasonCode.AttemptFailed, parameters: { attempt, failure } };
}
