import { needsOf as needsIn, type Needs, type Use } from "@mojob/core/engine";
import { METHOD_RULES } from "@mojob/features";

/** The permissions for all of these uses: routes are there for every feature, and one that the scheduler lacks responds with `feature_missing`. @throws MoJobError `invalid_argument` for a method that does not exist */
export function needsOf(uses: readonly Use[]): Needs {
  return needsIn(uses, METHOD_RULES);
}
