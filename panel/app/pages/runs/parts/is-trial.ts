import type { Instance } from "../../../api/operations.generated.ts";

/** Whether it is the run of work that was tried once, which no job has. */
export function isTrial({ jobKey }: Pick<Instance, "jobKey">): boolean {
  return jobKey.startsWith("#");
}
