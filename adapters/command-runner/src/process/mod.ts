export { findProgram } from "./find-program.ts";
export type { Argv } from "./launch.ts";
export type { EnvironmentOptions } from "./environment.ts";
export type { ProcessLimits, ResolvedLimits } from "./process-limits.ts";
export { type PreparedRun, type ProcessOptions, ProgramRuns } from "./program-runs.ts";
export { tryProgram } from "./try-program.ts";
export { TASKS_PER_PROCESS } from "./capped-tasks.ts";
export { RunFile, type RunFolder } from "./run-folder.ts";
