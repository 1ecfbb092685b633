import type { IMoStateStore } from "@mojob/core/ports";

/** How a suite gets at the state store under test. */
export interface StateStoreHarness {
  /** An open store; every test uses keys of its own, so that all may share what is behind it. */
  open(): Promise<IMoStateStore>;
  /** Ends what `open` began. @default closes the store */
  close?(store: IMoStateStore): Promise<void>;
  /** A time to live that outlasts a few calls and can be waited for. */
  readonly ttlMs: number;
  /** Resolves when this much of the store's time has passed. */
  pass(ms: number): Promise<void>;
}
