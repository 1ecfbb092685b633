import { type JobRegistration, MoJobError, MoJobErrorCode } from "@mojob/core";
import {
  CodeRunner,
  Isolation,
  type PoolRule,
  reportError,
  resolveWorkerOptions,
  stateJob,
  withLog,
  WorkerPool,
} from "@mojob/core/engine";
import { resolveClientOptions } from "../call/client-options.ts";
import { contextScheduler } from "./context-scheduler.ts";
import { ExecutorLink } from "./executor-link.ts";
import type { HeldRun } from "./held-run.ts";
import { RemoteWorker } from "./remote-worker.ts";
import type { RemoteWorkerOptions } from "./worker-options.ts";

const SHUTDOWN_GRACE_MS = 30_000;
const DEFAULT_RUNS = 16;

/** A worker that is not with its scheduler, until it is closed. */
export interface StartedRemoteWorker {
  /** Its id in the panel; another one after the gateway was restarted. */
  readonly id: string;
  /** Ends the run an error that escaped its promise belongs to; returns whether there was one. */
  failEscaped(runToken: string, error: unknown): boolean;
  /** Takes no more runs, lets those under way finish within the grace, aborts the rest and leaves. A second call returns the same promise. */
  close(): Promise<void>;
}

/**
 * Starts a worker in this process for a scheduler in another one, over HTTP: it needs neither the scheduler's store nor its network of
 * databases, and there may be many. It registers its jobs, takes runs, and goes on through restarts of the scheduler's process: what runs
 * meanwhile goes on, and what ended is recorded when that is there again.
 *
 * The scheduler's process has to serve executors: `executorGateway` of @mojob/executor-gateway, or `MOJOB_EXECUTORS`.
 * @throws MoJobClientError where the gateway refuses the worker or one of its jobs; MoJobError `invalid_configuration` for jobs that it cannot run
 * @example
 * ```ts
 * import { defineTriggeredJob } from "@mojob/core";
 * import { startRemoteWorker } from "@mojob/client/worker";
 *
 * const resize = defineTriggeredJob({ key: "shop.resize", execute: (image: string) => `${image} resized` });
 * const worker = await startRemoteWorker({
 *   url: "http://127.0.0.1:7788",
 *   token: "c0ffee00c0ffee11c0ffee22",
 *   app: "shop",
 *   jobs: [resize],
 * });
 * await worker.close();
 * ```
 */
export async function startRemoteWorker(given: RemoteWorkerOptions): Promise<StartedRemoteWorker> {
  const options = withLog(given);
  const { app, jobs, container = null, onError = reportError } = options;
  const { shutdownGraceMs = SHUTDOWN_GRACE_MS, runtime, scope = UNSCOPED, scheduler = null } = options;
  const code = new CodeRunner(app, jobs, container);
  for (const job of jobs) assertRunsHere(job, app);
  const client = resolveClientOptions(options);
  await code.check();
  const held = new Set<HeldRun>();
  const places = placesOf(options);
  const link = new ExecutorLink({ client, registration: registrationOf(options), held, onError });
  await link.register();
  const worker = new RemoteWorker({
    link,
    held,
    code,
    scheduler: contextScheduler(scheduler, "default", app),
    pool: new WorkerPool({ places, clock: client.clock, runtime: runtime ?? {}, onError }),
    clock: client.clock,
    scope,
    around: options.around ?? null,
    log: options.log ?? null,
    usage: runtime?.usage ?? (() => null),
    loopDelay: runtime?.loopDelay?.() ?? null,
    onError,
  });
  worker.begin();
  let closing: Promise<void> | null = null;
  return {
    get id() {
      return link.id;
    },
    failEscaped: (runToken, error) => worker.failEscaped(runToken, error),
    close: () => (closing ??= worker.close(shutdownGraceMs)),
  };
}

/** @throws MoJobError `invalid_argument` */
function placesOf({ maxConcurrentRuns = DEFAULT_RUNS }: RemoteWorkerOptions): number | PoolRule {
  return resolveWorkerOptions({ maxConcurrentRuns }).maxConcurrentRuns ?? DEFAULT_RUNS;
}

const UNSCOPED = { run: <Result>(_runToken: string, work: () => Result): Result => work() };

function assertRunsHere(job: JobRegistration, app: string): void {
  if (job.task !== undefined)
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      `Cannot register task "${stateJob(job, app).key}" from a remote worker: a worker beside its scheduler begins the runs of tasks; declare it there, or make it with a call`,
    );
  if (job.options.isolation !== Isolation.Thread) return;
  throw new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot run job "${stateJob(job, app).key}" in a remote worker: it asks for a thread of its own, which a worker beside its scheduler gives`,
  );
}

function registrationOf(options: RemoteWorkerOptions): object {
  const { app, jobs, isComplete = false } = options;
  const places = placesOf(options);
  const { name, description, version, labels, runtime } = options;
  return {
    app,
    jobs: jobs.map((registration) => {
      const { key, kind, options: stated, argsSchema } = stateJob(registration, app);
      return { key, kind, options: stated, ...(argsSchema !== null && { argsSchema }) };
    }),
    isComplete,
    limit: typeof places === "number" ? places : places.max,
    name,
    description,
    version,
    labels,
    ...(runtime !== undefined && {
      host: runtime.host,
      pid: runtime.pid,
      runtime: { name: runtime.name, version: runtime.version },
    }),
  };
}
