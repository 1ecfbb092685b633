import { Worker } from "node:worker_threads";
import { type ExecutorLife, MoJobError, MoJobErrorCode } from "@mojob/core/ports";
import type { MongodbOptions } from "../connection/mongodb-options.ts";
import type { LifeFailure, LifeSettings, SpokenFor } from "./life-protocol.ts";
import { LoopSign } from "./loop-sign.ts";

export interface ExecutorLivesOptions {
  readonly url: string;
  readonly options: Pick<MongodbOptions, "timeoutMs" | "serverSelectionTimeoutMs">;
  readonly onError: (error: unknown) => void;
}

/** The executors of this process, and the one thread that speaks for them; it runs as long as there are any. */
export class ExecutorLives {
  readonly #options: ExecutorLivesOptions;
  readonly #ids = new Set<string>();
  readonly #sign = new LoopSign();
  #thread: Worker | null = null;

  constructor(options: ExecutorLivesOptions) {
    this.#options = options;
  }

  /** @param id of the executor's document */
  keep(id: string, everyMs: number): ExecutorLife {
    this.#ids.add(id);
    this.#thread ??= this.#start(everyMs);
    this.#tell();
    return {
      turned: (now, quietMs) => this.#sign.turned(now, quietMs),
      began: (quietMs) => this.#sign.allow(quietMs),
      close: async () => {
        if (!this.#ids.delete(id)) return;
        this.#tell();
        if (this.#ids.size > 0) return;
        const thread = this.#thread;
        this.#thread = null;
        await thread?.terminate();
      },
    };
  }

  #start(everyMs: number): Worker | null {
    const { url, options, onError } = this.#options;
    const { timeoutMs, serverSelectionTimeoutMs } = options;
    const settings: LifeSettings = {
      url,
      // Functions cannot cross.
      options: {
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...(serverSelectionTimeoutMs !== undefined && { serverSelectionTimeoutMs }),
      },
      memory: this.#sign.memory,
      everyMs,
    };
    // The published package is JavaScript, the sources are not.
    const program = `./life-thread${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`;
    try {
      const thread = new Worker(new URL(program, import.meta.url), {
        name: "mojob-life",
        workerData: settings,
        execArgv: [],
        resourceLimits: { maxYoungGenerationSizeMb: 2 },
      });
      thread.on("message", ({ message }: LifeFailure) => onError(cannotSpeak(message)));
      thread.on("error", (error) => onError(cannotSpeak(error.message, error)));
      thread.unref();
      return thread;
    } catch (error) {
      // The event loop writes heartbeats as before.
      onError(cannotSpeak("no thread can be started", error));
      return null;
    }
  }

  #tell(): void {
    const message: SpokenFor = { ids: [...this.#ids] };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    this.#thread?.postMessage(message);
  }
}

function cannotSpeak(why: string, cause?: unknown): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StoreUnavailable,
    `Cannot write heartbeats while the event loop does not turn: ${why}`,
    cause === undefined ? {} : { cause },
  );
}
