export { commandRunner, type CommandRunnerOptions } from "./command-runner.ts";
export { fileChecks, type FileChecksOptions } from "./file-checks.ts";
export type { ProcessLimits, ProcessOptions } from "./process/mod.ts";
