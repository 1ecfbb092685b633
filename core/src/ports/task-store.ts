import type { TaskFact } from "../model/task/task-fact.ts";
import type { TaskState } from "../model/task/task-state.ts";

/** A step of a task, as it is written. */
export interface TaskWrite {
  readonly facts: readonly TaskFact[];
  /** The state after them: its `rev` is theirs, and the task is at the one before. */
  readonly state: TaskState;
  /** When it is to be looked at without any event; `null` where nothing is due. */
  readonly dueAt: Date | null;
}

/** A task for which something is due at a time. */
export interface DueTask {
  readonly id: string;
  readonly dueAt: Date;
}

/**
 * Keeps where tasks stand, each under the id of its run and as long as that: the facts of its steps, and the state they come
 * to. A store may keep the state of an earlier step and fold the facts since.
 */
export interface IMoTaskStore {
  /**
   * The state after the latest step; `null` before the first, and for an unknown run.
   * @param known one that was read or written before: where it is not old, the facts since are all that is read
   */
  read(tenant: string, id: string, known?: TaskState | null): Promise<TaskState | null>;
  /** As `read`, of many in one call, in order; `null` for each that has made no step, or is not there. */
  readMany(tenant: string, ids: readonly string[]): Promise<readonly (TaskState | null)[]>;
  /**
   * Writes each step where its task's latest one is that before it, all in as few calls as there can be; resolves to which were
   * written. A step of an unknown run is not.
   */
  write(steps: readonly TaskWrite[]): Promise<readonly boolean[]>;
  /** Facts with a higher `seq`, in their order, at most `limit`. */
  log(tenant: string, id: string, after: number, limit: number): Promise<readonly TaskFact[]>;
  /** Tasks for which something is due, the earliest first. */
  due(tenant: string, limit: number): Promise<readonly DueTask[]>;
}
