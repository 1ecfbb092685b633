import { sleep, systemClock } from "@mojob/core/ports";
import { FileRefusal } from "../file/refusal.ts";
import type { FileSettings } from "../file/file-settings.ts";
import { Engine } from "./engine.ts";

const LOOK_AGAIN_MS = 200;

/**
 * Opens a file; where another process holds it and the settings say so, once that process has ended.
 * @param isWanted stops the wait where it is `false`
 * @throws FileRefusal
 */
export async function openEngine(settings: FileSettings, isWanted: () => boolean): Promise<Engine> {
  for (;;) {
    try {
      return new Engine(settings);
    } catch (error) {
      const isHeld = error instanceof FileRefusal && error.kind === "held";
      if (!isHeld || !settings.standsBy || !isWanted()) throw error;
      await sleep(systemClock, LOOK_AGAIN_MS);
    }
  }
}
