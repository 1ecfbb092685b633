import type { EmbeddedOptions } from "@mojob/runtime-local";

/** Where an embedded scheduler keeps things. */
export interface OpenedStore {
  readonly options: Partial<EmbeddedOptions>;
  readonly close: () => Promise<void>;
}
