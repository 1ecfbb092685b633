import type { AdmissionResult } from "../../model/write/admission.ts";

/** What became of a turn; `left`: another worker has it now. */
export type TurnOutcome = AdmissionResult["outcome"] | "left";
