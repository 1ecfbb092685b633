export { commandRunner, type CommandRunnerOptions } from "./command-runner.ts";
export type { ProcessLimits, ProcessOptions } from "./process/mod.ts";
