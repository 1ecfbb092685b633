export { fireId, idempotentId } from "./base/ids.ts";
export * from "./instance/job-state.ts";
export type { JsonValue } from "./base/json.ts";
