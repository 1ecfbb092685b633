export { API_BASE } from "./route/api-context.ts";
export type { ApiExtension } from "./route/api-extension.ts";
export type { Authenticate } from "./auth/authenticate.ts";
export { type ClientAddress, createClientAddress } from "./auth/trusted-proxies.ts";
export type { TokenHolder } from "./auth/token-holders.ts";
export { startLinkNotice, tokenFileOf } from "./auth/session/start-links.ts";
export { createManagementApp, type ManagementApp } from "./management-app.ts";
export { Standby } from "./pages/standby.ts";
export { DocsAccess, LocalAccess } from "./auth/access.ts";
export type { ManagementAppOptions } from "./management-app-options.ts";
export type { ErrorReport, ReportError } from "./problem/error-handler.ts";
export { HttpProblemCode, type ProblemCode } from "./problem/problem-code.ts";
export type { Problem, ProblemError } from "./problem/problem.ts";
export { assertSafeBinding } from "./auth/safe-binding.ts";
export type {
  HistoryEntryJson,
  InstanceEventJson,
  InstanceJson,
  InstanceSummaryJson,
  TriggerJson,
} from "./resources/instances/json.ts";
export type { DefinitionJson, JobDetailJson, JobJson, JobOptionsJson } from "./resources/jobs/json.ts";
export type { AttentionJson } from "./resources/alarms/attention.ts";
export type { CompletionMinuteJson } from "./resources/overview/completions.ts";
export type { OverviewJson } from "./resources/overview/json.ts";
export type { WorkerJson } from "./resources/workers/json.ts";
export { registerWorkKinds } from "./schema/work-kinds.ts";
export type { ProviderSignIn } from "./resources/identity/provider-sign-in.ts";
export {
  type ProtectionId,
  type ProtectionItem,
  PROTECTIONS,
  ProtectionState,
} from "./resources/protection/protection-item.ts";
export type { FindProtection } from "./resources/protection/routes.ts";
