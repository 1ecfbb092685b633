import type { JobDefinition } from "../../model/job-definition.ts";
import { useRaisedLimits, type UseRaisedLimitsOptions } from "../use-raised-limits.ts";
import { useOtherLanes, type UseOtherLanesOptions } from "./use-other-lanes.ts";
import { useOtherRule, type UseOtherRuleOptions } from "./use-other-rule.ts";

export type UseEditOptions = UseRaisedLimitsOptions & UseOtherRuleOptions & UseOtherLanesOptions;

/** Has runs that wait go on where an edit of their job lets them; the edit itself is made, also where that fails. */
export async function useEdit(
  before: JobDefinition,
  after: JobDefinition,
  options: UseEditOptions,
): Promise<void> {
  await useOtherRule(before, after, options);
  await useOtherLanes(before, after, options);
  await useRaisedLimits(before, after, options);
}
