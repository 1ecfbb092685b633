import type { JobDefinition } from "../model/job-definition.ts";

/** Makes the definitions of jobs that the bodies of tasks hold. */
export interface OwnJobDefinitions {
  /** @param task the definition in force of the task that holds the job; resolves to `null` where its body holds none of this key */
  get(task: JobDefinition, key: string): Promise<JobDefinition | null>;
}
