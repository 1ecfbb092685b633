import type { AdmissionResult } from "../../model/write/admission.ts";

/** The outcome of a turn; `left`: another worker has the run now. */
export type TurnOutcome = AdmissionResult["outcome"] | "left";
