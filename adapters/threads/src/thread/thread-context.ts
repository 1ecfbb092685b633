import { type MessagePort, receiveMessageOnPort, workerData } from "node:worker_threads";
import type { JobContext, JobLog, JsonValue, MoJobScheduler } from "@mojob/core";
import { type JobTrigger, type RunShard, WHOLE_RUN, type WorkFiles } from "@mojob/core/ports";
import { describeValue, Snooze } from "@mojob/core/engine";
import { RemoteCalls } from "./remote-calls.ts";
import { remoteFiles } from "./remote-files.ts";
import { remoteScheduler } from "./remote-scheduler.ts";
import type { FromThread, LogMethod, ThreadRun, ToThread } from "../thread-protocol.ts";
import { toError } from "../thrown-error.ts";

type Abort = Extract<ToThread, { kind: "abort" }>;

const ABORTS = workerData as MessagePort;

/** The context of a job in its thread: what it does reaches the worker as messages. */
export class ThreadContext implements JobContext {
  readonly tenant: string;
  readonly jobKey: string;
  readonly instanceId: string;
  readonly attempt: number;
  readonly args: JsonValue;
  readonly trigger: JobTrigger;
  readonly shard: RunShard;
  readonly callbackUrl?: string;
  readonly scheduler: MoJobScheduler;
  readonly log: JobLog;
  readonly files: WorkFiles;
  readonly #attemptId: string;
  readonly #controller = new AbortController();
  readonly #calls: RemoteCalls;
  readonly #send: (message: FromThread) => void;
  #isClosed = false;

  constructor(
    { attemptId, instance, attempt, callbackUrl, scheduler }: ThreadRun,
    send: (message: FromThread) => void,
  ) {
    this.#attemptId = attemptId;
    this.tenant = instance.tenant;
    this.jobKey = instance.jobKey;
    this.instanceId = instance.id;
    this.attempt = attempt;
    this.args = instance.args;
    this.trigger = instance.trigger;
    this.shard = instance.routing?.shard ?? WHOLE_RUN;
    if (callbackUrl !== undefined) this.callbackUrl = callbackUrl;
    this.#send = send;
    this.#calls = new RemoteCalls(send);
    this.scheduler = remoteScheduler(scheduler, instance.app, (steps) => this.#calls.call(steps));
    this.files = remoteFiles(this.#calls);
    const write = (level: LogMethod) => (message: unknown) => this.#write(level, message);
    this.log = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  }

  /** Asks whether it was aborted first, so that a loop which computes and looks at `context.signal.aborted` comes to its end. */
  get signal(): AbortSignal {
    for (let next = receiveMessageOnPort(ABORTS); next; next = receiveMessageOnPort(ABORTS))
      this.abort(next.message as Abort);
    return this.#controller.signal;
  }

  /** A field, so that a job can take it out of its context. */
  readonly progress = (fraction: number, message?: string): void => {
    if (!this.#isClosed) this.#send({ kind: "progress", fraction, message });
  };

  /** The worker checks the delay. */
  readonly snooze = (delayMs: number): never => {
    throw new Snooze(delayMs);
  };

  abort({ attemptId, reason }: Abort): void {
    // One of the two messages may arrive when the thread has gone on to another attempt.
    if (attemptId === this.#attemptId) this.#controller.abort(toError(reason));
  }

  answer(message: Extract<ToThread, { kind: "answer" | "refusal" }>): void {
    this.#calls.take(message);
  }

  /** Sends nothing more: the thread may run another attempt while code of this one goes on. */
  close(): void {
    this.#isClosed = true;
    this.#calls.close();
  }

  #write(level: LogMethod, message: unknown): void {
    if (!this.#isClosed) this.#send({ kind: "log", level, message: describeValue(message) });
  }
}
