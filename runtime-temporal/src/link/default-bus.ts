import type { IMoEventBus, IMoStateStore } from "@mojob/core";
import type { Clock } from "@mojob/core/ports";
import { EventBusTemporal } from "@mojob/temporal-bus";
import type { TemporalOptions } from "@mojob/temporal-link";
import { EndsBus } from "./ends-bus.ts";

/** An end that no follower took within this time has come by the store's feed before. */
const KEEP_MS = 60_000;
const CLOSE_GRACE_MS = 1000;

export interface DefaultBusOptions {
  readonly temporal: TemporalOptions;
  readonly state: IMoStateStore;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** The bus of a process that states none: ends of runs over Temporal. It connects when there is something to deliver. */
export function createDefaultBus({ temporal, state, clock, onError }: DefaultBusOptions): IMoEventBus {
  const bus = new EventBusTemporal({
    ...temporal,
    state,
    clock,
    keepMs: KEEP_MS,
    maxDeliveries: 1,
    closeGraceMs: CLOSE_GRACE_MS,
    onError,
  });
  return new EndsBus({ bus, clock, onError });
}
