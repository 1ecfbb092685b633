import { invalidInput } from "../base/input.ts";
import { issueAt } from "../base/issue/issue.ts";
import type { ResolvedJobOptions } from "../model/option/job-options.ts";

/** @throws MoJobError `invalid_argument` for a weight of runs that no key has take turns */
export function assertFairness({ fairness }: ResolvedJobOptions, doing: string): void {
  if (fairness.weight !== "" && fairness.by === "")
    throw invalidInput(doing, [issueAt("/fairness/weight", "needs", { other: "fairness.by" })]);
}
