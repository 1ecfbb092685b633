import { isBroadcast } from "../../dispatch/router.ts";
import type { JobDefinition } from "../../model/job-definition.ts";

/** Whether something happens when a run of the job ends: its children begin, or its broadcast moves on. */
export function areEndsFollowed(definition: Pick<JobDefinition, "options" | "work">): boolean {
  return definition.options.children.length > 0 || isBroadcast(definition);
}
