import type { JobDefinition } from "../job-definition.ts";
import type { ResolvedJobOptions } from "../option/job-options.ts";
import { WhenFull } from "../option/value/when-full.ts";

/** Whether runs of a job may wait for slots: it queues or replaces, or did before an edit, or one of its runs was snoozed. */
export function mayHaveWaiting({
  options,
  snoozes = false,
  queued = false,
}: Pick<JobDefinition, "options" | "snoozes" | "queued">): boolean {
  return options.whenFull !== WhenFull.Skip || snoozes || queued;
}

/** The mark that an edit of a job's options leaves: a job that queued and skips from now on may have runs that wait. */
export function queuedBefore(
  before: Pick<ResolvedJobOptions, "whenFull">,
  after: Pick<ResolvedJobOptions, "whenFull">,
): Pick<JobDefinition, "queued"> {
  return before.whenFull !== WhenFull.Skip && after.whenFull === WhenFull.Skip ? { queued: true } : {};
}
