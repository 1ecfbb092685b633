import { Worker } from "node:worker_threads";
import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";
import type { CallRunner } from "./call-queue.ts";
import type { Call, Outcome } from "./engine.ts";
import { toMoJobError } from "./mojob-error.ts";
import type { FileSettings } from "../file/file-settings.ts";
import type { ThreadReply, ThreadRequest } from "./thread-protocol.ts";

interface Waiting {
  resolve(outcomes: readonly Outcome[]): void;
  reject(error: unknown): void;
}

/** Runs calls in a thread of its own, so that a sync of the disk does not stop this one's event loop. */
export class ThreadRunner implements CallRunner {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #opened: PromiseWithResolvers<void> = Promise.withResolvers();
  readonly #ended: PromiseWithResolvers<void> = Promise.withResolvers();
  #nextId = 0;
  #isClosing = false;
  #hasEnded = false;

  private constructor(settings: FileSettings) {
    // The published package is JavaScript, the sources are not.
    const program = `./database-thread${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`;
    this.#worker = new Worker(new URL(program, import.meta.url), {
      workerData: settings,
      execArgv: [],
      // Rows live for a moment: where V8 sets aside more for them, the thread takes some ten megabytes more and is no faster.
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
      name: "mojob-sqlite",
    });
    this.#worker.on("message", (reply: ThreadReply) => this.#take(reply));
    this.#worker.on("error", (error) => this.#end(error));
    this.#worker.on("exit", () => this.#end());
  }

  /** @throws MoJobError `lock_held`, `invalid_configuration`, `store_unavailable` where no thread can be started */
  static async open(settings: FileSettings, signal?: AbortSignal): Promise<ThreadRunner> {
    const runner = ThreadRunner.#start(settings);
    const stopWaiting = (): void => runner.#send({ kind: "close" });
    if (signal?.aborted) stopWaiting();
    signal?.addEventListener("abort", stopWaiting);
    try {
      await runner.#opened.promise;
    } finally {
      signal?.removeEventListener("abort", stopWaiting);
    }
    return runner;
  }

  static #start(settings: FileSettings): ThreadRunner {
    try {
      return new ThreadRunner(settings);
    } catch (error) {
      throw startError(error);
    }
  }

  run(calls: readonly Call[]): Promise<readonly Outcome[]> {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) return reject(threadError());
      if (this.#waiting.size === 0) this.#worker.ref();
      this.#nextId += 1;
      this.#waiting.set(this.#nextId, { resolve, reject });
      this.#send({ kind: "run", id: this.#nextId, calls });
    });
  }

  close(): Promise<void> {
    if (!this.#isClosing && !this.#hasEnded) {
      this.#isClosing = true;
      this.#worker.ref();
      this.#send({ kind: "close" });
    }
    return this.#ended.promise;
  }

  #send(request: ThreadRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    this.#worker.postMessage(request);
  }

  #take(reply: ThreadReply): void {
    switch (reply.kind) {
      case "opened":
        this.#opened.resolve();
        break;
      case "refused":
        this.#opened.reject(toMoJobError(reply.failure));
        this.#isClosing = true;
        this.#terminateOnDeno();
        break;
      case "closed":
        this.#terminateOnDeno();
        break;
      case "done":
        for (const { id, outcomes } of reply.results) {
          this.#waiting.get(id)?.resolve(outcomes);
          this.#waiting.delete(id);
        }
        break;
    }
    // An idle store does not keep its process alive.
    if (this.#waiting.size === 0 && !this.#isClosing) this.#worker.unref();
  }

  /** A thread of Node and Bun ends by itself when it has closed its port. */
  #terminateOnDeno(): void {
    if ("Deno" in globalThis) void this.#worker.terminate().then(() => this.#end());
  }

  #end(cause?: unknown): void {
    this.#hasEnded = true;
    this.#opened.reject(startError(cause));
    for (const { reject } of this.#waiting.values()) reject(threadError(cause));
    this.#waiting.clear();
    this.#ended.resolve();
  }
}

function startError(cause: unknown): MoJobError {
  const reason = cause instanceof Error ? cause.message : "it ended";
  return new MoJobError(
    MoJobErrorCode.StoreUnavailable,
    `Cannot open the store: the thread of its database cannot be started (${reason})`,
    { cause },
  );
}

function threadError(cause?: unknown): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StoreUnavailable,
    "Cannot use the store: the thread of its database has ended; open it again",
    cause === undefined ? {} : { cause },
  );
}
