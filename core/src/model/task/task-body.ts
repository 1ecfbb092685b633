import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { JobWork } from "../job-work.ts";
import type { Check, ResourceUse, Verify } from "../work-check.ts";

/** The rules that this code decides by; a process that does not know the number of a task leaves it to others. */
export const TASK_ENGINE = 1;

/** Most of what one task may have. */
export const TaskLimit = {
  /** Size of a body as canonical JSON in UTF-8. */
  Bytes: 1_048_576,
  /** Most nodes of a body, those in groups included. */
  Nodes: 2000,
  /** Groups within groups, and loops within loops. */
  Depth: 8,
  /** Visits of one loop. */
  Visits: 10_000,
  /** Facts of one attempt, and of all attempts of a run, after which no loop begins another visit: conditions alone would fill the store. */
  Facts: 200_000,
  FactsOfRun: 1_000_000,
  /** Runs of nodes in one task, those of batches aside. */
  Runs: 20_000,
  /** Items of one batch. */
  Items: 100_000,
} as const;

/** A text that `parseExpression` reads. */
export type ExpressionText = string;

/** The work of a task: nodes, and those that each of them waits for. */
export interface TaskBody {
  readonly engine: typeof TASK_ENGINE;
  /** The parameters, which a trigger gives. @default none */
  readonly params?: readonly ParamDeclaration[];
  /** Computed at the start, in this order; nodes may write them. @default none */
  readonly vars?: readonly ResultDeclaration[];
  /** Resources that must be available before any of its nodes begins, as far as `$.SELF.PARAMS` says where; cleanup does without. @default none */
  readonly resources?: readonly ResourceUse[];
  readonly nodes: readonly TaskNode[];
  /** @default none */
  readonly results?: readonly ResultDeclaration[];
  /** A task whose condition is false has failed. @default true */
  readonly successCondition?: ExpressionText;
  /** @default "continue" */
  readonly onFailure?: OnFailure;
  /** The nodes that a retry of the whole task executes again, where its job has `retryCount`. @default "smart" */
  readonly onRetry?: OnRetry;
  /** How long a held task waits for a decision. @default 86_400_000 */
  readonly holdTimeoutMs?: number;
  /** How long each cleanup node may take once the task is to end. @default 300_000 */
  readonly cleanupTimeoutMs?: number;
  /** Most runs of nodes at a time. @default 100 */
  readonly maxParallel?: number;
}

/** How to go on after a failure that nothing in the graph can handle any more. */
export const OnFailure = {
  /** Nodes that do not depend on it go on. */
  Continue: "continue",
  /** Nothing more begins. */
  Stop: "stop",
  /** Nothing more begins, and nodes that run are cancelled. */
  Cancel: "cancel",
  /** Nodes that do not depend on it go on; then the task waits for somebody to decide. */
  Hold: "hold",
} as const;
export type OnFailure = (typeof OnFailure)[keyof typeof OnFailure];

/** The nodes that a retry of a whole task executes again. */
export const OnRetry = {
  /** Nodes that did not come to a good end, and those that follow them; of batches the items that were not ok. */
  Smart: "smart",
  Whole: "whole",
} as const;
export type OnRetry = (typeof OnRetry)[keyof typeof OnRetry];

export const NodeType = {
  Job: "job",
  Condition: "condition",
  Wait: "wait",
  Approval: "approval",
  Task: "task",
  Group: "group",
} as const;
export type NodeType = (typeof NodeType)[keyof typeof NodeType];

export type TaskNode = JobNode | ConditionNode | WaitNode | ApprovalNode | SubTaskNode | GroupNode;

export interface NodeBase {
  /** Unique in the task, groups included: the `323` of `$.JOB['323']`. */
  readonly id: string;
  readonly title?: string;
  readonly position?: { readonly x: number; readonly y: number };
  /** The nodes it waits for; their order has no meaning. @default none: it begins with what it is in */
  readonly pre?: readonly Pre[];
  /** @default "live" */
  readonly join?: Join;
  /** Not run where it is true. @default false */
  readonly skipWhen?: ExpressionText;
  /** Whether its failure counts as success for what follows. @default false */
  readonly allowFailure?: boolean;
  /** Whether it runs once everything it follows has ended in any way, also where the task is to end. @default false */
  readonly cleanup?: boolean;
  /** Variables of the task that it writes once it has succeeded, in this order: `$.SELF` is the node itself. @default none */
  readonly vars?: readonly VarWrite[];
}

/** A value that a node puts into a variable that the task declares. */
export interface VarWrite {
  readonly name: string;
  readonly expression: ExpressionText;
}

/** A node of the same list to wait for, and the end that it must come to. */
export interface Pre {
  readonly node: string;
  /** @default "ok" */
  readonly on?: EdgeCondition;
  /** The branch of a condition or an approval. @default any */
  readonly branch?: string;
  /**
   * Whether a failure that leads on this way is handled by that. Never on the way to cleanup.
   * @default on `failed` always, on `ended` where it is the only way to its node
   */
  readonly handles?: boolean;
}

export const EdgeCondition = { Ok: "ok", Failed: "failed", Ended: "ended" } as const;
export type EdgeCondition = (typeof EdgeCondition)[keyof typeof EdgeCondition];

/** When a node begins whose predecessors end: see `joinVerdict`. */
export const NamedJoin = { Live: "live", All: "all", Any: "any", Done: "done" } as const;
export type NamedJoin = (typeof NamedJoin)[keyof typeof NamedJoin];
export type Join = NamedJoin | { readonly min: number };

/** The parts of nodes that are executed as runs. */
export interface RunNodeBase extends NodeBase {
  /** They win over those that the job declares. @default none */
  readonly params?: readonly ParamValue[];
  /** One run for each item. @default one run */
  readonly each?: Each;
  readonly retry?: Retry;
  readonly timeoutMs?: number;
  readonly waitTimeoutMs?: number;
  readonly priority?: number;
}

/** The parts of nodes that run something which exists without their task. */
export interface StartingNodeBase extends RunNodeBase {
  /**
   * Whether it ends with its run. Where it does not, the node has succeeded once that is recorded, with its id as `RESULT`; the
   * run is none of the task's: it is not cancelled with it, and its end means nothing to it.
   * @default true
   */
  readonly wait?: boolean;
}

export interface JobNode extends StartingNodeBase {
  readonly type: typeof NodeType.Job;
  readonly job: StoredJob | OwnJob;
}

export interface StoredJob {
  readonly key: string;
}

/** A job that exists in this task alone. */
export interface OwnJob {
  readonly work: JobWork;
  /** Run before the work; where it fails the work does not run. */
  readonly ready?: JobWork;
  /** Run after the work, whatever its end. */
  readonly end?: JobWork;
  readonly params?: readonly ParamDeclaration[];
  /** Resources that must be available before anything of it runs. */
  readonly resources?: readonly ResourceUse[];
  readonly results?: readonly ResultDeclaration[];
  readonly successCondition?: Check;
  /** How the end of work is known that goes on elsewhere. @default it ends with its code */
  readonly verify?: Verify;
}

export interface SubTaskNode extends StartingNodeBase {
  readonly type: typeof NodeType.Task;
  readonly key: string;
  /** @default the released one when the node begins */
  readonly version?: number;
}

/** Nodes in one box; with `each` they are a task of their own for each item. */
export interface GroupNode extends RunNodeBase {
  readonly type: typeof NodeType.Group;
  readonly nodes: readonly TaskNode[];
  /** The results of each item, as its `RESULT`: with `each` alone. @default nothing */
  readonly results?: readonly ResultDeclaration[];
}

export interface ConditionNode extends NodeBase {
  readonly type: typeof NodeType.Condition;
  readonly branches: readonly Branch[];
  /** The branch where none holds. @default it fails */
  readonly else?: string;
  /** Whether every branch that holds is taken, and not the first alone. @default false */
  readonly all?: boolean;
  /** Needed where a way leads back to it. */
  readonly loop?: { readonly maxVisits: number; readonly delayMs?: number };
}

export interface Branch {
  readonly name: string;
  readonly when: ExpressionText;
}

export interface WaitNode extends NodeBase {
  readonly type: typeof NodeType.Wait;
  readonly for: WaitFor;
  /** The time limit of a signal or a check. @default none */
  readonly timeoutMs?: number;
  /** @default "fail" */
  readonly onTimeout?: "fail" | "continue";
}

export type WaitFor =
  | { readonly ms: ExpressionText }
  | { readonly until: ExpressionText }
  | { readonly signal: string }
  | { readonly check: ExpressionText; readonly everyMs: number };

/** The branches that lead on from an approval. */
export const ApprovalBranch = { Approved: "approved", Refused: "refused", Timeout: "timeout" } as const;
export type ApprovalBranch = (typeof ApprovalBranch)[keyof typeof ApprovalBranch];

export interface ApprovalNode extends NodeBase {
  readonly type: typeof NodeType.Approval;
  /** The form for those who approve, as a JSON Schema. */
  readonly form?: JsonObject;
  readonly by: {
    /** Permissions of which one is enough, in the task's app. @default none */
    readonly roles?: readonly string[];
    /** People by name, others as records name them, such as `token:ci`; either is enough. @default everybody who may operate runs, where no role is named either */
    readonly users?: readonly string[];
    /** @default 1 */
    readonly quorum?: number;
    /** @default false */
    readonly notTheStarter?: boolean;
  };
  readonly timeoutMs: number;
  readonly onTimeout: ApprovalBranch;
}

/** A batch: the items of a list, or several sets of parameters. */
export interface Each {
  readonly items?: ExpressionText;
  readonly sets?: readonly (readonly ParamValue[])[];
  /** @default that of the task */
  readonly maxParallel?: number;
  /** @default "continue" */
  readonly onItemFailure?: "stop" | "continue";
  /** How many must be ok. @default all */
  readonly minOk?: number;
}

export const ValueType = {
  Text: "text",
  Number: "number",
  Boolean: "boolean",
  File: "file",
  Document: "document",
  Json: "json",
} as const;
export type ValueType = (typeof ValueType)[keyof typeof ValueType];

/** A parameter of a job or a task, with its value where none is given. */
export interface ParamDeclaration {
  readonly name: string;
  readonly type: ValueType;
  /** @default none */
  readonly value?: JsonValue;
  /** @default false */
  readonly required?: boolean;
  /** Whether it takes a secret of the app, by name, and nothing else: of a job that a body holds. @default false */
  readonly secret?: boolean;
}

export type ParamValue =
  | { readonly name: string; readonly value: JsonValue }
  | { readonly name: string; readonly expression: ExpressionText };

/** A value by its expression; in a job `$.SELF` is the job itself. */
export interface ResultDeclaration {
  readonly name: string;
  readonly type: ValueType;
  readonly expression: ExpressionText;
}

export interface Retry {
  readonly times: number;
  readonly intervalMs: number;
  /** How many times as long each wait is as the one before. @default 1 */
  readonly backoff?: number;
  /** The longest wait. @default none is too long */
  readonly maxIntervalMs?: number;
  /** Patterns of error codes. @default those that a retry may help against */
  readonly on?: readonly string[];
}
