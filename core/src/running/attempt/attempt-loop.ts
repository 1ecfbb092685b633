import { EventLoopYield } from "../../base/batching/event-loop-yield.ts";
import type { Clock } from "../../base/clock.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { fireTimeOf } from "../../model/instance/fire-time.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { MoJobErrorCode } from "../../base/error.ts";
import { executeWithin } from "../../job/around-run.ts";
import type { JobContext } from "../../job/job-context.ts";
import { Snooze } from "../../job/snooze.ts";
import type { AttemptRef } from "../../model/instance/attempt-ref.ts";
import { reportProgress } from "../../model/instance/transitions.ts";
import { noteExecutor, type SentTo } from "../../model/broadcast/note-executor.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { withRunOptions } from "../../model/job-of-run.ts";
import type { BlockedLoop } from "../../model/executor-record.ts";
import { Isolation } from "../../model/option/value/isolation.ts";
import type { RunRouting } from "../../model/run-routing.ts";
import type { RunScope } from "../../ports/platform/platform.ts";
import type { IMoWorkRunner, WorkAttempt } from "../../ports/work-runner.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import type { AttemptSettler } from "./attempt-settler.ts";
import type { AttemptWriter } from "./attempt-writer.ts";
import type { HookCaller } from "./hook-caller.ts";
import type { LogWriter } from "./log-writer.ts";
import type { CallbackAddresses } from "../../callbacks/callback-addresses.ts";
import { retriesOf } from "../../model/instance/snooze.ts";
import { TextMask } from "../../base/sealing/text-mask.ts";
import type { StoredSecrets } from "../../secrets/stored-secrets.ts";
import { ProgressWriter } from "./progress-writer.ts";
import { RunLog } from "./run-log.ts";
import { alsoTo, type LogSink } from "../log-sink.ts";
import { type AdmittedRun, SLOT_FREE, type SlotEnd } from "./admitted-run.ts";
import { AttemptFiles, type AttemptFilesOptions } from "./attempt-files.ts";
import type { AttemptParts } from "./attempt-parts.ts";
import type { CodeEnd, RunEnd, SettledAttempt } from "./run-end.ts";
import { RunningAttempt } from "./running-attempt.ts";
import { argsWithSecrets, secretsOfRun, secretsOfWork } from "./secret-args.ts";
import type { RunningAttempts } from "./running-attempts.ts";
import { recordedRuns } from "./recorded-runs.ts";
import { TimeLimits } from "./time-limits.ts";
import type { LoopWatch } from "../worker/loop-watch.ts";
import type { WorkerLoad } from "../worker/worker-load.ts";
import type { ResolvedWorkerOptions } from "../worker/worker-options.ts";

/** After this a run is due again that waited for its place when its worker stopped. */
const HANDED_BACK_MS = 1000;
/** A run that waited for less says nothing of it. */
const NOTED_FROM_MS = 1000;

export interface AttemptLoopOptions {
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  readonly worker: ResolvedWorkerOptions;
  readonly load: WorkerLoad;
  readonly loopWatch: LoopWatch;
  readonly writer: AttemptWriter;
  readonly settler: AttemptSettler;
  readonly logs: LogWriter;
  /** Takes the lines of runs as well. @default none */
  readonly log?: LogSink | undefined;
  /** @default none: an error that escapes an attempt's promise is the process's */
  readonly scope?: RunScope | undefined;
  readonly scheduler: MoJobScheduler;
  readonly hooks: HookCaller;
  /** Keeps the files of runs. */
  readonly store: AttemptFilesOptions["store"];
  readonly callbacks: CallbackAddresses;
  /** Opens what a job's work names. */
  readonly secrets: StoredSecrets;
  readonly attempts: RunningAttempts;
  /** Called with an attempt that has ended and whose code goes on in its slot, until the promise resolves. */
  readonly onAbandoned: (attempt: AttemptRef, untilReturned: Promise<void>) => void;
  /** As `JobExecutorOptions.runsElsewhere`. @default false */
  readonly runsElsewhere?: boolean | undefined;
  /** Called with a run whose attempts here have ended, as it was admitted; what it returns does not reject. @default nothing is called */
  readonly onEnded?: (run: JobInstance, definition: JobDefinition) => Promise<void> | null;
  /** Called with how long an attempt that begins may take. @default nothing is called */
  readonly onBegin?: (longestMs: number) => void;
  readonly onError: (error: unknown) => void;
}

type CalledRun = Omit<AdmittedRun, "attempt" | "soFar">;

/** Runs admitted runs: an attempt with its log, progress and signal, and the attempts that follow it at once. */
export class AttemptLoop {
  readonly #options: AttemptLoopOptions;
  readonly #parts: AttemptParts;

  constructor(options: AttemptLoopOptions) {
    const { clock, scheduler, worker, logs, log, writer, store, onError } = options;
    this.#options = options;
    this.#parts = {
      clock,
      scheduler,
      abortGraceMs: worker.abortGraceMs,
      limits: new TimeLimits(clock),
      createLog: ({ attemptRef: attempt, jobKey }, mask, lines) => {
        const taken = log === undefined ? logs : alsoTo(log, logs, jobKey);
        return new RunLog({ attempt, clock, maxBytes: worker.maxLogBytes, logs: taken, mask, lines });
      },
      createFiles: (attempt, signal) => new AttemptFiles({ store, attempt, signal }),
      createProgress: (attempt) =>
        new ProgressWriter(clock, (latest) =>
          writer.update(reportProgress(attempt, clock.now(), latest)).catch(onError),
        ),
    };
  }

  /** Resolves when the run is settled and no attempt follows on this worker, to what became of its slot. */
  async run({ instance, attempt: first, definition, runner, soFar }: AdmittedRun): Promise<SlotEnd> {
    const { load, loopWatch, hooks, attempts, runsElsewhere = false } = this.#options;
    // A thread of its own keeps nobody else waiting, nor does another process.
    const keepsWaiting = !runsElsewhere && definition.options.isolation === Isolation.None;
    const watched = keepsWaiting ? definition.key : null;
    load.begin();
    if (watched !== null) loopWatch.begin(watched);
    let slot = SLOT_FREE;
    try {
      let attempt: AttemptRef | null = first;
      let current = definition;
      while (attempt !== null) {
        const called: CalledRun = { instance, definition: current, runner };
        const { timeoutMs } = withRunOptions(current, instance).options;
        const since = attempt === first ? soFar : undefined;
        const running: RunningAttempt = new RunningAttempt(this.#parts, attempt, instance, timeoutMs, since);
        try {
          const end = await this.#begin(running, called);
          const settled: SettledAttempt = await this.#settle(running, called, end);
          hooks.ended(running, instance, settled);
          ({ next: attempt, slot } = settled);
        } finally {
          attempts.delete(running);
        }
        if (attempt !== null) current = await this.#inForce(current, runner);
      }
      const following = this.#options.onEnded?.(instance, definition) ?? null;
      if (following !== null) await following;
      return slot;
    } finally {
      if (watched !== null) loopWatch.end(watched);
      // A run that has begun in its slot gets its place as well.
      if (slot.begun !== null) load.take(1);
      load.end();
    }
  }

  /** Begins an attempt's time, and has its code called; resolves to the attempt's end. */
  #begin(running: RunningAttempt, called: CalledRun): Promise<RunEnd> {
    const { instance, runner } = called;
    const { hooks, loopWatch, attempts, onBegin } = this.#options;
    attempts.add(running);
    onBegin?.(running.longestMs);
    if (wasDueMeanwhile(instance, loopWatch.latest)) running.noteBlocked(loopWatch.latest);
    hooks.started(running, instance);
    const placing = runner.places?.take(instance.priority, running.signal) ?? null;
    const ending = running.begin(placing !== null);
    if (placing === null) this.#call(running, called);
    else this.#callOncePlaced(running, called, placing).catch(this.#options.onError);
    attempts.endIfCancelled(running);
    return ending;
  }

  /** Writes how an attempt has ended, once its log is complete: a reader that sees the end can read all of it. */
  #settle(running: RunningAttempt, called: CalledRun, end: RunEnd): Promise<SettledAttempt> {
    const { logs, load, loopWatch, settler, onAbandoned } = this.#options;
    loopWatch.check(running.endedMs);
    const untilReturned = running.hasReturned ? null : this.#countAbandoned(running);
    const settle = (): Promise<SettledAttempt> => {
      // Beside code that still runs, or on a worker that is about to stop, the next attempt does not begin.
      const mayRetryNow = running.hasReturned && !load.isDraining;
      return settler.settle(running, called, end, mayRetryNow);
    };
    const settling = running.closeRecords() ? logs.flush().then(settle) : settle();
    if (untilReturned === null) return settling;
    return settling.then((settled) => {
      if (settled.keepsSlot) onAbandoned(running.attemptRef, untilReturned);
      return settled;
    });
  }

  /** Calls the code once it has a place; a run that is ended before is not called. */
  async #callOncePlaced(running: RunningAttempt, run: CalledRun, placing: Promise<boolean>): Promise<void> {
    const { places } = run.runner;
    running.log.info(`It waits for a place: all ${places?.limit} are taken`);
    if (!(await placing)) {
      // It has not begun, so it has not failed: another worker, or the next one, executes it.
      const isHandedBack = running.abortCode === MoJobErrorCode.WorkerShutdown;
      const error: unknown = isHandedBack ? new Snooze(HANDED_BACK_MS) : running.signal.reason;
      return running.returned({ type: "threw", error });
    }
    running.placed();
    this.#options.onBegin?.(running.longestMs);
    this.#call(running, run);
  }

  /** Counts code that goes on without its attempt; resolves when it has ended. */
  async #countAbandoned(running: RunningAttempt): Promise<void> {
    const ended = this.#options.load.abandon();
    await running.untilReturned();
    ended();
  }

  /** Calls the code; `running` is given its end. */
  #call(running: RunningAttempt, { instance, definition, runner }: CalledRun): void {
    const { scope, callbacks, hooks, store } = this.#options;
    const work: WorkAttempt<JobContext> = {
      definition: withRunOptions(definition, instance),
      instance,
      context: running,
      claim: running.attemptRef.claim,
      onAbandon: running.onAbandon,
      recordedRuns: (ids) => recordedRuns(store.instances, instance.tenant, ids),
      ...(this.#options.worker.sampleEveryMs !== null && { noteUsage: running.noteUsage }),
      noteExecutor: (sentTo) => this.#noteExecutor(running.attemptRef, instance.routing ?? {}, sentTo),
      ...(callbacks.url !== null && {
        openCallback: async ({ forRunMs, renews = false } = {}) => {
          // Each attempt since its admission was a retry that followed at once.
          const retry = retriesOf(instance) + running.attempt - instance.attempt;
          const isForRun = forRunMs !== undefined;
          const callback = await callbacks.open({
            instanceId: instance.id,
            retry: isForRun ? null : retry,
            ttlMs: running.longestMs + (forRunMs ?? 0),
            renews,
          });
          if (isForRun) running.callbackUrl = callback.url;
          return callback;
        },
      }),
    };
    const names = secretsOfRun(instance, definition);
    const execute = (): Promise<unknown> =>
      names.length === 0 ? runner.run(work) : this.#runWithSecrets(running, runner, work, names);
    const { around } = hooks;
    const run =
      around === undefined ? execute : (): Promise<unknown> => executeWithin(around, running, execute);
    try {
      (scope === undefined ? run() : scope.run(running.token, run)).then(
        (value) => returned(running, runner, { type: "returned", value }),
        (error: unknown) => returned(running, runner, { type: "threw", error }),
      );
    } catch (error) {
      // A runner that throws before it returns a promise.
      returned(running, runner, { type: "threw", error });
    }
  }

  #noteExecutor(attempt: AttemptRef, routing: Partial<RunRouting>, sentTo: SentTo): void {
    const { writer, clock, onError } = this.#options;
    writer.update(noteExecutor(attempt, clock.now(), routing, sentTo)).catch(onError);
  }

  /** Nothing of the work starts unless all that it names can be opened. */
  async #runWithSecrets(
    running: RunningAttempt,
    runner: IMoWorkRunner<JobContext>,
    work: WorkAttempt<JobContext>,
    names: readonly string[],
  ): Promise<unknown> {
    const { definition, instance } = work;
    const values = await this.#options.secrets.open(definition.app, names);
    const loopYield = new EventLoopYield(this.#options.clock);
    const mask = await TextMask.create(values.values(), () => loopYield.take());
    running.hide(mask);
    running.signal.throwIfAborted();
    running.args = argsWithSecrets(instance, values);
    const secrets = { values: secretsOfWork(definition, values), mask };
    return runner.run({ ...work, instance: { ...instance, args: running.args }, secrets });
  }

  /**
   * The definition in force; the one before it where that cannot be read or run here, because the attempt has begun. It runs
   * the script that its run's record names.
   */
  async #inForce(before: JobDefinition, runner: IMoWorkRunner<JobContext>): Promise<JobDefinition> {
    try {
      const latest = await this.#options.cache.get(before.key);
      const next = latest !== null && before.script !== undefined ? withScriptOf(before, latest) : latest;
      return next !== null && runner.canRun(next) ? next : before;
    } catch {
      return before;
    }
  }
}

/** The code has ended, whether the attempt had ended before it or not. */
function returned(running: RunningAttempt, { places }: IMoWorkRunner<JobContext>, end: CodeEnd): void {
  places?.release();
  running.returned(end);
}

function withScriptOf({ work, script }: JobDefinition, latest: JobDefinition): JobDefinition {
  return { ...latest, work, ...(script !== undefined && { script }) };
}

/** Whether a run became due while the event loop did not turn. */
function wasDueMeanwhile(run: JobInstance, blocked: BlockedLoop | null): blocked is BlockedLoop {
  const dueAt = fireTimeOf(run) ?? run.scheduledFor ?? run.enqueuedAt;
  if (blocked === null || dueAt === null) return false;
  const waitedMs = blocked.at.getTime() - dueAt.getTime();
  return waitedMs >= NOTED_FROM_MS && waitedMs <= blocked.ms;
}
