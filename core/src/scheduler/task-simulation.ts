import type { JsonObject, JsonValue } from "../base/json.ts";
import type { NodeStatus } from "../model/task/node-status.ts";

/** How a node is to end in a simulation. */
export type SimulatedOutcome =
  | "Succeeded"
  | "Failed"
  | "Skipped"
  /** The branch that a condition or an approval takes; several of a condition that takes all that hold. */
  | { readonly branch: string | readonly string[] }
  /** It succeeds, with a result that expressions may read. */
  | { readonly result: JsonValue }
  /** A batch: how many items it has, and how many of them fail, the first ones. @default as many as its expression says; none fails */
  | { readonly items?: number | undefined; readonly failed?: number | undefined };

export interface SimulationRequest {
  readonly body: unknown;
  /** The task that has it or is to have it. @default none yet */
  readonly key?: string | null;
  /** By the ids of nodes; a list has one for each execution, of which the last holds for those that follow. @default every node succeeds */
  readonly outcomes?: Readonly<Record<string, SimulatedOutcome | readonly SimulatedOutcome[]>>;
  /** Its arguments. @default parameters without a value of their own are not known */
  readonly args?: JsonObject | undefined;
}

/** Why a simulated task has no end. */
export type SimulationStop =
  /** A failure holds it, and somebody decides. */
  | "held"
  /** It depends on values that only a run has. */
  | "unknown_value"
  /** It takes longer than a simulation may. */
  | "too_long";

/** Why a node did not begin. */
export type NotBegunReason =
  /** No way to it was taken, or it is left out by its condition. */
  | "skipped"
  /** What it follows failed. */
  | "blocked"
  /** The task was to end. */
  | "ending"
  /** The nodes of `after` have not ended. */
  | "follows"
  /** It depends on a value that only a run has. */
  | "unknown_value"
  /** Nothing has let it begin. */
  | "undecided";

export interface SimulatedNode {
  readonly id: string;
  /** Its state at the end; `null` where nothing was decided about it. */
  readonly state: NodeStatus | null;
  /** How often it was executed. */
  readonly visits: number;
  /** Why it failed. */
  readonly code: string | null;
  readonly branches: readonly string[];
  /** Why it did not begin the last time; `null` where it did. */
  readonly reason: NotBegunReason | null;
  /** The nodes that are the reason. */
  readonly after: readonly string[];
}

export interface Simulation {
  /** `null` where it has no end. */
  readonly state: "Succeeded" | "Failed" | null;
  /** Why it has none; `null` where it has one. */
  readonly stop: SimulationStop | null;
  readonly nodes: readonly SimulatedNode[];
  /** Executions of nodes, in the order in which they begin, where every run takes as long: the first 10,000. */
  readonly order: readonly { readonly id: string; readonly visit: string }[];
}
