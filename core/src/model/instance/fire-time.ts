import type { JobInstance } from "./job-instance.ts";

/**
 * When a fire was due: its nominal time, or the time to which a calendar, a window or somebody has moved it. A later time is that of a run
 * which was told to wait.
 * `undefined` for a run that is no fire.
 */
export function fireTimeOf({
  trigger: { nominalTime },
  scheduledFor,
  createdAt,
}: Pick<JobInstance, "trigger" | "scheduledFor" | "createdAt">): Date | undefined {
  if (nominalTime === undefined) return undefined;
  // Before its time a run is made by nobody but who decides about a fire that is to come.
  if (createdAt < nominalTime) return scheduledFor ?? createdAt;
  return scheduledFor !== null && scheduledFor <= createdAt ? scheduledFor : nominalTime;
}
