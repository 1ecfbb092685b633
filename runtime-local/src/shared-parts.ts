import type { IMoEventBus, IMoJobScheduleMetadataStore, IMoStateStore } from "@mojob/core";
import { type Clock, systemClock } from "@mojob/core/ports";
import { EventBusInMemory, MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { type Feature, type KeyRing, reportError } from "@mojob/core/engine";

/** The parts that an embedded scheduler stands on. */
export interface SharedPartsOptions {
  /** @default in memory: lost with the process */
  readonly store?: IMoJobScheduleMetadataStore;
  /** @default in memory */
  readonly state?: IMoStateStore;
  /** @default in memory */
  readonly bus?: IMoEventBus;
  /** Seals and opens secrets, as `parseKeyRing` reads it. @default null: work that names secrets fails */
  readonly keys?: KeyRing | null;
  /** Where others reach a tenant's API, without a slash at the end. @default null: nothing can report to runs */
  readonly publicUrl?: ((tenant: string) => string) | null;
  /**
   * The features of the scheduler beside the jobs themselves: `FEATURES` of @mojob/features are all. The methods of one that is not in the
   * list reject with `feature_missing`, and it does nothing in the background.
   * @default []
   */
  readonly features?: readonly Feature[];
  /** @default the system's */
  readonly clock?: Clock;
  /** Called with what went wrong outside any run. @default written to the console's error stream */
  readonly onError?: (error: unknown) => void;
}

/** The parts that all tenants of a process share. */
export interface SharedParts extends Required<SharedPartsOptions> {
  /** Closes those that were made here, and leaves the others to their owner. */
  close(): Promise<void>;
}

/** Fills in what was not given. */
export function shareParts(options: SharedPartsOptions): SharedParts {
  const { clock = systemClock, onError = reportError } = options;
  const own: { close(): Promise<void> }[] = [];
  const make = <Part extends { close(): Promise<void> }>(part: Part): Part => {
    own.unshift(part);
    return part;
  };
  return {
    clock,
    onError,
    keys: options.keys ?? null,
    features: options.features ?? [],
    publicUrl: options.publicUrl ?? null,
    store: options.store ?? make(new MetadataStoreInMemoryProvider()),
    state: options.state ?? make(new StateStoreInMemory({ clock })),
    bus: options.bus ?? make(new EventBusInMemory({ clock, onError })),
    async close() {
      for (const part of own) await part.close();
    },
  };
}
