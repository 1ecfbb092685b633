/** Where a run of a task stood at any moment of its log, without a scheduler. */
export type { JsonValue } from "@mojob/core";
export type { NodeType } from "@mojob/core/feature";
export type { TaskBody } from "@mojob/core/engine";
export { compileTask } from "./plan/compile-task.ts";
export type { TaskPlan } from "./plan/task-plan.ts";
export { showNodes } from "./decide/shown-node.ts";
export type { ShownNode } from "@mojob/core/feature";
export { foldFacts } from "@mojob/core/ports";
export type { TaskFact } from "@mojob/core/ports";
export { newTaskState } from "@mojob/core/engine";
export type { TaskState } from "@mojob/core/ports";
export { type RunFile, RunFileError, RunFileProblem, readRunFile } from "./file/read-run-file.ts";
export { RUN_FILE, type RunFileLine } from "./file/run-file.ts";
export { sealLines } from "./file/seal-lines.ts";
export { type NodeSpan, nodeTimes, type NodeTimes, type TimedFact, tookMs } from "./times/node-times.ts";
