import { WorkError, WorkErrorCode } from "@mojob/core/ports";
import { makeTaskGroup, type TaskGroup } from "./task-group.ts";

/** The kernel caps threads, of which a process may have some; the watch of a run's use counts processes. */
export const TASKS_PER_PROCESS = 4;
const EVERY_MS = 250;

/** The tasks of one run, as far as the kernel caps them here. */
export class CappedTasks {
  readonly #processes: number;
  readonly #group: TaskGroup | null;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param processes that the run may have; `null` is no limit */
  constructor(processes: number | null) {
    this.#processes = processes ?? 0;
    this.#group = processes === null ? null : makeTaskGroup(processes * TASKS_PER_PROCESS);
  }

  /** The file through which the run joins its group; `null` where there is none. */
  get groupPath(): string | null {
    return this.#group?.procs ?? null;
  }

  /** Calls `stop` once the kernel has refused a task. */
  watch(stop: (error: WorkError) => void): void {
    if (this.#group !== null) this.#timer = setInterval(() => this.#look(stop), EVERY_MS);
  }

  /** Looks for the last time: a program may end with what it was refused. */
  end(stop: (error: WorkError) => void): void {
    clearInterval(this.#timer);
    this.#look(stop);
  }

  /** Once nothing of the run is left. */
  remove(): void {
    this.#group?.remove();
  }

  #look(stop: (error: WorkError) => void): void {
    if (this.#group?.wasFull() === true)
      stop(new WorkError(WorkErrorCode.ProcessLimit, { limit: this.#processes }));
  }
}
