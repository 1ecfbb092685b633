import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import type { ResolvedJobOptions } from "../option/job-options.ts";
import { Unique } from "../option/value/unique.ts";

/**
 * Checks what only all options together show.
 * @throws MoJobError `invalid_argument` for a debounced job that is unique too, or whose longest debounce is shorter than one
 */
export function assertDebounce(
  { debounceMs, debounceMaxMs, unique }: ResolvedJobOptions,
  doing: string,
): void {
  if (debounceMs > 0 && unique !== Unique.Off) {
    throw invalidInput(doing, [issueAt("/debounceMs", "excludes", { other: "unique" })]);
  }
  if (debounceMaxMs !== null && debounceMaxMs < debounceMs) {
    throw invalidInput(doing, [issueAt("/debounceMaxMs", "too_small", { min: debounceMs })]);
  }
}
