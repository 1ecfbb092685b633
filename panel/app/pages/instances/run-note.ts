import type { TFunction } from "i18next";
import type { InstanceSummary } from "../../api/operations.generated.ts";

export interface RunNote {
  readonly text: string;
  readonly isWarning: boolean;
}

/** What is to be said about a run in one line: what holds it up, what it does, or why it is as it is. */
export function runNote(
  { waitingFor, cancelRequestedAt, completedAt, cancelReason, progress, state, reason }: InstanceSummary,
  t: TFunction,
): RunNote | null {
  if (waitingFor === "worker") return { text: t("instances.noWorker"), isWarning: true };
  if (cancelRequestedAt !== null && completedAt === null) {
    return { text: join(t("instances.cancelAsked"), cancelReason), isWarning: true };
  }
  if (state === "Processing" && progress !== null) {
    return { text: join(`${Math.floor(progress.fraction * 100)} %`, progress.message), isWarning: false };
  }
  // That it began is what its state says.
  return reason === null || state === "Processing" ? null : { text: reason, isWarning: false };
}

function join(first: string, second: string | null): string {
  return second === null ? first : `${first} · ${second}`;
}
