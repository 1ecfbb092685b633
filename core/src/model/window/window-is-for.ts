import type { JobDefinition } from "../job-definition.ts";
import { isNamed, type JobSelector } from "./job-selector.ts";

/** Whether a window is for a job: it names its app, its key and one of its tags, of those that it names any of. */
export function windowIsFor(
  { apps, jobs, tags }: JobSelector,
  { app, key, options }: Pick<JobDefinition, "app" | "key" | "options">,
): boolean {
  return (
    (apps === null || apps.includes(app)) &&
    (jobs === null || jobs.some((name) => isNamed(key, name))) &&
    (tags === null || tags.some((tag) => options.tags.includes(tag)))
  );
}
