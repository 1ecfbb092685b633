import type { TFunction } from "i18next";
import type { InstanceSummary } from "../../../api/operations.generated.ts";
import { shardsDone } from "./shards-done.ts";
import { reasonWords, summaryWords } from "../../../ui/failure/reason-words.ts";

export interface RunNote {
  readonly text: string;
  readonly isWarning: boolean;
}

/** The waits that last until somebody does something. */
const FOR_SOMEBODY: ReadonlySet<string> = new Set(["held", "approval", "signal", "paused"]);

/** One line about a run: what delays it, its progress, its error, or the reason of its state. */
export function runNote(run: InstanceSummary, t: TFunction, language: string): RunNote | null {
  const { waitingFor, cancelRequestedAt, completedAt, cancelReason, progress, state, errorSummary } = run;
  if (waitingFor === "worker") return { text: t("instances.noWorker"), isWarning: true };
  if (cancelRequestedAt !== null && completedAt === null) {
    return { text: join(t("instances.cancelAsked"), cancelReason), isWarning: true };
  }
  const done = shardsDone(run, t);
  if (done !== null) return { text: done, isWarning: false };
  if (state === "Processing" && progress !== null) {
    return { text: join(`${Math.floor(progress.fraction * 100)} %`, progress.message), isWarning: false };
  }
  if (state === "Processing" && waitingFor !== null) {
    const words = reasonWords(run, language);
    return words === null ? null : { text: words, isWarning: FOR_SOMEBODY.has(waitingFor) };
  }
  // The state itself says that a run has begun.
  if (state === "Processing") return null;
  if ((state === "Failed" || state === "Terminated") && errorSummary !== null)
    return { text: summaryWords(errorSummary, language), isWarning: true };
  const reason = reasonWords(run, language);
  return reason === null ? null : { text: reason, isWarning: false };
}

function join(first: string, second: string | null): string {
  return second === null ? first : `${first} · ${second}`;
}
