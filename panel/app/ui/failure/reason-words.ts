import { type FailureSummary, failureText, readFailure, type Reason, reasonText } from "@mojob/core/words";
import type { Instance, InstanceSummary } from "../../api/operations.generated.ts";
import { nameOfActor } from "../names/name-of-actor.ts";
import { withNames } from "../names/with-names.ts";
import { formatInstant } from "../../time/format-time.ts";
import { zoneOfTimes } from "../../time/time-mode.tsx";

type WithReason = Pick<InstanceSummary, "reason" | "reasonCode" | "reasonParameters">;

/** A reason in the reader's language; `null` where there is none. */
export function reasonWords(
  { reason, reasonCode, reasonParameters }: WithReason,
  language: string,
): string | null {
  if (reasonCode === null) return reason;
  // The API checked that the parameters are those of the code.
  const known = {
    code: reasonCode,
    parameters: withNames(shownTimes(reasonParameters), nameOfActor),
  } as unknown as Reason;
  return reasonText(known, language === "zh" ? "zh" : "en");
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Instants among the parameters as the rest of the page shows them. */
function shownTimes(parameters: WithReason["reasonParameters"]): object | undefined {
  if (parameters === null || parameters === undefined) return undefined;
  const entries = Object.entries(parameters).map(([name, value]) =>
    typeof value === "string" && INSTANT.test(value)
      ? [name, formatInstant(new Date(value), zoneOfTimes())]
      : [name, value],
  );
  return Object.fromEntries(entries) as object;
}

/** The text of a failure, in the reader's language where it is one of ours. */
export function failureWords(error: NonNullable<Instance["error"]>, language: string): string {
  return failureText(error as FailureSummary, language === "zh" ? "zh" : "en");
}

/** The one line of a list about what went wrong, in the reader's language where the failure is one of ours. */
export function summaryWords(errorSummary: string, language: string): string {
  const failure = readFailure(errorSummary);
  return failure === null ? errorSummary : failureText(failure, language === "zh" ? "zh" : "en");
}
