import { assertTogether } from "../../definition/assert-together.ts";
import { assertWeekdays, statesDialect } from "../../definition/timing/assert-weekdays.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { ResolvedJobOptions } from "../../model/option/job-options.ts";

/**
 * Checks the options of a job after an edit, together and for weekdays that can be meant in two ways.
 * @param stated the edit as it was given
 * @throws MoJobError as `assertTogether` and `assertWeekdays`
 */
export function assertEdit(
  { key, options: { schedule: before }, layers, edited }: JobDefinition,
  options: ResolvedJobOptions,
  stated: unknown,
  doing: string,
): void {
  assertTogether(options, key, doing);
  if (options.schedule === null) return;
  const { cronDialect } = stated as { readonly cronDialect?: unknown };
  const isStated = cronDialect !== undefined || statesDialect(layers, edited);
  assertWeekdays(options.schedule, { jobKey: key, before, isStated }, doing);
}
