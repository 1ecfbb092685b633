import type { ExecutionRequest } from "../model/execution-request.ts";
import type { JobDefinition } from "../model/job-definition.ts";

/** A worker of this process that has just ended a run, and so has a place for what follows. */
export interface NodeHost {
  readonly app: string;
  /** What takes runs there. */
  readonly intake: {
    /** How many more runs it takes now. */
    readonly capacity: number;
    /** Whether it takes runs of the job now. */
    canRun(definition: JobDefinition): boolean;
    /** Runs what is admitted; calls `onLeft` with what it cannot. */
    execute(
      requests: readonly ExecutionRequest[],
      onLeft: (left: readonly ExecutionRequest[]) => void,
    ): Promise<void>;
  };
}

/** Gives each of these jobs a worker that begins its run, as long as there are any: the others are handed over. */
export function hostsOf(
  jobs: readonly JobDefinition[],
  hosts: readonly NodeHost[],
): readonly (NodeHost | null)[] {
  const free = new Set(hosts);
  return jobs.map((job) => {
    for (const host of free) {
      if (host.app !== job.app || host.intake.capacity <= 0 || !host.intake.canRun(job)) continue;
      free.delete(host);
      return host;
    }
    return null;
  });
}
