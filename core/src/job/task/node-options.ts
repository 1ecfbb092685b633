import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { ApprovalNode, Each, Join, OwnJob, Retry } from "../../model/task/task-body.ts";
import type { TaskEdge } from "./node-handle.ts";
import type { Given } from "./task-value.ts";

export interface NodeOptions {
  readonly title?: string;
  /** The ways that lead to it. @default from the nodes whose values it reads; a node that reads none begins at once */
  readonly after?: readonly TaskEdge[];
  /** @default "live" */
  readonly join?: Join;
  /** Left out where it is true. @default false */
  readonly skipWhen?: Given<boolean>;
  /** Whether its failure counts as success for what follows. @default false */
  readonly allowFailure?: boolean;
  /** Whether it runs once everything it follows has ended in any way, also where the task is to end. @default false */
  readonly cleanup?: boolean;
  /** Variables of the task, see `value`, that it writes once it has succeeded: of `$.SELF`, as `expression("$.SELF.RESULT.next")`. @default none */
  readonly vars?: Readonly<Record<string, Given<JsonValue>>>;
}

/** Options of nodes that are executed as runs; those that are left out are as their job says. */
export interface RunNodeOptions extends NodeOptions {
  readonly retry?: Retry;
  readonly timeoutMs?: number;
  readonly waitTimeoutMs?: number;
  readonly priority?: number;
}

/** Options of work that a task alone has, as its body has them. */
export interface WorkNodeOptions extends RunNodeOptions, Partial<Omit<OwnJob, "work">> {
  readonly args?: NodeArgs<unknown>;
}

/** Options of nodes with a run for each item. */
export interface BatchNodeOptions extends RunNodeOptions, Omit<Each, "items" | "sets"> {}

export interface ConditionOptions<Else extends string> extends NodeOptions {
  /** The branch where none holds. @default it fails */
  readonly else?: Else;
  /** Whether every branch that holds is taken, and not the first alone. @default false */
  readonly all?: boolean;
  /** Needed where a way leads back to it. */
  readonly loop?: { readonly maxVisits: number; readonly delayMs?: number };
}

export type WaitUntil =
  | { readonly ms: Given<number> }
  /** A time as ISO 8601 text. */
  | { readonly until: Given<string> }
  | { readonly signal: string }
  | { readonly check: Given<boolean>; readonly everyMs: number };

export interface WaitOptions extends NodeOptions {
  /** The time limit of a signal or a check. @default none */
  readonly timeoutMs?: number;
  /** @default "fail" */
  readonly onTimeout?: "fail" | "continue";
}

export interface ApprovalOptions extends NodeOptions, Omit<ApprovalNode, keyof NodeOptions | "id" | "type"> {
  readonly form?: JsonObject;
}

/** The arguments of a node's job, each a value of its type. */
export type NodeArgs<TInput> = unknown extends TInput
  ? Readonly<Record<string, Given<JsonValue>>>
  : { readonly [Name in keyof NonNullable<TInput>]: Given<NonNullable<TInput>[Name]> };

/** The parameters behind the job of a node: the arguments may be left out where the job takes none. */
export type JobCall<TInput> = undefined extends TInput
  ? OptionalArgs<TInput>
  : null extends TInput
    ? OptionalArgs<TInput>
    : Partial<NodeArgs<TInput>> extends NodeArgs<TInput>
      ? OptionalArgs<TInput>
      : [options: RunNodeOptions & { readonly args: NoInfer<NodeArgs<TInput>> }];

type OptionalArgs<TInput> = [options?: RunNodeOptions & { readonly args?: NoInfer<NodeArgs<TInput>> }];
