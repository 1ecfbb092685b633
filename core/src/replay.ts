/** Where a run of a task stood at any moment of its log, without a scheduler. */
export type { JsonValue } from "./base/json.ts";
export type { NodeType, TaskBody } from "./task/body/task-body.ts";
export { compileTask } from "./task/plan/compile-task.ts";
export type { TaskPlan } from "./task/plan/task-plan.ts";
export { type ShownNode, showNodes } from "./task/decide/shown-node.ts";
export { foldFacts } from "./task/state/apply-fact.ts";
export type { TaskFact } from "./task/state/task-fact.ts";
export { newTaskState, type TaskState } from "./task/state/task-state.ts";
export { type RunFile, RunFileError, RunFileProblem, readRunFile } from "./task/file/read-run-file.ts";
export { RUN_FILE, type RunFileLine } from "./task/file/run-file.ts";
export { sealLines } from "./task/file/seal-lines.ts";
