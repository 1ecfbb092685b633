import { type Act, ActKind, ActOutcome } from "./act.ts";

/** The last digit of an intent's id, and of the id of the entry with its outcome: one is known by the other. */
const INTENT = "0";
const OUTCOME = "1";

/** The id of an intent, from one that is new. */
export function toIntentId(id: string): string {
  return id.slice(0, -1) + INTENT;
}

/** The id of the entry that has the outcome of an intent: it stands right behind it, however much later it is written. */
export function outcomeIdOf(intentId: string): string {
  return intentId.slice(0, -1) + OUTCOME;
}

/** Whether an act is what somebody was about to do, written before it was done. */
export function isIntent({ kind, outcome }: Pick<Act, "kind" | "outcome">): boolean {
  return kind === ActKind.Call && outcome === ActOutcome.Unknown;
}

/** Whether an act says nothing that another one does not: that a call was done, or that a request was refused. */
export function isPlainOutcome({ kind, outcome, from }: Pick<Act, "kind" | "outcome" | "from">): boolean {
  if (kind !== ActKind.Call) return false;
  return outcome === ActOutcome.Done || (outcome === ActOutcome.Refused && from !== null);
}
