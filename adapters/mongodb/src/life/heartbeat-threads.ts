import { Worker } from "node:worker_threads";
import { type LoopLife, MoJobError, MoJobErrorCode } from "@mojob/core/ports";
import type { MongodbOptions } from "../connection/mongodb-options.ts";
import type { KeptLease, LifeMessage, LifeSettings, SpokenFor } from "./life-protocol.ts";
import { EventLoopBeacon } from "./event-loop-beacon.ts";

export interface LoopLivesOptions {
  readonly url: string;
  readonly options: Pick<MongodbOptions, "timeoutMs" | "serverSelectionTimeoutMs">;
  readonly onError: (error: unknown) => void;
}

/** The executor or the lease that the thread speaks for. */
interface Life {
  /** An executor's document. */
  readonly id?: string;
  readonly lease?: KeptLease;
  /** Until when the event loop may be silent on its account. */
  quietUntilMs: number;
}

/** The executors and the leases of this process, and the one thread that speaks for them; it runs as long as there are any. */
export class HeartbeatThreads {
  readonly #options: LoopLivesOptions;
  readonly #lives = new Set<Life>();
  readonly #sign = new EventLoopBeacon();
  #thread: Worker | null = null;
  #ready: Promise<void> = Promise.resolve();

  constructor(options: LoopLivesOptions) {
    this.#options = options;
  }

  /** @param id of the executor's document */
  keep(id: string, everyMs: number): LoopLife {
    return this.#keep({ id, quietUntilMs: 0 }, everyMs);
  }

  /** A turn is a renewal here: it is to be called after each. */
  keepLease(lease: KeptLease, everyMs: number): LoopLife {
    const life = this.#keep({ lease, quietUntilMs: 0 }, everyMs);
    return {
      ...life,
      turned: (now, quietMs) => {
        life.turned(now, quietMs);
        this.#sign.renewed();
      },
    };
  }

  #keep(life: Life, everyMs: number): LoopLife {
    this.#lives.add(life);
    this.#thread ??= this.#start(everyMs);
    this.#notify();
    return {
      ready: this.#ready,
      turned: (now, quietMs) => {
        const nowMs = performance.now();
        life.quietUntilMs = nowMs + quietMs;
        // Of several leases and workers on one loop, the longest silence allowed to one of them counts.
        this.#sign.turned(now, Math.max(...[...this.#lives].map((one) => one.quietUntilMs - nowMs)));
      },
      began: (quietMs) => {
        life.quietUntilMs = Math.max(life.quietUntilMs, performance.now() + quietMs);
        this.#sign.allow(quietMs);
      },
      close: async () => {
        if (!this.#lives.delete(life)) return;
        this.#notify();
        if (this.#lives.size > 0) return;
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
      // A thread that is ended while it loads the driver may fail in the middle of that.
      const isEnded = (): boolean => this.#thread !== thread;
      this.#ready = new Promise((resolve) => {
        thread.on("message", ({ failure }: LifeMessage) => {
          resolve();
          if (failure !== null && !isEnded()) onError(cannotSpeak(failure));
        });
        thread.on("error", (error) => {
          resolve();
          if (!isEnded()) onError(cannotSpeak(error.message, error));
        });
        thread.on("exit", () => resolve());
      });
      thread.unref();
      return thread;
    } catch (error) {
      // The event loop writes heartbeats as before.
      onError(cannotSpeak("no thread can be started", error));
      return null;
    }
  }

  #notify(): void {
    const lives = [...this.#lives];
    const message: SpokenFor = {
      ids: lives.flatMap(({ id }) => id ?? []),
      leases: lives.flatMap(({ lease }) => lease ?? []),
    };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    this.#thread?.postMessage(message);
  }
}

function cannotSpeak(why: string, cause?: unknown): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StoreUnavailable,
    `Cannot write heartbeats and leases while the event loop does not turn: ${why}`,
    cause === undefined ? {} : { cause },
  );
}
