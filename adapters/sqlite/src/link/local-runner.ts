import type { CallRunner } from "./call-queue.ts";
import type { Call, Engine, Outcome } from "./engine.ts";
import { toFailure } from "./failure.ts";
import { toMoJobError } from "./mojob-error.ts";
import { openEngine } from "./open-engine.ts";
import type { FileSettings } from "../file/file-settings.ts";

interface WaitingCalls {
  readonly calls: readonly Call[];
  resolve(outcomes: readonly Outcome[]): void;
}

/** Runs calls in this thread, those of one turn of the event loop together. */
export class LocalRunner implements CallRunner {
  readonly #engine: Engine;
  #waiting: WaitingCalls[] = [];

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

  run(calls: readonly Call[]): Promise<readonly Outcome[]> {
    return new Promise((resolve) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#run());
      this.#waiting.push({ calls, resolve });
    });
  }

  async close(): Promise<void> {
    this.#run();
    this.#engine.close();
  }

  #run(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const outcomes = this.#engine.run(waiting.flatMap(({ calls }) => calls));
    let from = 0;
    for (const { calls, resolve } of waiting) {
      resolve(outcomes.slice(from, from + calls.length));
      from += calls.length;
    }
  }
}
