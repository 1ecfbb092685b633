import { type Clock, sleep } from "../base/clock.ts";
import { createId } from "../base/ids.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { DebugMode } from "../dispatch/debug-mode.ts";
import { beginNextOfKey } from "../waiting/release/begin-next-of-key.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { Router } from "../dispatch/router.ts";
import type { JobContext } from "../job/job-context.ts";
import type { BlockedLoop, ExecutorRecord } from "../model/executor-record.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { RunScope, RuntimeInfo } from "../ports/platform/platform.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import type { IMoWorkRunner } from "../ports/work-runner.ts";
import type { MoJobScheduler } from "../scheduler/mo-job-scheduler.ts";
import type { CallbackAddresses } from "../callbacks/callback-addresses.ts";
import type { StoredSecrets } from "../secrets/stored-secrets.ts";
import { AbandonedCode } from "./abandoned-code.ts";
import { AttemptLoop } from "./attempt/attempt-loop.ts";
import { AttemptSettler } from "./attempt/attempt-settler.ts";
import { AttemptWriter } from "./attempt/attempt-writer.ts";
import { EndWriter } from "./attempt/end-writer.ts";
import { RunningAttempts } from "./attempt/running-attempts.ts";
import { HookCaller } from "./attempt/hook-caller.ts";
import { LogWriter } from "./attempt/log-writer.ts";
import { ResumedRuns } from "./resumed-runs.ts";
import { RunIntake } from "./run-intake.ts";
import type { RunMetrics } from "../model/metrics/run-metrics.ts";
import type { RunHooks } from "./attempt/run-hooks.ts";
import type { LogSink } from "./log-sink.ts";
import { OwnRuns } from "./worker/own-runs.ts";
import { LoopWatch } from "./worker/loop-watch.ts";
import { ProcessLoad } from "./worker/process-load.ts";
import { WorkerSamples } from "./worker/worker-samples.ts";
import { WorkerLoad, type WorkerLoadOptions } from "./worker/worker-load.ts";
import { WorkerPool } from "./worker/worker-pool.ts";
import { resolveWorkerOptions, type WorkerOptions } from "./worker/worker-options.ts";
import { labelsOf } from "./worker/worker-labels.ts";
import { offersOf } from "./worker/worker-offers.ts";
import { WorkerPresence } from "./worker/worker-presence.ts";

/** Room for the last writes after the grace of the runs. */
const LAST_WRITES_MS = 2000;

export interface JobExecutorOptions extends Pick<WorkerLoadOptions, "places"> {
  readonly tenant: string;
  readonly app: string;
  /** Its runners; the first that can run a job does. */
  readonly runners: readonly IMoWorkRunner<JobContext>[];
  readonly store: IMoJobScheduleMetadataStore;
  /** Counts the begins of jobs with a rate. */
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly secrets: StoredSecrets;
  readonly callbacks: CallbackAddresses;
  readonly dispatcher: Dispatcher;
  /** Chooses again where the executor of a run is gone. @default runs stay with their executors */
  readonly router?: Router;
  readonly debugMode: DebugMode;
  readonly clock: Clock;
  readonly runtime: RuntimeInfo;
  readonly worker?: WorkerOptions;
  /** Whether other processes judge it by its heartbeats: they then go on while jobs compute, where the store can. @default false */
  readonly isKeptAlive?: boolean;
  /** Whether other processes execute its runs, none of which can keep this one's event loop from turning. @default false */
  readonly runsElsewhere?: boolean;
  /** The jobs get it as `context.scheduler`. */
  readonly scheduler: MoJobScheduler;
  readonly hooks?: RunHooks;
  /** Takes the lines of runs as well. @default none */
  readonly log?: LogSink;
  readonly metrics?: RunMetrics;
  /** As `ExecutorRecord.mayReturn`. @default false */
  readonly mayReturn?: boolean;
  /** How many more runs it has room for at the moment, besides its limit; call `onCapacity` when that grows. @default no bound */
  readonly room?: () => number;
  /** @default none: an error that escapes a run's promise is the process's */
  readonly scope?: RunScope;
  /** Called when there may be room for more, or none any more. */
  readonly onCapacity?: () => void;
  /** Called when somebody asked it to drain, or took that back. */
  readonly onDrain?: () => void;
  /** Called when the event loop did not turn while jobs ran; once a minute at most for the same jobs. */
  readonly onBlocked?: (blocked: BlockedLoop) => void;
  /** Called with a run whose attempts here have ended, as it was admitted; returns `null` unless it is a task's. @default nothing is called */
  readonly onNodeEnded?: (run: JobInstance) => Promise<void> | null;
  /** Called when a run has been settled that waited for a slot, so that nothing follows it that delivered it. */
  readonly onTurnEnded?: (run: JobInstance) => void;
  /** Called with runs under way that were asked to end for newer ones: those with parts pass it on. @default nothing is called */
  readonly onAsked?: (runs: readonly JobInstance[]) => Promise<void>;
  /** Called when a run has been settled that was taken over: whatever delivered it has given it up. */
  readonly onResumedEnded?: (run: JobInstance) => void;
  /** Called with what went wrong outside any run. */
  readonly onError: (error: unknown) => void;
}

/** A whole worker: what runtimes deliver to, and how it starts, shows itself and stops. */
export class JobExecutor {
  readonly id: string;
  /** Takes what a runtime delivers to this worker. */
  readonly intake: RunIntake;
  /** Takes attempts over that its program has gone on executing. */
  readonly resumed: ResumedRuns;
  readonly #options: JobExecutorOptions;
  readonly #worker: ReturnType<typeof resolveWorkerOptions>;
  readonly #startedAt: Date;
  readonly #stop = new AbortController();
  readonly #pool: WorkerPool;
  readonly #load: WorkerLoad;
  readonly #own: OwnRuns;
  readonly #loopWatch: LoopWatch;
  readonly #process: ProcessLoad;
  readonly #samples: WorkerSamples;
  readonly #logs: LogWriter;
  readonly #presence: WorkerPresence;
  readonly #attempts: RunningAttempts;
  readonly #abandoned: AbandonedCode;
  #closing: Promise<void> | null = null;

  constructor(options: JobExecutorOptions) {
    const { store, clock, runtime, onError, app } = options;
    this.#options = options;
    this.#worker = resolveWorkerOptions(options.worker);
    this.#startedAt = clock.now();
    this.id = `${app}-${createId(this.#startedAt)}`;
    this.#pool = new WorkerPool({ ...options, places: this.#worker.maxConcurrentRuns });
    this.#load = new WorkerLoad({ ...options, limit: () => this.#pool.size });
    this.#own = new OwnRuns(clock);
    this.#loopWatch = this.#watchLoop();
    const takeLongestMs = (): number => this.#loopWatch.takeLongestMs();
    this.#process = new ProcessLoad({ clock, runtime, takeLongestMs });
    this.#samples = new WorkerSamples({
      clock,
      runtime,
      everyMs: this.#worker.sampleEveryMs,
      places: () => ({ running: this.#load.running, limit: this.#pool.size }),
    });
    this.#logs = new LogWriter({ store: store.logs, clock, onError });
    this.#presence = this.#showWorker();
    const onDrainAsked = (worker: string): void => {
      if (worker === this.id) void this.#drainAsked();
    };
    this.#attempts = new RunningAttempts({ ...options, onDrainAsked });
    const writer = new AttemptWriter({
      store: store.instances,
      commitsTogether: store.commitsTogether,
      clock,
      onError,
      signal: this.#stop.signal,
    });
    const wake = (runs: readonly JobInstance[]): void => runs.forEach((run) => options.onTurnEnded?.(run));
    this.#abandoned = new AbandonedCode({ ...options, store: store.instances, writer, wake });
    const { loop, settler } = this.#executeWith(writer);
    const ofRuns = { ...options, worker: this.id, writer, own: this.#own, loop };
    this.intake = new RunIntake({ ...ofRuns, described: this.#worker, settler, load: this.#load });
    this.resumed = new ResumedRuns({
      ...ofRuns,
      onCancelAsked: (id) => this.#attempts.cancel(id),
      announce: () => this.#presence.announce(),
      onEnded: (run, definition, slot) => {
        this.intake.ended(run.lane, definition, slot);
        options.onResumedEnded?.(run);
      },
    });
  }

  #watchLoop(): LoopWatch {
    const { clock, runtime, metrics, app, onBlocked } = this.#options;
    return new LoopWatch({
      clock,
      processorWaitMs: runtime.processorWaitMs,
      onBlocked: (blocked) => {
        for (const jobKey of blocked.jobKeys) metrics?.blocked({ app, jobKey }, blocked.ms);
        this.#attempts.noteBlocked(blocked);
      },
      onReport: (blocked) => onBlocked?.(blocked),
    });
  }

  #showWorker(): WorkerPresence {
    const { store, clock, isKeptAlive = false, onDrain, onError } = this.#options;
    return new WorkerPresence({
      store: store.executors,
      names: store.workerNames,
      clock,
      heartbeatMs: this.#worker.heartbeatMs,
      isKeptAlive,
      longestLeftMs: () => this.#attempts.longestLeftMs,
      describe: () => this.describe(),
      onDrain: (isAsked) => {
        const wasDraining = this.#load.isDraining;
        this.#load.drain(isAsked);
        if (this.#load.isDraining !== wasDraining) onDrain?.();
      },
      onError,
    });
  }

  /** Creates the parts that execute attempts and record how they end. */
  #executeWith(writer: AttemptWriter): { readonly loop: AttemptLoop; readonly settler: AttemptSettler } {
    const options = this.#options;
    const { store, cache, clock, metrics, onError } = options;
    const onRuns = { ...options, store: store.instances };
    const limits = this.#worker;
    const ends = new EndWriter({ ...onRuns, writer, load: this.#load, own: this.#own, described: limits });
    const hooks = new HookCaller({ hooks: options.hooks ?? {}, metrics, onError });
    const settler = new AttemptSettler({ ...options, writer, ends, hooks, limits });
    const loop = new AttemptLoop({
      store,
      cache,
      clock,
      worker: limits,
      load: this.#load,
      loopWatch: this.#loopWatch,
      writer,
      settler,
      logs: this.#logs,
      log: options.log,
      scope: options.scope,
      scheduler: options.scheduler,
      secrets: options.secrets,
      callbacks: options.callbacks,
      hooks,
      attempts: this.#attempts,
      onAbandoned: (attempt, untilReturned) => this.#abandoned.add(attempt, untilReturned),
      runsElsewhere: options.runsElsewhere,
      onBegin: (longestMs) => this.#presence.began(longestMs),
      // Runs of a task's nodes have no key that others could wait for.
      onEnded: (run, job) => options.onNodeEnded?.(run) ?? beginNextOfKey(run, job, onRuns),
      onError,
    });
    return { loop, settler };
  }

  /** Shows the worker and begins to listen for cancels. */
  async start(): Promise<void> {
    this.#samples.start();
    await this.#presence.announce();
    await this.#attempts.start();
    this.#pool.begin(this.#load);
  }

  /** Resolves once its heartbeats go on whatever its jobs do; a worker that others judge by them takes no run before. */
  untilKeptAlive(): Promise<void> {
    return this.#presence.untilKeptAlive();
  }

  /** Whether it takes no new runs: it leaves, or somebody asked it to drain. */
  get isDraining(): boolean {
    return this.#load.isDraining;
  }

  describe(): ExecutorRecord {
    const { tenant, app, runtime, runners, callbacks, clock, mayReturn = false } = this.#options;
    const samples = this.#samples.take();
    return {
      id: this.id,
      tenant,
      app,
      ...labelsOf(this.#worker, runtime),
      runtime: runtime.name,
      runtimeVersion: runtime.version,
      startedAt: this.#startedAt,
      lastSeenAt: clock.now(),
      running: this.#load.running,
      abandoned: this.#load.abandoned,
      ...this.#pool.describe(),
      draining: this.#load.isDraining,
      holds: this.#own.named(),
      load: this.#process.measure(),
      ...(samples !== null && { samples }),
      blocked: this.#loopWatch.latest,
      takesOwn: true,
      ...(mayReturn && { mayReturn: true }),
      jobKeys: [...new Set(runners.flatMap(({ handlers }) => handlers))],
      ...offersOf(runners, callbacks.url),
    };
  }

  /** Fails the attempt that an escaped error belongs to; returns whether it was one of this worker's. */
  failEscaped(runToken: string, error: unknown): boolean {
    return this.#attempts.failEscaped(runToken, error);
  }

  /** Takes no more from now on, and says so; what it has goes on. */
  async drain(): Promise<void> {
    this.#load.leave();
    await this.#presence.announce();
  }

  /** Stops taking, lets runs finish within the grace, aborts the rest, settles all, and leaves. */
  close(graceMs: number): Promise<void> {
    return (this.#closing ??= this.#shutDown(graceMs));
  }

  /** A heartbeat says whether it is to drain, and the next one that it does. */
  async #drainAsked(): Promise<void> {
    await this.#presence.announce();
    await this.#presence.announce();
  }

  async #shutDown(graceMs: number): Promise<void> {
    await this.drain();
    await this.#load.untilIdle(graceMs);
    this.#attempts.abortForShutdown();
    // The runs settle by themselves within their grace.
    await this.#load.untilIdle(this.#worker.abortGraceMs + LAST_WRITES_MS);
    const last = sleep(this.#options.clock, LAST_WRITES_MS, this.#stop.signal);
    await Promise.race([Promise.all([this.intake.untilIdle(), this.#abandoned.close()]), last]);
    await this.#logs.flush();
    await this.#attempts.close();
    this.#stop.abort();
    this.#loopWatch.close();
    this.#samples.close();
    await this.#pool.close();
    this.#load.leavePlaces();
    await this.#presence.leave();
  }
}
