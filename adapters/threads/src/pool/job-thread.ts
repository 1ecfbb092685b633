import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { JobContext } from "@mojob/core";
import { answerCall } from "./answer-call.ts";
import { watchMemory } from "./watch-memory.ts";
import { thrownError, toError } from "../thrown-error.ts";
import type { CallTarget, FromThread, ThreadRun, ToThread } from "../thread-protocol.ts";

/** Takes the processor time of an attempt. */
export type NoteCpu = (cpuMs: number) => void;

interface RunUnderWay {
  readonly context: JobContext;
  readonly noteCpu: NoteCpu | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A thread, as its owner sees it: it executes one attempt at a time. */
export class JobThread {
  readonly #worker: Worker;
  /** Read by code that computes and looks at its signal, which gets no message otherwise. */
  readonly #aborts = new MessageChannel();
  readonly #memoryMb: number | null;
  #run: RunUnderWay | null = null;
  /** Why it was ended, if it was. */
  #reason: Error | null = null;
  #hasEnded = false;

  constructor(memoryMb: number | null) {
    this.#memoryMb = memoryMb;
    // The published package is JavaScript, the sources are not.
    const program = `../thread/main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`;
    this.#aborts.port1.unref();
    this.#worker = startWorker(new URL(program, import.meta.url), this.#aborts.port2);
    this.#worker.on("message", (message: FromThread) => void this.#take(message));
    this.#worker.on("error", (error) => this.#ended(isInitFailure(error) ? cannotStart(error) : error));
    this.#worker.on("exit", (code) =>
      this.#ended(new Error(`The thread of the run ended with code ${code}`)),
    );
    // An idle thread does not keep its process alive.
    this.#worker.unref();
  }

  get isAlive(): boolean {
    return !this.#hasEnded;
  }

  /** Resolves to what the job returned; rejects with what it threw, or with why its thread ended. */
  async run(
    run: ThreadRun,
    context: JobContext,
    onAbandon: (stopWork: () => void) => void,
    noteCpu?: NoteCpu,
  ): Promise<unknown> {
    if (this.#hasEnded) throw new Error("The thread of the run ended before it began");
    const { signal } = context;
    const abort = (): void => {
      const message: ToThread = {
        kind: "abort",
        attemptId: run.attemptId,
        reason: thrownError(signal.reason),
      };
      this.#send(message);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A port has no origin.
      this.#aborts.port1.postMessage(message);
    };
    onAbandon(() => void this.end());
    const memory = watchMemory(this.#worker, this.#memoryMb, (reason) => void this.end(reason));
    this.#worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.#run = { context, noteCpu, resolve, reject };
        this.#send({ kind: "run", run });
        if (signal.aborted) abort();
        signal.addEventListener("abort", abort, { once: true });
      });
    } finally {
      void memory?.close();
      signal.removeEventListener("abort", abort);
      this.#run = null;
      this.#worker.unref();
    }
  }

  /** Ends the thread, whatever its code does. */
  async end(reason: Error = new Error("The thread of the run was ended")): Promise<void> {
    this.#reason ??= reason;
    this.#aborts.port1.close();
    await this.#worker.terminate();
    this.#ended(reason);
  }

  async #take(message: FromThread): Promise<void> {
    const run = this.#run;
    if (run === null) return;
    switch (message.kind) {
      case "log":
        return run.context.log[message.level](message.message);
      case "progress":
        return run.context.progress(message.fraction, message.message);
      case "usage":
        return run.noteCpu?.(message.cpuMs);
      case "returned":
        return run.resolve(message.value);
      case "snoozed":
        return run.resolve(Promise.try(() => run.context.snooze(message.delayMs)));
      case "threw":
        return run.reject(toError(message.error));
      case "call":
        this.#send(await answerCall(targetOf(run.context, message.of), message.call, message.steps));
    }
  }

  #send(message: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    if (!this.#hasEnded) this.#worker.postMessage(message);
  }

  #ended(reason: Error): void {
    this.#hasEnded = true;
    this.#run?.reject(this.#reason ?? reason);
  }
}

function targetOf({ scheduler, files }: JobContext, of: CallTarget): unknown {
  if (of === "scheduler") return scheduler;
  // A stream does not cross on every runtime.
  const read = async (file: unknown): Promise<Uint8Array> =>
    new Uint8Array(await new Response(await files.read(file)).arrayBuffer());
  return { write: files.write, read };
}

function startWorker(program: URL, aborts: MessagePort): Worker {
  try {
    return new Worker(program, { name: "mojob-job", workerData: aborts, transferList: [aborts] });
  } catch (error) {
    throw cannotStart(error);
  }
}

/** Node reports by this code that the system refused a thread; Bun and Deno end the process. */
function isInitFailure(error: Error): boolean {
  return "code" in error && error.code === "ERR_WORKER_INIT_FAILED";
}

function cannotStart(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `Cannot start a thread for the run: the process has no thread or file descriptor left (${reason}); raise its limits`,
    { cause },
  );
}
