import { type MoJobError, sleep, systemClock } from "@mojob/core/ports";
import type { FileSettings } from "../file/file-settings.ts";
import { FileRefusal } from "../file/refusal.ts";
import { CallQueue } from "./call-queue.ts";
import type { Database } from "./database.ts";
import { SqliteFile } from "./sqlite-file.ts";
import { toFailure, toMoJobError } from "./failure.ts";

const LOOK_AGAIN_MS = 200;

export interface WaitOptions {
  /** Ends the wait. @default none */
  readonly signal?: AbortSignal;
  /** Called once when it begins, with the error that names the process which holds the file. @default not called */
  readonly onStandby?: (reason: MoJobError) => void;
}

/**
 * Opens a file; where another process holds it and the settings say so, once that process has ended.
 * @throws MoJobError `lock_held`, `invalid_configuration`, `store_unavailable`
 */
export async function openDatabase(
  settings: FileSettings,
  { signal, onStandby = () => {} }: WaitOptions = {},
): Promise<Database> {
  for (let tries = 0; ; tries += 1) {
    try {
      const file = new SqliteFile(settings);
      return settings.isSynced ? new CallQueue(file) : new CallQueue(file, null);
    } catch (error) {
      const isHeld = error instanceof FileRefusal && error.kind === "held";
      const failure = toMoJobError(toFailure(error, settings.path));
      if (!isHeld || !settings.standsBy || signal?.aborted === true) throw failure;
      if (tries === 0) onStandby(failure);
      await sleep(systemClock, LOOK_AGAIN_MS);
    }
  }
}
