import { Worker } from "node:worker_threads";

/** A request to the thread; it replies whether that was done. */
export type CheckpointRequest =
  | { readonly kind: "copy" }
  | { readonly kind: "beginAgain"; readonly patienceMs: number }
  | { readonly kind: "close" };

/** In the caller's thread that stops the event loop. */
const MOST_PATIENCE_HERE_MS = 50;

/**
 * Takes the log of a file into the file, in a thread of its own, which is started when it is first needed. Where it cannot be
 * started, as in a program that is bundled into one file, that is done in the caller's thread.
 */
export class Checkpoints {
  readonly #path: string;
  readonly #beginAgainHere: (patienceMs: number) => boolean;
  #worker: Worker | null = null;
  #isWithoutThread = false;
  #reply: ((isDone: boolean) => void) | null = null;

  /** @param beginAgainHere copies the log and begins it again in this thread; returns whether that was done */
  constructor(path: string, beginAgainHere: (patienceMs: number) => boolean) {
    this.#path = path;
    this.#beginAgainHere = beginAgainHere;
  }

  /** Copies the log into the file; nobody need wait. */
  async copy(): Promise<void> {
    if (!this.#isWithoutThread) await this.#ask({ kind: "copy" });
  }

  /** Begins the log again; nothing may be written meanwhile. Resolves to whether that was done: those who read it can prevent it. */
  async beginAgain(patienceMs: number): Promise<boolean> {
    return this.#isWithoutThread
      ? this.#beginAgainHere(Math.min(patienceMs, MOST_PATIENCE_HERE_MS))
      : this.#ask({ kind: "beginAgain", patienceMs });
  }

  /** Call it while nothing is asked for. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null || this.#isWithoutThread) return;
    await this.#ask({ kind: "close" });
    this.#isWithoutThread = true;
    worker.removeAllListeners();
    if ("Deno" in globalThis) await worker.terminate();
  }

  #ask(request: CheckpointRequest): Promise<boolean> {
    const worker = (this.#worker ??= this.#start());
    worker?.ref();
    return new Promise((resolve) => {
      if (worker === null) return resolve(false);
      this.#reply = resolve;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
      worker.postMessage(request);
    });
  }

  #start(): Worker | null {
    try {
      // The published package is JavaScript, the sources are not.
      const program = `./checkpoint-thread${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`;
      const worker = new Worker(new URL(program, import.meta.url), {
        workerData: { path: this.#path },
        execArgv: [],
        resourceLimits: { maxYoungGenerationSizeMb: 1 },
        name: "mojob-sqlite",
      });
      worker.on("message", (isDone: boolean) => this.#take(isDone));
      worker.on("error", () => this.#end());
      worker.on("exit", () => this.#end());
      return worker;
    } catch {
      this.#end();
      return null;
    }
  }

  #take(isDone: boolean): void {
    // An idle store does not keep its process alive.
    this.#worker?.unref();
    const reply = this.#reply;
    this.#reply = null;
    reply?.(isDone);
  }

  #end(): void {
    this.#isWithoutThread = true;
    this.#take(false);
  }
}
