import type { IMoJobScheduleMetadataStore, IMoStateStore } from "@mojob/core";
import { MetadataStoreMongodbProvider } from "./metadata-store.ts";
import { migrate } from "./migrate.ts";
import { MongodbConnection } from "./mongodb-connection.ts";
import type { MongodbOptions } from "./mongodb-options.ts";
import { StateStoreMongodb } from "./state-store.ts";

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
 * @throws MoJobError `store_unavailable` where no server answers, `invalid_configuration` where a newer version of this
 * package has been at work in the database
 */
export async function connectMongodb(url: string, options: MongodbOptions = {}): Promise<MongodbStores> {
  const connection = new MongodbConnection(url, options);
  const handle = connection.share();
  const { polling = false } = options;
  const store = new MetadataStoreMongodbProvider(handle, {
    pollMs: options.pollMs ?? 500,
    polling,
    onError: options.onError ?? (() => {}),
  });
  const state = new StateStoreMongodb(connection.share());
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
