export type { FileLimits } from "./folder/file-limits.ts";
export type { FileRoot } from "./folder/file-root.ts";
export { fileRunner, type FileRunnerOptions } from "./file-runner.ts";
