export { API_BASE } from "./api-context.ts";
export { createManagementApp, type ManagementApp } from "./management-app.ts";
export type { ManagementAppOptions } from "./management-app-options.ts";
export type { ErrorReport, ReportError } from "./problem/error-handler.ts";
export { HttpProblemCode, type ProblemCode } from "./problem/problem-code.ts";
export type { Problem, ProblemError } from "./problem/problem.ts";
export { assertSafeBinding } from "./safe-binding.ts";
export type {
  HistoryEntryJson,
  InstanceEventJson,
  InstanceJson,
  InstanceSummaryJson,
  TriggerJson,
} from "./views/instance-json.ts";
export type { DefinitionJson, JobDetailJson, JobJson, JobOptionsJson } from "./views/job-json.ts";
export type { AttentionJson } from "./views/attention-json.ts";
export type { CompletionMinuteJson } from "./views/completion-steps.ts";
export type { OverviewJson } from "./views/overview-json.ts";
export type { WorkerJson } from "./views/worker-json.ts";
