import type { JsonValue } from "../../base/json.ts";
import type { ValueType } from "./task-body.ts";

/** A parameter of a job in a task that nothing gives a value, and the parameter of the task that would stand for it. */
export interface OpenParam {
  /** The node whose job has it. */
  readonly node: string;
  /** A JSON Pointer to the node in the body. */
  readonly pointer: string;
  readonly name: string;
  readonly type: ValueType;
  readonly required: boolean;
  /** The job's own value. @default it has none */
  readonly value?: JsonValue;
  /** The name among the task's parameters. */
  readonly as: string;
  /** Whether the task lacks that parameter so far. */
  readonly isNew: boolean;
}
