import { checkAnswers } from "./check-answers.ts";
import { checkEffects } from "./check-effects.ts";
import { checkFires } from "./check-fires.ts";
import { checkFollowed } from "./check-followed.ts";
import { checkOverlap } from "./check-overlap.ts";
import { checkRecords } from "./check-records.ts";
import { checkTasks } from "./check-tasks.ts";
import { checkWaits } from "./check-waits.ts";
import type { Evidence } from "./evidence.ts";
import type { Verdict } from "./verdict.ts";

/** Everything that is wrong, over all that is known; the same for the embedded and the distributed system. */
export function checkEvidence(evidence: Evidence): readonly Verdict[] {
  return [
    checkFires,
    checkEffects,
    checkOverlap,
    checkRecords,
    checkFollowed,
    checkAnswers,
    checkWaits,
    checkTasks,
  ].flatMap((check) => check(evidence));
}
