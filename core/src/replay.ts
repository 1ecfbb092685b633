/** Where a run of a task stood at any moment of its log, without a scheduler. */
export type { JsonValue } from "./base/json.ts";
export type { NodeType, TaskBody } from "./model/task/task-body.ts";
export { compileTask } from "./task/plan/compile-task.ts";
export type { TaskPlan } from "./task/plan/task-plan.ts";
export { showNodes } from "./task/decide/shown-node.ts";
export type { ShownNode } from "./model/task/shown-node.ts";
export { foldFacts } from "./model/task/apply-fact.ts";
export type { TaskFact } from "./model/task/task-fact.ts";
export { newTaskState, type TaskState } from "./model/task/task-state.ts";
export { type RunFile, RunFileError, RunFileProblem, readRunFile } from "./task/file/read-run-file.ts";
export { RUN_FILE, type RunFileLine } from "./task/file/run-file.ts";
export { sealLines } from "./task/file/seal-lines.ts";
