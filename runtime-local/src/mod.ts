export { type Embedded, startEmbedded } from "./embedded.ts";
export type { EmbeddedOptions } from "./embedded-options.ts";
export { LocalRuntime, type LocalRuntimeOptions } from "./local-runtime.ts";
