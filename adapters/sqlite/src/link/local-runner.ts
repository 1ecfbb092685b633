import type { CallRunner } from "./call-queue.ts";
import type { Call, Engine, Outcome } from "./engine.ts";
import { toFailure } from "./failure.ts";
import { toMoJobError } from "./mojob-error.ts";
import { openEngine } from "./open-engine.ts";
import type { FileSettings } from "../file/file-settings.ts";

/** Runs calls in this thread. */
export class LocalRunner implements CallRunner {
  readonly #engine: Engine;

  private constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @throws MoJobError `lock_held`, `invalid_configuration` */
  static async open(settings: FileSettings, signal?: AbortSignal): Promise<LocalRunner> {
    try {
      return new LocalRunner(await openEngine(settings, () => signal?.aborted !== true));
    } catch (error) {
      throw toMoJobError(toFailure(error, settings.path));
    }
  }

  async run(calls: readonly Call[]): Promise<readonly Outcome[]> {
    return this.#engine.run(calls);
  }

  async close(): Promise<void> {
    this.#engine.close();
  }
}
