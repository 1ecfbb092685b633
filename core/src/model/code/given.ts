import type { CauseCode, ReasonCode } from "../../base/code-names.generated.ts";

// Parts of the parameters of texts.

/** What gave the slot of abandoned code back: the code returned, its worker ended, or somebody asked for it. */
export interface SlotGiver {
  readonly how: "returned" | "worker_ended" | "asked";
  /** Who asked, as far as known. */
  readonly by: string | null;
}

/** Who did something, when, and what was said; `null` where it is not known. */
export interface Deed {
  readonly by: string | null;
  readonly at: string | null;
  readonly note: string | null;
}

/** A reason in the parameters of a cause: the closed type is made of the rows, and they cannot name it. */
export interface AnyReason {
  readonly code: ReasonCode;
  readonly parameters?: unknown;
}

/** The same of a cause. */
export interface AnyCause {
  readonly code: CauseCode;
  readonly parameters?: unknown;
}

/** A worker, and why it does not begin the run. */
export interface AnyRefusal {
  readonly id: string;
  readonly name: string;
  readonly reason: AnyReason;
}
