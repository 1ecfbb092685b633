import type { IMoDefinitionStore } from "./definition-store.ts";
import type { IMoFileStore } from "./file-store.ts";
import type { IMoHistoryStore } from "./history-store.ts";
import type { IMoIncidentStore } from "./incident-store.ts";
import type { IMoExecutorStore } from "./executor-store.ts";
import type { IMoInstanceQueries } from "./instance-queries.ts";
import type { IMoInstanceRetention } from "./instance-retention.ts";
import type { IMoInstanceStatistics } from "./instance-statistics.ts";
import type { IMoInstanceStore } from "./instance-store.ts";
import type { IMoLogStore } from "./log-store.ts";
import type { RecordDefinition, Recorded } from "../model/record/record-definition.ts";
import type { IMoRecordStore } from "./record-store.ts";
import type { IMoRollupStore } from "./rollup-store.ts";
import type { IMoScriptStore } from "./script-store.ts";
import type { IMoTaskStore } from "./task-store.ts";
import type { IMoWorkerNames } from "./worker-names.ts";
import type { StoreChange, StoreWatch, StoreWatchFilter } from "./store-watch.ts";

/**
 * The bundle of stores that remember definitions, runs, logs, files and executors (seed row M16).
 *
 * Records go in and come out as plain data that is never changed afterwards. Every call that fails because the server
 * is unavailable rejects with `store_unavailable`. Not part of the contract, on purpose: deciding anything. A store compares and
 * writes; which change is right is the core's business.
 */
export interface IMoJobScheduleMetadataStore {
  readonly definitions: IMoDefinitionStore;
  readonly instances: IMoInstanceStore;
  readonly queries: IMoInstanceQueries;
  readonly statistics: IMoInstanceStatistics;
  readonly retention: IMoInstanceRetention;
  readonly logs: IMoLogStore;
  readonly files: IMoFileStore;
  readonly scripts: IMoScriptStore;
  readonly history: IMoHistoryStore;
  readonly incidents: IMoIncidentStore;
  readonly tasks: IMoTaskStore;
  readonly rollups: IMoRollupStore;
  readonly executors: IMoExecutorStore;
  readonly workerNames: IMoWorkerNames;
  /** The small records of a kind, which begin to exist with the first call. Two calls with one definition share what they keep. */
  records<Item extends Recorded, Field extends string>(
    definition: RecordDefinition<Item, Field>,
  ): IMoRecordStore<Item, Field>;
  /** Whether what it holds outlives the process. */
  readonly durable: boolean;
  /** Whether it commits together what it is called with at the same time, so that no caller gains by waiting for another. @default false */
  readonly commitsTogether?: boolean;
  /**
   * Calls the listener with every change the filter names, after it was written, in the order of the writes to one
   * record. A change may be reported more than once and several may be reported as one; none is left out.
   */
  watch(filter: StoreWatchFilter, listener: (changes: readonly StoreChange[]) => void): Promise<StoreWatch>;
  /** Rejects with `store_unavailable` unless the store is available, and as it was when it was opened. */
  ping(): Promise<void>;
  /** Resolves to a text that is another one when what the store held has disappeared; rejects as `ping`. @default it never does */
  identify?(): Promise<string>;
  /**
   * Brings runs of a tenant up to date that a process of a neighbouring version wrote meanwhile: a bounded part of them with
   * each call, one after the other. Resolves to how many. @default no other version writes beside this one
   */
  repair?(tenant: string): Promise<number>;
  close(): Promise<void>;
}
