import type { IMoJobScheduleMetadataStore } from "@mojob/core/ports";
import type { ContractRunner } from "./contract-runner.ts";
import { uniqueName } from "./unique-name.ts";

/** How a suite gets at the store under test. */
export interface MetadataStoreHarness {
  /** An open store; every test works in a tenant of its own, so that all may share what is behind it. */
  open(): Promise<IMoJobScheduleMetadataStore>;
  /** Ends what `open` began. @default closes the store */
  close?(store: IMoJobScheduleMetadataStore): Promise<void>;
  /** Resolves as soon as the condition holds and rejects when it does not within the harness's patience. */
  until(condition: () => boolean): Promise<void>;
  /** Passes the time a store may take to return an end from `endedAfter`. @default none */
  passEnds?(): Promise<void>;
  /** Whether all stores that `open` returns hold the same records, as those of several processes do. @default false */
  readonly isShared?: boolean;
  /** Whether the end of a run and the begin of the next are one write (`endAndAdmit`). @default true */
  readonly givesSlotsOn?: boolean;
  /** Whether a new run waits for a slot from the write on that records it (`insertOrWait`). @default true */
  readonly waitsOnArrival?: boolean;
  /** Runs of each property test: many where calls are cheap. @default 20 */
  readonly propertyRuns?: number;
}

export interface MetadataStoreTest {
  readonly store: IMoJobScheduleMetadataStore;
  /** Used by no other test. */
  readonly tenant: string;
  readonly harness: MetadataStoreHarness;
}

/** One test with a store of its own. */
export type MetadataStoreIt = (name: string, body: (test: MetadataStoreTest) => Promise<void>) => void;

/** Gives each test an open store and a tenant, and closes the store whatever happens. */
export function metadataStoreTests(run: ContractRunner, harness: MetadataStoreHarness): MetadataStoreIt {
  return (name, body) => {
    run.it(name, async () => {
      const store = await harness.open();
      try {
        await body({ store, tenant: uniqueName("tenant"), harness });
      } finally {
        await (harness.close ? harness.close(store) : store.close());
      }
    });
  };
}
