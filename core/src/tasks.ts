export { defineTask, type DefinedTask, type TaskOptions, type TaskResults } from "./job/task/define-task.ts";
export type { BatchHandle, BranchHandle, NodeHandle, RunHandle, TaskEdge } from "./job/task/node-handle.ts";
export type {
  ApprovalOptions,
  BatchNodeOptions,
  WorkNodeOptions,
  ConditionOptions,
  NodeArgs,
  NodeOptions,
  RunNodeOptions,
  WaitOptions,
  WaitUntil,
} from "./job/task/node-options.ts";
export type { TaskBuilder } from "./job/task/task-builder.ts";
export {
  add,
  and,
  concat,
  contains,
  count,
  divide,
  eq,
  exists,
  expression,
  first,
  gt,
  gte,
  last,
  lt,
  lte,
  match,
  max,
  min,
  msBetween,
  multiply,
  ne,
  not,
  or,
  orElse,
  subtract,
  sum,
  toNumber,
  toText,
} from "./job/task/task-functions.ts";
export { param, type TaskInput, type TaskParam, type TaskParams } from "./job/task/task-param.ts";
export type { Given, TaskReference, TaskReferences, TaskValue } from "./job/task/task-value.ts";
