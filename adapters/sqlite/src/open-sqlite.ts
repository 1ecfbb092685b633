import { type IMoJobScheduleMetadataStore, type IMoStateStore, systemClock } from "@mojob/core/ports";
import { filesBeside } from "./files/files-beside.ts";
import type { FileSettings } from "./file/file-settings.ts";
import { openDatabase } from "./link/open-database.ts";
import { MetadataStoreSqliteProvider } from "./stores/metadata-store.ts";
import type { SqliteOptions } from "./sqlite-options.ts";
import { StateStoreSqlite } from "./stores/state-store.ts";
import { StorePart } from "./stores/store-part.ts";

/** The size at which the log is copied into the file. */
const LOG_BYTES = 4 * 1024 * 1024;

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
 * @param path of the file; it is made where there is none, with the folders above it; `<path>-files` is the folder of files that runs leave
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
  const settings: FileSettings = {
    path,
    standsBy: options.whenHeld === "wait",
    isSynced: !(options.relaxed ?? false),
    cacheKiB: (options.cacheMiB ?? 4) * 1024,
    logBytes: LOG_BYTES,
  };
  const database = await openDatabase(settings, options);
  let openParts = 2;
  const closePart = async (): Promise<void> => {
    openParts -= 1;
    if (openParts === 0) await database.close();
  };
  const openPart = (): StorePart => new StorePart(database, closePart);
  const store = new MetadataStoreSqliteProvider(
    openPart(),
    filesBeside(settings),
    options.onError ?? (() => {}),
  );
  const state = new StateStoreSqlite(openPart(), options.clock ?? systemClock);
  const close = async (): Promise<void> => {
    await store.close();
    await state.close();
  };
  return { store, state, close, [Symbol.asyncDispose]: close };
}
