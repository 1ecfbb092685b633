export * from "./builders/a-change.ts";
export * from "./builders/a-definition.ts";
export * from "./builders/a-log-line.ts";
export * from "./builders/a-note.ts";
export * from "./builders/a-rollup.ts";
export * from "./builders/a-script-version.ts";
export * from "./builders/a-work-attempt.ts";
export * from "./builders/an-act.ts";
export * from "./builders/an-event.ts";
export * from "./builders/an-executor.ts";
export * from "./builders/an-incident.ts";
export * from "./builders/an-instance.ts";
export * from "./builders/instant.ts";
export type { ContractRunner } from "./contract-runner.ts";
export { describeEventBus } from "./event-bus.ts";
export type { EventBusHarness, SpawnedMember, SpawnedMemberOptions } from "./event-bus-harness.ts";
export { describeMetadataStore } from "./metadata-store.ts";
export type { MetadataStoreHarness } from "./metadata-store-harness.ts";
export { describeRuntime } from "./runtime.ts";
export type { RuntimeHarness, RuntimeSetup } from "./runtime-harness.ts";
export { describeStateStore } from "./state-store.ts";
export type { StateStoreHarness } from "./state-store-harness.ts";
export { uniqueName } from "./unique-name.ts";
export { describeWorkRunner } from "./work-runner.ts";
export {
  type OpenedRunner,
  type WorkCase,
  type WorkRunnerHarness,
  WorkRunnerPart,
} from "./work-runner-harness.ts";
