import type { JsonValue } from "../../base/json.ts";
import type { ApprovalBranch } from "./task-body.ts";
import type { TakenOver } from "./task-fact.ts";

/** How a run of a node ended. */
export type RunEnd = "Succeeded" | "Failed" | "Cancelled" | "Skipped";

/** A request of a person or a program to a running task. */
export type TaskOperation = { readonly by: string } & (
  | { readonly type: "cancel" | "pause" | "resume" | "giveUp" }
  /** `runNode` begins a job or a task now, whatever it waits for and also where it was left out, or executes it once more. */
  | { readonly type: "runNode" | "skipNode"; readonly node: string }
  /** `items` are places of failed items of a batch: the others stay as they ended. Without them all are executed that are not ok. */
  | { readonly type: "retryNode"; readonly node: string; readonly items?: readonly number[] }
  /** The node counts as succeeded, with this result and by these branches. */
  | {
      readonly type: "markNode";
      readonly node: string;
      readonly result?: JsonValue;
      readonly branches?: readonly string[];
    }
  | {
      readonly type: "edit";
      readonly path: readonly string[];
      readonly value: JsonValue;
      readonly reason: string;
      /** The steps that the task had made when the edit was found to be right: it is refused where it has made another. @default any */
      readonly ifRev?: number;
    }
  /** The plan that comes with it is that of the version. */
  | { readonly type: "migrate"; readonly version: number }
  | { readonly type: "signal"; readonly signal: string }
  | {
      readonly type: "approve";
      readonly node: string;
      readonly branch: Exclude<ApprovalBranch, "timeout">;
      readonly form?: JsonValue;
    }
);

/** Something that a task may go on with. One that says nothing new changes nothing. */
export type TaskEvent =
  | { readonly type: "begin"; readonly taken?: TakenOver; readonly attempt?: number }
  /** A later attempt of the task's run begins, after all of the one before has ended. `taken` is what it does not execute again: without, it begins from the start. */
  | {
      readonly type: "restart";
      readonly attempt: number;
      readonly firstN: number;
      readonly taken: TakenOver | null;
    }
  /** A run of a node ended, by its name. */
  | {
      readonly type: "ended";
      readonly run: string;
      readonly state: RunEnd;
      readonly code?: string;
      /** Why it failed, for its author, where its run does not say. */
      readonly message?: string;
      /** The result that the task keeps for the node. @default it is read from the run */
      readonly result?: JsonValue;
    }
  /** Something may be due. */
  | { readonly type: "timer" }
  /** The task's own time is up. */
  | { readonly type: "timeout" }
  | TaskOperation;
