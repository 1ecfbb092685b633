export {
  type ConnectedScheduler,
  connectScheduler,
  type ConnectSchedulerOptions,
} from "./connect-scheduler.ts";
export { copyStore, type CopyStoreOptions } from "./copy/copy-store.ts";
export type { CopiedTenant } from "./copy/copy-tenant.ts";
export type { StorePair } from "./copy/store-pair.ts";
export { type Embedded, startEmbedded } from "./embedded.ts";
export type { EmbeddedOptions } from "./embedded-options.ts";
export { LocalRuntime, type LocalRuntimeOptions } from "./local-runtime.ts";
export type { SharedPartsOptions } from "./shared-parts.ts";
