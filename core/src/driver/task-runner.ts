import type { JobContext } from "../job/job-context.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { isTask, WorkKind } from "../model/job-work.ts";
import type { IMoWorkRunner } from "../ports/work-runner.ts";
import type { NodeHost } from "../work/task-host.ts";

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
