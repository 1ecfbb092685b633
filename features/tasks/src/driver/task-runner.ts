import type { JobContext, JobDefinition, JobInstance } from "@mojob/core";
import { isTask, type NodeHost } from "@mojob/core/feature";
import { type IMoWorkRunner, WorkKind } from "@mojob/core/ports";

/** Begins a task whose run was admitted by a worker. */
interface Beginner {
  begin(run: JobInstance, host: NodeHost): Promise<void>;
}

/** Begins the tasks of a worker's app. */
export class TaskRunner implements IMoWorkRunner<JobContext> {
  readonly kind: typeof WorkKind.Task = WorkKind.Task;
  readonly handlers: readonly string[] = [];
  readonly #tasks: Beginner;
  readonly #host: () => NodeHost;

  /** @param host the worker */
  constructor(tasks: Beginner, host: () => NodeHost) {
    this.#tasks = tasks;
    this.#host = host;
  }

  canRun(definition: JobDefinition): boolean {
    return isTask(definition);
  }

  begin(instance: JobInstance): Promise<void> {
    return this.#tasks.begin(instance, this.#host());
  }

  run(): Promise<never> {
    return Promise.reject(new TypeError("A task is begun, and not run by the worker"));
  }
}
