import type { JsonValue } from "../base/json.ts";
import type { TextMask } from "../base/sealing/text-mask.ts";
import type { FileSource } from "../model/file/file-source.ts";
import type { MeasuredUsage } from "../model/instance/run-usage.ts";
import type { FileValue } from "../model/file/file-value.ts";
import type { JobInstance, JobTrigger } from "../model/instance/job-instance.ts";
import type { SentTo } from "../model/broadcast/note-executor.ts";
import type { NamedExecutor, RunShard } from "../model/run-routing.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { PhaseName } from "../model/phase-mark.ts";
import type { Sandbox } from "../model/runner-offer.ts";
import type { WorkKind } from "../model/job-work.ts";

/** Runs one kind of work on a worker: the app's own code, scripts, requests, programs. */
export interface IMoWorkRunner<Context extends WorkContext = WorkContext> {
  readonly kind: WorkKind;
  /** The handlers it has code for; empty where the work itself holds all that is run. */
  readonly handlers: readonly string[];
  /** The programs, languages, app names of executors or types of resources it takes; a job with others is left to other workers. @default any */
  readonly names?: readonly string[];
  /** The sandbox that keeps its work away from the rest of the machine, shown with the worker. @default nothing that is worth showing */
  readonly sandbox?: Sandbox;
  /** Bounds how many attempts it runs at once; others wait before their time begins. @default any number */
  readonly places?: WorkSlots;
  /** The runner for the worker of one tenant; `null` where the tenant has nothing of it. @default the same for all tenants */
  ofTenant?(tenant: string): IMoWorkRunner<Context> | null;
  /** Whether it can run this job now. A run of a job that no runner of a worker takes is left to other workers. */
  canRun(definition: JobDefinition): boolean;
  /** The executors that it calls for this job, each with its address: every one gets a shard of a broadcast. @default workers run the shards */
  executorsFor?(definition: JobDefinition): Promise<readonly NamedExecutor[]>;
  /** Begins work that goes on without the worker, which then has no part in it. @default the worker runs it */
  begin?(instance: JobInstance): Promise<void>;
  /** Runs one attempt. Resolves to the result, which should be JSON; rejects with the error that fails the attempt. */
  run(attempt: WorkAttempt<Context>): Promise<unknown>;
}

/** Places for attempts that are under way; `createWorkSlots` makes them. */
export interface WorkSlots {
  readonly limit: number;
  /**
   * Takes a place: `null` where one is free; otherwise resolves to `true` with the place, or to `false` without one when the
   * signal aborts.
   */
  take(priority: number, signal: AbortSignal): Promise<boolean> | null;
  /** Gives a place that was taken to the next that waits. */
  release(): void;
}

/** The parts that a runner is given for one attempt. */
export interface WorkAttempt<Context extends WorkContext = WorkContext> {
  /** The job as it was when the attempt began. */
  readonly definition: JobDefinition;
  /** The run's record as it was when the run was admitted. */
  readonly instance: JobInstance;
  readonly context: Context;
  /** Fences the attempt: every write about it needs this. */
  readonly claim: string;
  /** The secrets that the job's work names, opened for this attempt. @default it names nothing */
  readonly secrets?: RunSecrets;
  /** Values that the parts of work in phases leave for each other. @default the work has one part */
  readonly shared?: SharedParts;
  /** Which phase of such work it is. @default the only one */
  readonly phase?: PhaseName;
  /** Resolves to those of these runs of the tenant that are recorded still. @default nobody knows */
  recordedRuns?(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Keeps in the run's record which executor is sent the attempt, and which before it were not. @default nobody keeps it */
  noteExecutor?(sentTo: SentTo): void;
  /** Keeps in the run's record what its processes have used so far; the latest call counts. @default nobody keeps it: measure nothing */
  noteUsage?(usage: MeasuredUsage): void;
  /** Opens the address at which the work's target reports how it ended. @default none: nobody said where the API is reached */
  openCallback?(options?: OpenCallbackOptions): Promise<RunCallback>;
  /**
   * Takes what ends the work by force. It is called when the work was asked to end and goes on past the grace; without it
   * such work keeps its place on the worker until it ends by itself.
   */
  onAbandon(stopWork: () => void): void;
}

/** Values that the parts of one attempt share, such as a working folder; each is removed once the last part has ended. */
export interface SharedParts {
  /** Resolves to what an earlier part has made under this name, or to what `make` resolves to. */
  get<T extends SharedPart>(name: string, make: () => Promise<T>): Promise<T>;
}

export interface SharedPart {
  /** Called once, after the last part. */
  remove(): Promise<void>;
}

/** Secrets while a run has them. The run's log, result and error are masked wherever they come from. */
export interface RunSecrets {
  /** By name. */
  readonly values: ReadonlyMap<string, string>;
  /** Hides them in what the work prints: a text that is cut before it is masked may keep a part of one. */
  readonly mask: TextMask;
}

export interface OpenCallbackOptions {
  /** An address for the run instead of one for each of its attempts, good for so long. @default one for the attempt, as long as it may take */
  readonly forRunMs?: number;
  /** Whether an address that the run had before is good no longer. @default false */
  readonly renews?: boolean;
}

/** An address at which the target of a request reports; it is for one attempt, and for those that go on waiting in its place. */
export interface RunCallback {
  readonly url: string;
  /** Whether an earlier attempt has sent the request already. */
  readonly wasSent: boolean;
  /** Keeps that the request was sent. */
  sent(): Promise<void>;
  /** Resolves to the result that is reported. @throws WorkError `callback_failed`; the signal's reason */
  ended(context: WorkContext): Promise<JsonValue>;
  /**
   * Resolves to what was reported as the end. Where nothing was, it resolves to `null`, and a report from then on has the run
   * executed at once that is snoozed meanwhile.
   * @throws WorkError `callback_failed`
   */
  endedOrWakes(): Promise<{ readonly result: JsonValue } | null>;
  /** Has later reports refused. */
  close(): Promise<void>;
}

/** Lines that an attempt leaves with its run; they outlive the worker. */
export interface WorkLog {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Files that an attempt leaves with its run, and those that others have left. */
export interface WorkFiles {
  /**
   * Stores a file with the run; one of that name takes its place. Return what it resolves to, alone or within the result: whatever
   * gets that value can read the file, as long as the run is kept.
   *
   * @param name 1 to 200 characters, without "/" and "\\"
   * @throws MoJobError `file_refused` for more than 256 MiB, and for more than 100 files of a run; `invalid_argument`; the
   * signal's reason once the attempt was asked to end
   */
  write(name: string, content: FileSource): Promise<FileValue>;
  /**
   * Opens a stored file that came as an argument or a result. `new Response(stream)` has its text or bytes at once.
   * @throws MoJobError `file_not_found` where it was removed with its run, or replaced; `invalid_argument` for any other value
   */
  read(file: unknown): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}

/** The side of an attempt that its work sees. */
export interface WorkContext {
  /** Aborts on timeout, cancellation and shutdown; its `reason` is a `MoJobError` that says why. */
  readonly signal: AbortSignal;
  readonly tenant: string;
  readonly jobKey: string;
  /** The same for every attempt of the run: use it as the idempotency key of what the job does. */
  readonly instanceId: string;
  /** Counts from 1. */
  readonly attempt: number;
  /** The arguments of the run; of a fire, those stored with its job. */
  readonly args: JsonValue;
  readonly trigger: JobTrigger;
  /** Which part of a broadcast it is, from 0, and how many parts there are; a whole run is part 0 of 1. */
  readonly shard: RunShard;
  readonly log: WorkLog;
  readonly files: WorkFiles;
  /** Where what the work has started elsewhere reports its end; absent unless the job waits for that (`verify` of a task's node). */
  readonly callbackUrl?: string;
  /** Reports progress: a fraction from 0 to 1 and a few words. Cheap to call often; writes are paced. */
  progress(fraction: number, message?: string): void;
}
