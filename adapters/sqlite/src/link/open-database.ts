import { sleep, systemClock } from "@mojob/core/ports";
import type { FileSettings } from "../file/file-settings.ts";
import { FileRefusal } from "../file/refusal.ts";
import { CallQueue } from "./call-queue.ts";
import type { Database } from "./database.ts";
import { SqliteFile } from "./sqlite-file.ts";
import { toFailure, toMoJobError } from "./failure.ts";

const LOOK_AGAIN_MS = 200;

/**
 * Opens a file; where another process holds it and the settings say so, once that process has ended.
 * @param signal ends that wait
 * @throws MoJobError `lock_held`, `invalid_configuration`, `store_unavailable`
 */
export async function openDatabase(settings: FileSettings, signal?: AbortSignal): Promise<Database> {
  for (;;) {
    try {
      const file = new SqliteFile(settings);
      return settings.isSynced ? new CallQueue(file) : new CallQueue(file, null);
    } catch (error) {
      const isHeld = error instanceof FileRefusal && error.kind === "held";
      if (!isHeld || !settings.standsBy || signal?.aborted === true)
        throw toMoJobError(toFailure(error, settings.path));
      await sleep(systemClock, LOOK_AGAIN_MS);
    }
  }
}
