import type { AdmissionAnswer } from "../../model/write/admission.ts";

/** What became of a turn; `left`: another worker has it now. */
export type TurnOutcome = AdmissionAnswer["outcome"] | "left";
