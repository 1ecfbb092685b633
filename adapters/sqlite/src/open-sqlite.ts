import { type IMoJobScheduleMetadataStore, type IMoStateStore, systemClock } from "@mojob/core/ports";
import { CallQueue } from "./link/call-queue.ts";
import type { FileSettings } from "./file/file-settings.ts";
import { LocalRunner } from "./link/local-runner.ts";
import { ThreadRunner } from "./link/thread-runner.ts";
import { MetadataStoreSqliteProvider } from "./stores/metadata-store.ts";
import type { SqliteOptions } from "./sqlite-options.ts";
import { StateStoreSqlite } from "./stores/state-store.ts";
import { StorePart } from "./stores/store-part.ts";

/** The stores of one file; closing both, or `close`, ends them. */
export interface SqliteStores {
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens the stores of one SQLite file, which this process then owns until it closes them or ends.
 *
 * @param path of the file; it is made where there is none, with the folders above it
 * @throws MoJobError `lock_held` where another process holds the file; `invalid_configuration` for a file that is
 * damaged, another program's or a newer version's, or that lies on a network file system
 * @example
 * ```ts
 * import { startEmbedded } from "@mojob/runtime-local";
 * import { openSqlite } from "@mojob/sqlite";
 *
 * const stores = await openSqlite(".mojob/mojob.db");
 * const { scheduler, close } = await startEmbedded({ app: "billing", jobs: [], ...stores });
 * console.log(await scheduler.health());
 * await close();
 * await stores.close();
 * ```
 */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<SqliteStores> {
  const runner = (options.thread ?? true) ? ThreadRunner : LocalRunner;
  const settings: FileSettings = {
    path,
    standsBy: options.whenHeld === "wait",
    isSynced: !(options.relaxed ?? false),
    cacheKiB: (options.cacheMiB ?? 4) * 1024,
    walLimitBytes: 16 * 1024 * 1024,
  };
  const database = new CallQueue(await runner.open(settings, options.signal));
  let openParts = 2;
  const closePart = async (): Promise<void> => {
    openParts -= 1;
    if (openParts === 0) await database.close();
  };
  const openPart = (): StorePart => new StorePart(database, closePart);
  const store = new MetadataStoreSqliteProvider(openPart(), options.onError ?? (() => {}));
  const state = new StateStoreSqlite(openPart(), options.clock ?? systemClock);
  const close = async (): Promise<void> => {
    await store.close();
    await state.close();
  };
  return { store, state, close, [Symbol.asyncDispose]: close };
}
