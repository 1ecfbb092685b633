import { compileSchedule, DstGap, DstOverlap } from "@mojob/core/engine";
import type { Schedule } from "@mojob/core/feature";

/**
 * The times of a cron expression in the settings of alarms, which knows nothing of a job.
 * @param timeZone an IANA name
 * @throws MoJobError `invalid_cron`, `invalid_argument` for an unknown zone
 */
export function alarmSchedule(cron: string, timeZone: string): Schedule {
  const dst = { gap: DstGap.Shift, overlap: DstOverlap.First };
  return compileSchedule({ cron, timeZone, dst, seed: "alarms" });
}
