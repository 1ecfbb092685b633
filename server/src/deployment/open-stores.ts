import type { IMoJobScheduleMetadataStore, IMoStateStore, MoJobError } from "@mojob/core";
import type { StoreConfiguration } from "../configuration/configuration.ts";
import { loadOptional } from "./load-optional.ts";

/** Where records and shared state are kept; absent parts are made in memory by the runtime. */
export interface OpenedStores {
  readonly stores: { readonly store: IMoJobScheduleMetadataStore; readonly state: IMoStateStore } | null;
  /** For a person. */
  readonly description: string;
  close(): Promise<void>;
}

export interface OpenStoresOptions {
  /** How to open a store that belongs to one process at a time while another process holds it. @default "refuse" */
  readonly whenHeld?: "refuse" | "wait";
  /** Called once when it begins to wait. */
  readonly onStandby?: (reason: MoJobError) => void;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Each kind of store with its driver, which is loaded only where it is configured. */
const OPENERS: {
  readonly [Kind in StoreConfiguration["kind"]]: (
    configuration: Extract<StoreConfiguration, { readonly kind: Kind }>,
    options: OpenStoresOptions,
  ) => Promise<OpenedStores>;
} = {
  memory: () =>
    Promise.resolve({
      stores: null,
      description: "in memory: forgotten when it stops",
      close: async () => {},
    }),
  async sqlite({ path }, options) {
    const { openSqlite } = await loadOptional("@mojob/sqlite", () => import("@mojob/sqlite"));
    const { store, state, close } = await openSqlite(path, options);
    return { stores: { store, state }, description: `in ${path}`, close };
  },
  async mongodb({ url }, { onError }) {
    const { connectMongodb } = await loadOptional("@mojob/mongodb", () => import("@mojob/mongodb"));
    const { store, state, close } = await connectMongodb(url, { onError });
    return { stores: { store, state }, description: "in MongoDB", close };
  },
};

/**
 * Opens what `MOJOB_STORE` names.
 * @throws MoJobError as the driver; `invalid_configuration` where its package is not installed
 */
export function openStores(
  configuration: StoreConfiguration,
  options: OpenStoresOptions,
): Promise<OpenedStores> {
  const open = OPENERS[configuration.kind] as (
    configuration: StoreConfiguration,
    options: OpenStoresOptions,
  ) => Promise<OpenedStores>;
  return open(configuration, options);
}
