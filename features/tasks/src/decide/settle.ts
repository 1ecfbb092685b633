import { beginCandidates } from "./begin-candidates.ts";
import { beginCleanups } from "./begin-cleanups.ts";
import { stopOnFailure } from "./end-task.ts";
import { finish } from "./finish.ts";
import { closeGroup } from "./group.ts";
import { judgeTouched } from "./judge.ts";
import { closeVisit } from "./loop.ts";
import type { Step } from "./step.ts";

/** Decides everything that follows from what the state says, until nothing more does. */
export function settle(step: Step): void {
  for (;;) {
    const before = step.facts.length;
    judgeTouched(step);
    closeRegions(step);
    if (step.touched.size > 0) continue;
    stopOnFailure(step);
    beginCandidates(step);
    if (step.facts.length > before || step.touched.size > 0) continue;
    beginCleanups(step);
    finish(step);
    if (step.facts.length === before) return;
  }
}

/** Inner loops before those around them, and groups in a loop before the loop. */
function closeRegions(step: Step): void {
  const scopes = [...step.touchedScopes].sort((one, other) => other - one);
  const loops = [...step.touchedLoops].sort((one, other) => other - one);
  step.touchedScopes.clear();
  step.touchedLoops.clear();
  for (const scope of scopes) {
    const group = step.plan.scopes[scope]?.group ?? null;
    if (group !== null) closeGroup(step, step.nodeAt(group));
  }
  for (const loop of loops) closeVisit(step, loop);
}
