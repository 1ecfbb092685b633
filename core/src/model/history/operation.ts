import type { Actor } from "./act.ts";

/** The kinds of operations on many at once. */
export const OperationKind = {
  Pause: "pause",
  Resume: "resume",
  Run: "run",
  Cancel: "cancel",
  Rerun: "rerun",
} as const;
export type OperationKind = (typeof OperationKind)[keyof typeof OperationKind];

/** How many objects of one job an operation is about. */
export interface OperationPart {
  readonly app: string;
  readonly jobKey: string;
  readonly count: number;
}

/** One act on many jobs or runs: who did what, how far it is, and what came of it. */
export interface Operation {
  readonly id: string;
  readonly tenant: string;
  readonly kind: OperationKind;
  /** `null` is the program itself. */
  readonly by: Actor | null;
  readonly at: Date;
  /** When the latest of its objects was handled. */
  readonly updatedAt: Date;
  /** `null` while it is under way, or where its process ended meanwhile. */
  readonly endedAt: Date | null;
  readonly note: string | null;
  /** How many objects it is about. */
  readonly total: number;
  readonly done: number;
  /** Objects that were refused, and stay as they were. */
  readonly leftAlone: number;
  /** The number of objects of each job, the most first. */
  readonly parts: readonly OperationPart[];
  /** The operation that this one undoes. */
  readonly undoOf: string | null;
  /** The operation that undoes this one. */
  readonly undoneBy: string | null;
}

/** The outcome for one object of an operation. */
export interface OperationItem {
  /** A job's key, or a run's id. */
  readonly id: string;
  readonly app: string;
  readonly jobKey: string;
  /** The run that it made. */
  readonly madeId: string | null;
  /** The beginning of a pause that it made, by which the pause is known again. */
  readonly pausedAt: string | null;
  /** Why it was left alone; `null` where it was done. */
  readonly problem: { readonly code: string; readonly message: string } | null;
}
