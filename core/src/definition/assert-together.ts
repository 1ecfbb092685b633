import { assertChildConditions } from "./assert-child-conditions.ts";
import { assertFairness } from "./assert-fairness.ts";
import type { ResolvedJobOptions } from "../model/option/job-options.ts";
import { assertDebounce } from "../model/unique/assert-debounce.ts";
import { assertSchedule } from "./timing/assert-schedule.ts";

/**
 * Checks what only all options of a job together show. Options that another one switches off are no mistake: people switch
 * it back.
 * @throws MoJobError `invalid_argument` with pointers, `invalid_cron`
 */
export function assertTogether(options: ResolvedJobOptions, jobKey: string, doing: string): void {
  assertDebounce(options, doing);
  assertFairness(options, doing);
  assertChildConditions(options, doing);
  if (options.schedule) assertSchedule(options.schedule, jobKey, doing);
}
