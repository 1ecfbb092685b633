import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { TASK_ENGINE } from "./task-body.ts";
import type { ItemRanges } from "./item-ranges.ts";
import type { NodeStatus } from "./node-status.ts";

export const TaskPhase = {
  /** It has not begun. */
  New: "new",
  Running: "running",
  /** Nothing more begins until it is resumed. */
  Paused: "paused",
  /** A failure waits for somebody to decide. */
  Held: "held",
  /** It is to end: nothing more begins but cleanup. */
  Ending: "ending",
  Ended: "ended",
} as const;
export type TaskPhase = (typeof TaskPhase)[keyof typeof TaskPhase];

export type TaskEndState = "Succeeded" | "Failed" | "Cancelled";

/** Why a node waits. */
export type WaitReason = "wait" | "loop" | "retry";

/** The state of a batch, without the results of its items, which are in runs of their own. */
export interface BatchState {
  readonly count: number;
  /** The first item that was not begun yet. */
  readonly next: number;
  /** Items that were begun and have not ended. */
  readonly open: number;
  readonly ok: number;
  readonly bad: number;
  /** Two bits for each item, see `ItemBits`. */
  readonly bits: string;
  /** The number of the items' first runs. */
  readonly first: number;
  /** The numbers of later runs, of open items. */
  readonly again?: Readonly<Record<string, number>>;
  /** The items that it executes again; the others stay as they ended. @default all that are not ok */
  readonly only?: ItemRanges;
  /** How many had failed before, and stay so. @default none */
  readonly badBefore?: number;
}

/** Items that stay as they ended, of a batch that is executed again: those that were ok, and others where only some are executed. */
export interface KeptItems extends Pick<BatchState, "only"> {
  readonly count: number;
  readonly ok: number;
  /** @default none */
  readonly bad?: number;
  readonly bits: string;
  /** The task run that they belong to; absent where it is this one. */
  readonly from?: string;
  /** The visits of the loops around the node, for which alone they hold. @default it is in no loop */
  readonly visit?: string;
}

/** The latest runs of a node in a task that is run again. */
export interface PastRuns {
  /** The run of that task; of a batch the one whose log says which runs its items had, or which run before it had them. */
  readonly of: string;
  readonly visit: string;
  /** The number of its run; absent for a batch. */
  readonly n?: number;
}

export interface NodeState {
  readonly s: NodeStatus;
  /** The number of its latest run in this visit; absent where it had none. */
  readonly n?: number;
  /** When it is looked at again; absent where nothing is due. */
  readonly dueAt?: Date;
  /** When it stops waiting, whatever has come. */
  readonly until?: Date;
  readonly why?: WaitReason;
  /** Why it failed. */
  readonly code?: string;
  /** The branches that were taken. */
  readonly branches?: readonly string[];
  /** The result that a person gave. */
  readonly result?: JsonValue;
  /** The people who approved so far. */
  readonly approvals?: readonly string[];
  readonly batch?: BatchState;
  /** The items that are to be executed again, once it begins. */
  readonly items?: ItemRanges;
  /** Whether a batch executes all of its items once it begins, those that were ok, too. @default it executes the others */
  readonly isWhole?: true;
  /** The task run that its run belongs to, where it was taken over from that. */
  readonly from?: string;
  /** Whether its run was asked to end. */
  readonly asked?: true;
  /** Whether a person decided it. */
  readonly byHand?: true;
  /** The variables that it wrote. */
  readonly wrote?: WrittenVars;
}

/** Values of variables, and the number of the fact that they follow; negative where that is in the log of a run before this one. */
export interface WrittenVars {
  readonly seq: number;
  readonly vars: JsonObject;
}

export interface LoopState {
  /** From 1. */
  readonly visit: number;
  readonly s: "open" | "ended" | "failed";
  /** Why it failed. */
  readonly code?: string;
  /** How many failures in earlier visits nothing handled. */
  readonly bad: number;
  /** The values that earlier visits left of the nodes that the loop's condition reads, or nodes outside of it: by id. @default none */
  readonly last?: Readonly<Record<string, LastVisit>>;
  /** The variables as this visit began, where nodes of the loop write some. */
  readonly began?: WrittenVars;
}

/** A node as the last visit left it in which it ran. */
export interface LastVisit {
  /** The visit, as in the names of its runs. */
  readonly visit: string;
  readonly state: NodeState;
}

/** A value that a person put over another one. */
export interface TaskEdit {
  /** Names from a root on: `["JOB", "concat", "RESULT", "rows"]`. */
  readonly path: readonly string[];
  readonly value: JsonValue;
}

/** Where a run of a task stands: the fold of its facts, and plain data. */
export interface TaskState {
  /** The id of the task's own run. */
  readonly id: string;
  readonly tenant: string;
  readonly key: string;
  readonly version: number;
  readonly engine: typeof TASK_ENGINE;
  /** The steps so far; each write asks for the one before. */
  readonly rev: number;
  /** The facts so far. */
  readonly seq: number;
  readonly phase: TaskPhase;
  /** The state it ends as, and why, where that is not for its nodes to say. */
  readonly cause?: { readonly state: TaskEndState; readonly code: string; readonly cancels: boolean };
  /** The nodes of the current visit, by id. */
  readonly nodes: Readonly<Record<string, NodeState>>;
  /** By the id of their header; one in its first visit may have none. */
  readonly loops: Readonly<Record<string, LoopState>>;
  /** How many runs nodes had, items aside. */
  readonly runs: number;
  readonly vars: JsonObject;
  readonly edits: readonly TaskEdit[];
  /** Signals that came before a node waited for them. */
  readonly signals: readonly string[];
  /** When a held task fails. */
  readonly holdUntil?: Date;
  /** Items that a run before this one had ended ok, by node. */
  readonly kept?: Readonly<Record<string, KeptItems>>;
  /** Runs of tasks within the run before this one, of which what ended ok is taken over, by node. */
  readonly inner?: Readonly<Record<string, PastRuns>>;
  /** The attempt of its run to which all this belongs. @default 1 */
  readonly attempt?: number;
  /** The number of a node's first run in this attempt. @default 0 */
  readonly firstN?: number;
  /** The number of the fact with which this attempt began. @default 0 */
  readonly firstSeq?: number;
  /** The state it ended as. */
  readonly end?: { readonly state: TaskEndState; readonly code?: string };
}

export type NewTaskState = Pick<TaskState, "id" | "tenant" | "key" | "version">;

/** The state of a task of which nothing is known yet. */
export function newTaskState(of: NewTaskState): TaskState {
  return {
    ...of,
    engine: 1,
    rev: 0,
    seq: 0,
    phase: TaskPhase.New,
    nodes: {},
    loops: {},
    runs: 0,
    vars: {},
    edits: [],
    signals: [],
  };
}

/** The attempt of the task's run that a state is of. */
export function attemptOf({ attempt = 1 }: Pick<TaskState, "attempt">): number {
  return attempt;
}

/** When something is due without any event; `null` where nothing is. */
export function dueAtOf({ nodes, holdUntil, phase }: TaskState): Date | null {
  if (phase === TaskPhase.Ended || phase === TaskPhase.Paused) return null;
  let due = holdUntil ?? null;
  for (const id in nodes) {
    const dueAt = nodes[id]?.dueAt;
    if (dueAt !== undefined && (due === null || dueAt < due)) due = dueAt;
  }
  return due;
}
