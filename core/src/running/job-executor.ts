import { type Clock, sleep } from "../base/clock.ts";
import { MoJobErrorCode } from "../base/error.ts";
import { createId } from "../base/ids.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { JobDefinition } from "../definition/job-definition.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { type AttemptRef, begin, giveUpRetry, reportProgress, skip } from "../instance/transitions.ts";
import type { ExecutorRecord, IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { ExecutionRequest } from "../ports/runtime.ts";
import type { RunScope, RuntimeInfo } from "../ports/server.ts";
import { AttemptSettler } from "./attempt-settler.ts";
import { AttemptWriter } from "./attempt-writer.ts";
import { CancelWatch } from "./cancel-watch.ts";
import type { JobCode } from "./job-code.ts";
import { JobRun } from "./job-run.ts";
import { LogWriter } from "./log-writer.ts";
import { ProgressWriter } from "./progress-writer.ts";
import { RunLog } from "./run-log.ts";
import { type ResolvedWorkerOptions, resolveWorkerOptions, type WorkerOptions } from "./worker-options.ts";
import { WorkerPresence } from "./worker-presence.ts";

export interface JobExecutorOptions {
  readonly tenant: string;
  readonly app: string;
  readonly code: JobCode;
  readonly store: IMoJobScheduleMetadataStore;
  readonly cache: JobDefinitionCache;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly runtime: RuntimeInfo;
  readonly worker?: WorkerOptions;
  /** @default none: an error that escapes a run's promise is the process's */
  readonly scope?: RunScope;
  /** Hears that there is room for more. */
  readonly onCapacity?: () => void;
  /** Hears of what went wrong outside any run. */
  readonly onError: (error: unknown) => void;
}

/**
 * The whole worker side: takes requests, admits them, runs each with a signal, keeps log and progress, settles.
 *
 * A request is harmless twice: only one admission of an attempt can win. `execute` resolves when every run it took has
 * been settled.
 */
export class JobExecutor {
  readonly id: string;
  readonly #options: JobExecutorOptions;
  readonly #worker: ResolvedWorkerOptions;
  readonly #startedAt: Date;
  readonly #stop = new AbortController();
  readonly #writer: AttemptWriter;
  readonly #settler: AttemptSettler;
  readonly #logs: LogWriter;
  readonly #presence: WorkerPresence;
  readonly #cancels: CancelWatch;
  /** Runs not yet settled, by claim and id. */
  readonly #runs = new Map<string, JobRun>();
  /** Requests taken and not yet running or left. */
  #taken = 0;
  /** Runs under way, from their admission until no attempt follows here. */
  #carried = 0;
  /** Attempts that were settled while their code goes on. */
  #abandoned = 0;
  #isDraining = false;
  #onIdle: (() => void) | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: JobExecutorOptions) {
    const { store, clock, cache, dispatcher, onError, tenant, app } = options;
    this.#options = options;
    this.#worker = resolveWorkerOptions(options.worker);
    this.#startedAt = clock.now();
    this.id = `${app}-${createId(this.#startedAt)}`;
    this.#writer = new AttemptWriter({ store: store.instances, clock, onError, signal: this.#stop.signal });
    this.#settler = new AttemptSettler({
      writer: this.#writer,
      cache,
      dispatcher,
      clock,
      limits: this.#worker,
    });
    this.#logs = new LogWriter({ store: store.logs, clock, onError });
    this.#presence = new WorkerPresence({
      store: store.executors,
      clock,
      heartbeatMs: this.#worker.heartbeatMs,
      describe: () => this.describe(),
      onError,
    });
    this.#cancels = new CancelWatch({
      tenant,
      app,
      store,
      clock,
      pollMs: this.#worker.cancelPollMs,
      running: () => [...this.#runs.values()].map(({ instanceId }) => instanceId),
      onCancel: (ids) => this.#cancel(ids),
      onError,
    });
  }

  /** Shows the worker and begins to listen for cancels. */
  async start(): Promise<void> {
    await this.#presence.announce();
    await this.#cancels.start();
  }

  /** How many more requests it takes now. */
  get capacity(): number {
    if (this.#isDraining) return 0;
    const limit = this.#worker.maxConcurrentRuns;
    return limit === null ? Infinity : Math.max(0, limit - this.#carried - this.#abandoned - this.#taken);
  }

  describe(): ExecutorRecord {
    const { tenant, app, runtime, code, clock } = this.#options;
    return {
      id: this.id,
      tenant,
      app,
      runtime: runtime.name,
      runtimeVersion: runtime.version,
      startedAt: this.#startedAt,
      lastSeenAt: clock.now(),
      running: this.#carried + this.#abandoned,
      abandoned: this.#abandoned,
      limit: this.#worker.maxConcurrentRuns,
      draining: this.#isDraining,
      jobKeys: code.keys,
    };
  }

  /** Takes requests: admits each, runs what was admitted, and resolves when all of it is settled. */
  async execute(requests: readonly ExecutionRequest[]): Promise<void> {
    const { cache, code, clock } = this.#options;
    let waiting = 0;
    const wait = (change: number): void => {
      waiting += change;
      this.#taken += change;
    };
    wait(requests.length);
    try {
      const definitions = await cache.getMany([...new Set(requests.map(({ jobKey }) => jobKey))]);
      const runnable: { request: ExecutionRequest; definition: JobDefinition }[] = [];
      const work: Promise<unknown>[] = [];
      for (const request of withoutRepeats(requests)) {
        const definition = definitions.get(request.jobKey);
        // Without code here the run stays as it is: another worker may have the code, now or after a deploy.
        if (definition === undefined || !code.has(request.jobKey)) continue;
        if (definition.options.disabled) work.push(this.#refuseDisabled(request));
        else runnable.push({ request, definition });
      }
      wait(runnable.length - requests.length);
      // One moment and one claim for all: a store writes what is equal in one statement.
      const now = clock.now();
      const claim = createId(now);
      for (const { request, definition } of runnable) {
        const attempt = this.#attemptOf(request, claim);
        const admission = {
          change: begin(attempt, now, definition.options.retryCount),
          jobKey: definition.key,
          limit: definition.options.maxConcurrency,
        };
        // Each begins when its own answer is there: very many are admitted piece by piece.
        const answered = this.#writer.admit(admission).finally(() => wait(-1));
        work.push(
          answered.then((answer) => {
            if (answer.outcome === "admitted") return this.#carry(answer.instance, attempt, definition);
            return answer.outcome === "full" ? this.#refuseFull(request, definition) : undefined;
          }),
        );
      }
      await allOf(work);
    } finally {
      wait(-waiting);
      this.#notifyRoom();
    }
  }

  /** Ends the run an escaped error belongs to; answers whether it was one of this worker's. */
  failEscaped(runToken: string, error: unknown): boolean {
    const run = this.#runs.get(runToken);
    run?.fail(error);
    return run !== undefined;
  }

  /** Stops taking, lets runs finish within the grace, tells the rest to end, settles all, and leaves. */
  close(graceMs: number): Promise<void> {
    return (this.#closing ??= this.#shutDown(graceMs));
  }

  async #shutDown(graceMs: number): Promise<void> {
    this.#isDraining = true;
    await this.#presence.announce();
    await this.#waitUntilIdle(graceMs);
    for (const run of this.#runs.values()) {
      run.abort(MoJobErrorCode.WorkerShutdown, "The worker was shut down before the attempt had ended");
    }
    // The runs settle by themselves within their grace; the rest is room for the writes.
    await this.#waitUntilIdle(this.#worker.abortGraceMs + 2000);
    await this.#logs.flush();
    await this.#cancels.close();
    this.#stop.abort();
    await this.#presence.leave();
  }

  /** Runs an attempt and those that follow it at once; its place is taken until none does. */
  async #carry(instance: JobInstance, first: AttemptRef, definition: JobDefinition): Promise<void> {
    this.#carried += 1;
    try {
      let attempt: AttemptRef | null = first;
      let current = definition;
      while (attempt !== null) {
        attempt = await this.#runAttempt(instance, attempt, current);
        if (attempt !== null) current = await this.#inForce(current);
      }
    } finally {
      this.#carried -= 1;
      this.#notifyRoom();
    }
  }

  async #runAttempt(
    instance: JobInstance,
    attempt: AttemptRef,
    definition: JobDefinition,
  ): Promise<AttemptRef | null> {
    const { clock, code, scope, onError } = this.#options;
    const progress = new ProgressWriter(clock, (latest) =>
      this.#writer.update(reportProgress(attempt, clock.now(), latest)).catch(onError),
    );
    let hasLogged = false;
    const log = new RunLog({
      attempt,
      clock,
      maxBytes: this.#worker.maxLogBytes,
      write: (line) => {
        hasLogged = true;
        this.#logs.write(line);
      },
    });
    const run = new JobRun({
      attempt,
      instance,
      log,
      clock,
      timeoutMs: definition.options.timeoutMs,
      abortGraceMs: this.#worker.abortGraceMs,
      onProgress: (latest) => progress.report(latest),
    });
    const token = `${attempt.claim}/${attempt.id}`;
    this.#runs.set(token, run);
    const call = (): Promise<unknown> => code.call(instance, run);
    let hasReturned = false;
    let isAbandoned = false;
    const end = await run.start(scope === undefined ? call : () => scope.run(token, call), () => {
      hasReturned = true;
      if (!isAbandoned) return;
      this.#abandoned -= 1;
      this.#notifyRoom();
    });
    if (!hasReturned) {
      isAbandoned = true;
      this.#abandoned += 1;
    }
    progress.close();
    log.close();
    // A finished run's log is complete: whoever sees the end can read all of it.
    if (hasLogged) await this.#logs.flush();
    // Beside code that still runs, or on a worker that is about to stop, the next attempt does not begin.
    const mayRetryNow = !isAbandoned && !this.#isDraining;
    try {
      return await this.#settler.settle(run, { instance, definition }, end, mayRetryNow);
    } finally {
      this.#runs.delete(token);
    }
  }

  /** The definition in force; where it cannot be read the one before it, since an attempt that has begun must be run. */
  async #inForce(definition: JobDefinition): Promise<JobDefinition> {
    try {
      return (await this.#options.cache.get(definition.key)) ?? definition;
    } catch {
      return definition;
    }
  }

  #attemptOf({ instanceId, attempt }: ExecutionRequest, claim: string): AttemptRef {
    return { tenant: this.#options.tenant, id: instanceId, attempt, claim, worker: this.id };
  }

  async #refuseFull(request: ExecutionRequest, definition: JobDefinition): Promise<void> {
    const limit = definition.options.maxConcurrency ?? 0;
    const now = this.#options.clock.now();
    const attempt = this.#attemptOf(request, createId(now));
    if (request.attempt === 1) {
      await this.#writer.update(
        skip(attempt, now, `The job was full: ${limit} of ${limit} running (maxConcurrency)`),
      );
      return;
    }
    const instance = await this.#writer.read(attempt);
    if (instance) await this.#settler.settleFullRetry(attempt, instance, definition, limit);
  }

  async #refuseDisabled(request: ExecutionRequest): Promise<void> {
    const now = this.#options.clock.now();
    const attempt = this.#attemptOf(request, createId(now));
    if (request.attempt === 1) {
      await this.#writer.update(skip(attempt, now, "The job is disabled"));
      return;
    }
    const instance = await this.#writer.read(attempt);
    if (instance) await this.#writer.update(giveUpRetry(instance, now, "The job is disabled"));
  }

  #cancel(ids: readonly string[]): void {
    if (ids.length === 0) return;
    const asked = new Set(ids);
    for (const run of this.#runs.values()) {
      if (asked.has(run.instanceId)) run.abort(MoJobErrorCode.Cancelled, "The run was cancelled");
    }
  }

  #notifyRoom(): void {
    if (!this.#isDraining) this.#options.onCapacity?.();
    if (this.#isIdle) this.#onIdle?.();
  }

  get #isIdle(): boolean {
    return this.#carried === 0 && this.#taken === 0;
  }

  async #waitUntilIdle(timeoutMs: number): Promise<void> {
    if (this.#isIdle) return;
    const waited = new AbortController();
    this.#onIdle = () => waited.abort();
    await sleep(this.#options.clock, timeoutMs, waited.signal);
    this.#onIdle = null;
  }
}

/** Resolves when all have ended; rejects then with the first that failed. */
async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(work);
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** A batch may ask for an attempt twice; under their one claim the second would look like the first. */
function withoutRepeats(requests: readonly ExecutionRequest[]): Iterable<ExecutionRequest> {
  return new Map(requests.map((request) => [`${request.instanceId}/${request.attempt}`, request])).values();
}
