import {
  type JobContext,
  type JobLog,
  type JobTrigger,
  type JsonValue,
  type LogEntry,
  type MoJobScheduler,
} from "@mojob/core";
import { describeValue, throwSnooze } from "@mojob/core/engine";
import type { RunShard, WorkFiles } from "@mojob/core/ports";
import type { HeldRun } from "./held-run.ts";
import type { LogLevel, Outbox } from "./outbox.ts";

/** The parts that all contexts of a worker write to, and the files of the run. */
export interface RemoteContextParts {
  readonly outbox: Outbox;
  readonly scheduler: MoJobScheduler;
  readonly files: WorkFiles;
  /** Takes its lines as well. */
  readonly onLine: (line: Pick<LogEntry, "level" | "message" | "run">) => void;
}

/** The context of a job whose worker is not with its scheduler: what it writes is sent. */
export class RemoteContext implements JobContext {
  readonly tenant: string;
  readonly jobKey: string;
  readonly instanceId: string;
  readonly attempt: number;
  readonly args: JsonValue;
  readonly trigger: JobTrigger;
  readonly shard: RunShard;
  readonly callbackUrl?: string;
  readonly scheduler: MoJobScheduler;
  readonly signal: AbortSignal;
  readonly log: JobLog;
  readonly files: WorkFiles;
  readonly #run: HeldRun;
  readonly #outbox: Outbox;
  readonly #onLine: RemoteContextParts["onLine"];

  constructor(run: HeldRun, { outbox, scheduler, files, onLine }: RemoteContextParts) {
    const { leased } = run;
    this.files = files;
    this.#run = run;
    this.#outbox = outbox;
    this.#onLine = onLine;
    this.tenant = scheduler.tenant;
    this.jobKey = leased.jobKey;
    this.instanceId = leased.id;
    this.attempt = leased.attempt;
    this.args = leased.args;
    this.trigger = triggerOf(leased.trigger);
    this.shard = leased.shard;
    if (leased.callbackUrl != null) this.callbackUrl = leased.callbackUrl;
    this.scheduler = scheduler;
    this.signal = run.signal;
    const write = (level: LogLevel) => (message: unknown) => this.#write(level, message);
    this.log = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  }

  /** A field, so that a job can take it out of its context. */
  readonly progress = (fraction: number, message?: string): void => {
    if (!this.#run.isRunning || !Number.isFinite(fraction)) return;
    this.#outbox.putProgress(this.#run, Math.min(1, Math.max(0, fraction)), message);
  };

  /** How often the run was snoozed is known where its scheduler is, which checks it. */
  readonly snooze = (delayMs: number): never => throwSnooze(delayMs, 0);

  #write(level: LogLevel, message: unknown): void {
    if (!this.#run.isRunning) return;
    const text = describeValue(message);
    this.#outbox.putLine(this.#run, level, text);
    const { tenant, jobKey, instanceId, attempt } = this;
    this.#onLine({ level, message: text, run: { tenant, jobKey, instanceId, attempt } });
  }
}

function triggerOf({
  type,
  of,
  nominalTime,
  schedule,
  traceparent,
}: HeldRun["leased"]["trigger"]): JobTrigger {
  return {
    type: type as JobTrigger["type"],
    ...(of != null && { of }),
    ...(nominalTime !== null && { nominalTime: new Date(nominalTime) }),
    ...(schedule !== null && { schedule }),
    ...(traceparent != null && { traceparent }),
  };
}
