import type { InputIssue } from "../base/issue/issue-code.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { TaskBody, NodeType } from "../task/body/task-body.ts";
import type { RerunMode } from "../task/rerun/rerun-mode.ts";
import type { RerunNode } from "../task/rerun/rerun-plan.ts";
import type { NodeStatus } from "../task/state/node-status.ts";
import type { TaskFact } from "../task/state/task-fact.ts";
import type { TaskState } from "../task/state/task-state.ts";
import type { TaskOperation } from "../task/task-event.ts";

/** Runs of tasks: where they stand, what happened in them, and what people ask of them. */
export interface TaskService {
  /**
   * Everything that is wrong with a body, with pointers into it, and what may go wrong.
   * @param key of the task that is to have it, which it may not execute itself. @default none yet
   */
  validate(body: unknown, key?: string | null): Promise<TaskCheck>;
  /** Where a run of a task stands. @throws MoJobError `instance_not_found`, `not_a_task` */
  get(id: string): Promise<TaskView>;
  /** What happened, in its order: facts with a higher number than `after`. @throws MoJobError as `get` */
  log(id: string, after: number, limit: number): Promise<readonly TaskFact[]>;
  /**
   * Has a running task do something; resolves to where it stands then.
   * @throws MoJobError as `get`; `task_refused` where it cannot do that now; `forbidden` and `invalid_argument` for an approval that its node does not accept
   */
  operate(id: string, operation: TaskRequest): Promise<TaskView>;
  /**
   * Which nodes a re-run would execute again, and why.
   * @throws MoJobError as `get`; `task_refused` where the task has not ended, or nothing would be executed
   */
  previewRerun(id: string, mode: RerunMode): Promise<readonly RerunNode[]>;
  /** Runs a task again: the rest is taken over from the run before. @throws MoJobError as `previewRerun`, and as a re-run of any job */
  rerun(id: string, mode: RerunMode): Promise<JobInstance>;
}

/** What speaks against the body of a task. */
export interface TaskCheck {
  /** Mistakes. One that is about a job or task that does not exist keeps a body from nothing: it may come. */
  readonly issues: readonly InputIssue[];
  readonly warnings: readonly InputIssue[];
}

type WithoutActor<Operation> = Operation extends unknown ? Omit<Operation, "by"> : never;

/** What can be asked of a running task; whose act it is follows from who asks. */
export type TaskRequest = WithoutActor<Exclude<TaskOperation, { readonly type: "cancel" }>>;

/** A run of a task, as it stands. */
export interface TaskView {
  readonly run: JobInstance;
  /** Of its graph. */
  readonly version: number;
  readonly body: TaskBody;
  readonly state: Omit<TaskState, "nodes">;
  readonly nodes: readonly TaskNodeView[];
}

export interface TaskNodeView {
  readonly id: string;
  readonly type: NodeType;
  /** Its column in a drawing. */
  readonly sort: number;
  /** `null`: it is not decided yet whether it begins. */
  readonly status: NodeStatus | null;
  /** The visits of the loops around it, as `2.3`; empty where it is in none. */
  readonly visit: string;
  /** Its latest run; `null` where it has none. */
  readonly runId: string | null;
  /** Why it failed. */
  readonly code: string | null;
  readonly branches: readonly string[];
  /** Of a batch: how many items there are, and how they ended. */
  readonly items: {
    readonly count: number;
    readonly ok: number;
    readonly bad: number;
    readonly open: number;
  } | null;
  readonly dueAt: Date | null;
  /** What it waits for: nodes that it follows and that have not ended. */
  readonly waitsFor: readonly string[];
  /** Taken over from the run that was run again. */
  readonly isTakenOver: boolean;
}
