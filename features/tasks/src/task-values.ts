import type { JsonValue } from "@mojob/core";
import type { TaskEdit, Value, ValueMap } from "@mojob/core/feature";
import type { JsonObject } from "@mojob/core/ports";

/** The values that expressions may read besides the state: loaded before the step, as far as an earlier try named them. */
export interface TaskValues {
  /** The value of `$.TASK`. */
  readonly task: ValueMap;
  /**
   * The values of the nodes' runs, by node, and by `work~2` where that was asked for of an earlier visit: PARAMS, RESULT, OUTPUT and so on,
   * or a `Batch` of these; `null` for a run that has disappeared.
   */
  readonly jobs: ReadonlyMap<string, Value | null>;
  /** The items of batches that began in an earlier step, by node. */
  readonly items: ReadonlyMap<string, readonly JsonValue[]>;
  /** The variables of the task around a group that is executed for each item. @default none */
  readonly vars?: JsonObject;
  /** Values that a person put over those of the task around it. @default none */
  readonly edits?: readonly TaskEdit[];
  /** `$.ITEM` and `$.INDEX` of a group that is executed for each item. */
  readonly item?: { readonly value: JsonValue; readonly index: number };
}

/** A value that a step needs and was not given. */
export interface NeededValue {
  readonly node: string;
  readonly what: "run" | "items";
  /** The visit of which the run is, where that is over: what is known of it is in `last` of its loop. @default the current one */
  readonly visit?: string;
}

/** Values were not loaded that the step has asked for by now. */
export class MissingValues extends Error {
  override readonly name = "MissingValues";
}
