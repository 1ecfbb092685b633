import type { JobInstance } from "../model/instance/job-instance.ts";

export interface CreatedRun {
  readonly instance: JobInstance;
  /** `false`: the id or the unique key was taken, and this is the run that has it. */
  readonly created: boolean;
}
