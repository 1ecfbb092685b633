import type { AdmissionAnswer } from "../../ports/instance-store.ts";

/** What became of a turn; `left`: another worker has it now. */
export type TurnOutcome = AdmissionAnswer["outcome"] | "left";
