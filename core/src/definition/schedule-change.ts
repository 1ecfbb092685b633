import { canonicalJson } from "../base/json.ts";
import type { ResolvedJobOptions } from "../model/option/job-options.ts";

/** Whether the change gives the job another schedule: what the new one would have fired before is not owed. */
export function owesFromNow(before: ResolvedJobOptions, after: ResolvedJobOptions): boolean {
  return timingOf(before) !== timingOf(after);
}

function timingOf({ schedule, disabled }: ResolvedJobOptions): string {
  return canonicalJson([
    disabled,
    schedule?.cron ?? null,
    schedule?.cronDialect ?? null,
    schedule?.timeZone ?? null,
    schedule?.startTime?.toISOString() ?? null,
    schedule?.endTime?.toISOString() ?? null,
    { ...schedule?.dst },
  ]);
}
