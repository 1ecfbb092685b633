import type { ActChange } from "../../model/history/act.ts";
import type { RegistrationResult } from "../../scheduler/job-registry.ts";
import { changeOf } from "./act-changes.ts";

/** Which jobs a registration has stored and which it has changed; none where it found all as they were. */
export function registrationChanges(results: readonly RegistrationResult[]): readonly ActChange[] {
  return (["registered", "updated"] as const).flatMap((wanted) => {
    const keys = results.flatMap(({ outcome, key }) => (outcome === wanted ? [key] : []));
    return keys.length === 0 ? [] : [changeOf(wanted, null, keys)];
  });
}
