export { API_VERSION } from "./document.ts";
export type { ConfigScheduler } from "./config-context.ts";
export { readConfig, type ReadConfigOptions } from "./read-config.ts";
export { type ConfigDiff, diffConfig, type DiffConfigOptions } from "./diff-config.ts";
export { type AppliedConfig, applyConfig, type ApplyConfigOptions } from "./apply-config.ts";
export { ChangeAction, type ConfigChange } from "./change.ts";
export type { ConfigIssue } from "./config-issues.ts";
