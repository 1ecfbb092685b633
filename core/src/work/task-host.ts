import type { JobContext } from "../job/job-context.ts";
import type { CompositeDriver } from "../model/composite/composite.ts";
import type { ExecutionRequest } from "../model/execution-request.ts";
import type { JobInstance, JobInstanceSummary } from "../model/instance/job-instance.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { IMoWorkRunner } from "../ports/work-runner.ts";

/** A worker of this process that has just ended a run, and so has a place for what follows. */
export interface NodeHost {
  readonly app: string;
  /** The part that takes runs there. */
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

/** Moves the tasks of a tenant on. */
export interface TaskHost extends CompositeDriver {
  /** Begins the tasks of a worker's app. @param host the worker */
  runner(host: () => NodeHost): IMoWorkRunner<JobContext>;
  /** Goes on with tasks of which runs of nodes have ended. */
  follow(parts: readonly JobInstanceSummary[]): Promise<void>;
  /**
   * Goes on with the task of a node whose run has just ended on this worker, where an event of that would come late. Never rejects.
   * @returns `null` where it is for events to bring it, and for other runs
   */
  ended(run: JobInstance, host?: NodeHost): Promise<void> | null;
  /** The runs that the nodes of a task had, in the order of their beginnings; none for a run that is no task. */
  runsOf(run: JobInstance): Promise<readonly JobInstance[]>;
  /** Goes on with tasks for which something is due; resolves to when the next one is, or to `null`. */
  takeDue(limit: number): Promise<Date | null>;
  /** Calls the listener when something is due sooner than before; returns how to stop. */
  onDue(listener: () => void): () => void;
}
