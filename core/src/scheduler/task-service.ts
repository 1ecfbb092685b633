import type { InputIssue } from "../base/issue/issue-code.ts";
import type { JsonObject, JsonValue } from "../base/json.ts";
import type { JobInstance, JobLogLine } from "../model/instance/job-instance.ts";
import type { OpenParam } from "../model/task/open-param.ts";
import type { ApprovalBranch, NodeType, TaskBody } from "../model/task/task-body.ts";
import type { ValueUse } from "../model/task/value-use.ts";
import type { RerunMode } from "../model/task/rerun-mode.ts";
import type { RerunNode } from "../model/task/rerun-node.ts";
import type { ShownNode } from "../model/task/shown-node.ts";
import type { TaskFact } from "../model/task/task-fact.ts";
import type { TaskState } from "../model/task/task-state.ts";
import type { TaskOperation } from "../model/task/task-event.ts";
import type { AskedValue, PastValue } from "./past-values.ts";
import type { Simulation, SimulationRequest } from "./task-simulation.ts";

/** Runs of tasks: where they stand, what happened in them, and what people ask of them. */
export interface TaskService {
  /**
   * Everything that is wrong with a body, with pointers into it, and what may go wrong.
   * @param key of the task that is to have it, which it may not execute itself. @default none yet
   */
  validate(body: unknown, key?: string | null): Promise<TaskCheck>;
  /**
   * Nodes of the tasks that the caller may read, task by task.
   * @param search a part of their id or title, case ignored
   */
  findNodes(search: string, limit: number): Promise<readonly FoundNode[]>;
  /**
   * How a task would go on where its nodes ended so: the steps that the engine decides, without any run.
   * @throws MoJobError `invalid_argument` for what is wrong with the body, and for outcomes that a node cannot have
   */
  simulate(request: SimulationRequest): Promise<Simulation>;
  /**
   * The values that expressions have in a run, as it stands or stood, in their order: of what its nodes were given and came to. All
   * of them together may take the work of one.
   * @throws MoJobError as `get`
   */
  evaluate(id: string, expressions: readonly AskedValue[]): Promise<readonly PastValue[]>;
  /** Items that wait for people: approvals to give and failures that hold tasks, the longest wait first. */
  inbox(): Promise<readonly InboxItem[]>;
  /** How much of that the caller may decide, as it was two seconds ago at the most: it costs little, however many ask. */
  inboxCount(): Promise<number>;
  /** Where a run of a task stands. @throws MoJobError `instance_not_found`, `not_a_task` */
  get(id: string): Promise<TaskView>;
  /**
   * Where it stood at a moment: after the fact with a number, or at a time; before the first fact nothing has begun, after the last
   * one it is as it is now. @throws MoJobError as `get`
   */
  at(id: string, moment: number | Date): Promise<TaskMoment>;
  /** The facts of the task's log, in their order: those with a higher number than `after`. @throws MoJobError as `get` */
  log(id: string, after: number, limit: number): Promise<readonly TaskFact[]>;
  /**
   * How the nodes went in this run and in the newest runs of its job: at most 20, the newest first; of one that is not among the
   * newest, those until it. @throws MoJobError as `get`
   */
  history(id: string): Promise<TaskHistory>;
  /**
   * The lines that the runs of its nodes wrote, all of them by their time.
   * @throws MoJobError as `get`
   */
  lines(id: string, query: NodeLinesQuery): Promise<NodeLines>;
  /**
   * Has a running task do something; resolves to where it stands then.
   * @throws MoJobError as `get`; `task_refused` where it cannot do that now; `forbidden` and `invalid_argument` for an approval that its node does not accept
   */
  operate(id: string, operation: TaskRequest): Promise<TaskView>;
  /**
   * Puts a value over another one, for what begins from then on, and says what has the value before and keeps it: runs that were
   * given it, and nodes that judged by it.
   * @throws MoJobError as `get`; `stale_revision` where the value was changed after `ifRevision`, with the `value` now among its
   * parameters; `value_not_editable` and `forbidden` (a secret) where nobody may change it; `task_refused` where not now
   */
  editValue(id: string, request: ValueEditRequest): Promise<ValueEditResult>;
  /**
   * Which nodes a re-run would execute again, and why.
   * @param version as of `rerun`
   * @throws MoJobError as `get`; `task_refused` where the task has not ended, or nothing would be executed; `invalid_argument` for a version that is not there
   */
  previewRerun(id: string, mode: RerunMode, version?: number | "newest"): Promise<readonly RerunNode[]>;
  /**
   * Runs a task again: the rest is taken over from the run before.
   * @param version of its graph: that with which the run before ended, unless said otherwise; the new run's trigger has it
   * @param args its arguments, in place of those of the run before
   * @throws MoJobError as `previewRerun`, and as a re-run of any job
   */
  rerun(id: string, mode: RerunMode, version?: number | "newest", args?: JsonValue): Promise<JobInstance>;
}

/** A node of a task's graph in force. */
export interface FoundNode {
  readonly jobKey: string;
  readonly jobName: string;
  readonly app: string;
  readonly node: string;
  readonly title: string | null;
  readonly type: NodeType;
}

/** How the nodes of a task went, run by run. */
export interface TaskHistory {
  /** The ids of all nodes: those of the run that was asked for, in the order of its graph, then those that only others have. */
  readonly nodes: readonly string[];
  readonly runs: readonly TaskHistoryRun[];
  /** Whether no time was left out because the logs are too long. */
  readonly isComplete: boolean;
}

export interface TaskHistoryRun {
  readonly id: string;
  readonly state: JobInstance["state"];
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  /** Of its graph. */
  readonly version: number;
  /** For each of `nodes` its state; `null` where nothing was decided about it, or its graph does not have it. */
  readonly states: readonly ShownNode["status"][];
  /** For each of `nodes` how long its latest execution took, in milliseconds; `null` where it had none, or is not over. */
  readonly ms: readonly (number | null)[];
}

/** Which lines of a task's nodes. */
export interface NodeLinesQuery {
  /** Of one node only. @default all of them */
  readonly node?: string | undefined;
  /** Those that follow: `next` of what was read before, or a time. @default from the first on */
  readonly after?: LinesPlace | undefined;
  readonly limit: number;
}

/** A place in the lines of a task: a time, and how many lines of just that time come before it. */
export interface LinesPlace {
  readonly at: Date;
  readonly skip: number;
}

export interface NodeLine extends Pick<JobLogLine, "seq" | "at" | "attempt" | "level" | "message"> {
  readonly node: string;
  /** The name of its run in the task, as `load~2:7+1`: visit, item and repetition. */
  readonly run: string;
  readonly runId: string;
}

export interface NodeLines {
  readonly items: readonly NodeLine[];
  /** Where the lines go on; `null` where these are all by now. */
  readonly next: LinesPlace | null;
}

/** An item that waits for somebody in a run of a task. */
export interface InboxItem {
  /** `approval` is given or refused; a task that is `held` is decided on, or fails at `until`. */
  readonly kind: "approval" | "held";
  readonly runId: string;
  readonly jobKey: string;
  readonly app: string;
  /** The beginning of the run's arguments, which are decided on; `null` where there are none or the caller may not read them. */
  readonly argsPreview: string | null;
  /** Who started the run, as far as known. */
  readonly askedBy: string | null;
  readonly startedAt: Date;
  readonly since: Date;
  /** When it is over by itself; `null` where that is never. */
  readonly until: Date | null;
  /** The approval, or the first of the nodes whose failure holds the task. */
  readonly node: string | null;
  readonly title: string | null;
  /** The nodes whose failure holds it; none of an approval. */
  readonly failed: readonly {
    readonly node: string;
    readonly title: string | null;
    readonly code: string | null;
    /** The failure's cause; `null` where it is not known, of the twenty-first and later, and for a caller who may not read it. */
    readonly cause: string | null;
  }[];
  /** Who may give it and who has; `null` of what is held. */
  readonly approval: {
    readonly users: readonly string[];
    readonly roles: readonly string[];
    readonly quorum: number;
    readonly notTheStarter: boolean;
    readonly given: readonly string[];
    readonly onTimeout: ApprovalBranch;
    readonly form: JsonObject | null;
  } | null;
  /** Whether the caller may decide it. */
  readonly mayDecide: boolean;
}

/** A run of a task, as it stood at a moment. */
export interface TaskMoment extends TaskView {
  /** The number of the last fact until then; 0 where there was none. */
  readonly seq: number;
  /** When that fact was. */
  readonly at: Date | null;
  /** How many facts there are by now. */
  readonly lastSeq: number;
}

/** A value that is to stand over another one. */
export interface ValueEditRequest {
  /** Names from a root on: `["VARS", "day"]`, `["TASK", "PARAMS", "day"]`, `["JOB", "load", "RESULT", "rows"]`, `["JOB", "send", "PARAMS", "to"]`. */
  readonly path: readonly string[];
  readonly value: JsonValue;
  readonly reason: string;
  /** The `rev` at which the value was read: one that was changed since is not replaced. @default whatever it is now */
  readonly ifRevision?: number | null;
  /** Only says what would be. @default false */
  readonly dryRun?: boolean;
}

export interface ValueEditResult {
  /** The task's `rev` with the edit; of a dry run as it is. */
  readonly revision: number;
  /** The value before; `null` where there was none. */
  readonly value: JsonValue;
  /** The uses of the value before, oldest first. */
  readonly uses: readonly (ValueUse & { readonly runId: string | null })[];
}

/** The mistakes and warnings in the body of a task. */
export interface TaskCheck {
  /** Mistakes. One that is about a job or task that does not exist keeps a body from nothing: it may come. */
  readonly issues: readonly InputIssue[];
  readonly warnings: readonly InputIssue[];
  /** The parameters of its jobs that nothing gives a value: a start can be asked for them. */
  readonly openParams: readonly OpenParam[];
}

type WithoutActor<Operation> = Operation extends unknown ? Omit<Operation, "by"> : never;

/** A request to a running task; whose act it is follows from who asks. */
export type TaskRequest = WithoutActor<Exclude<TaskOperation, { readonly type: "cancel" }>> & {
  /** Why, for the history. @default none */
  readonly note?: string | undefined;
};

/** A run of a task, as it stands. */
export interface TaskView {
  readonly run: JobInstance;
  /** The version of its graph. */
  readonly version: number;
  readonly body: TaskBody;
  readonly state: Omit<TaskState, "nodes">;
  readonly nodes: readonly TaskNodeView[];
}

/** A node of it, with its latest run. */
export interface TaskNodeView extends Omit<ShownNode, "run"> {
  /** `null` where it has none. */
  readonly runId: string | null;
}
