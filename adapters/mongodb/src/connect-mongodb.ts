import type { IMoJobScheduleMetadataStore, IMoStateStore } from "@mojob/core/ports";
import { MetadataStoreMongodbProvider } from "./stores/metadata-store.ts";
import { HeartbeatThreads } from "./life/heartbeat-threads.ts";
import { migrate } from "./connection/migrate.ts";
import { MongodbConnection } from "./connection/mongodb-connection.ts";
import type { MongodbOptions } from "./connection/mongodb-options.ts";
import { StateStoreMongodb } from "./stores/state-store.ts";

/** The stores of one database; closing both, or `close`, ends the connection. */
export interface MongodbStores {
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens the stores and makes the indexes they need.
 *
 * @param url as MongoDB's connection strings say; the database is `mojob` where it names none
 * @throws MoJobError `store_unavailable` where no server is available, `invalid_configuration` where a newer version of this
 * package has been at work in the database
 * @example
 * ```ts
 * import { connectMongodb } from "@mojob/mongodb";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const stores = await connectMongodb("mongodb://db.internal/mojob");
 * const { scheduler, close } = await startEmbedded({ app: "billing", jobs: [], ...stores });
 * console.log(await scheduler.health());
 * await close();
 * await stores.close();
 * ```
 */
export async function connectMongodb(url: string, options: MongodbOptions = {}): Promise<MongodbStores> {
  const connection = new MongodbConnection(url, options);
  const handle = connection.share();
  const { polling = false, onError = () => {} } = options;
  const lives = new HeartbeatThreads({ url, options, onError });
  const store = new MetadataStoreMongodbProvider(handle, {
    pollMs: options.pollMs ?? 500,
    polling,
    onError,
    lives,
    ...(options.endsSettleMs !== undefined && { endsSettleMs: options.endsSettleMs }),
  });
  const state = new StateStoreMongodb(connection.share(), lives);
  const close = async (): Promise<void> => {
    await store.close();
    await state.close();
  };
  try {
    await migrate(handle, { polling });
  } catch (error) {
    await close();
    throw error;
  }
  return { store, state, close, [Symbol.asyncDispose]: close };
}
