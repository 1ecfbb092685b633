import { registerJobs } from "../definition/register-jobs.ts";
import type { Container } from "../job/container.ts";
import type { JobContext } from "../job/job-context.ts";
import type { JobRegistration } from "../job/job-registration.ts";
import { NewJobs } from "../model/option/new-jobs.ts";
import { OptionRule } from "../model/option/option-rule.ts";
import type { RunScope, RuntimeInfo } from "../ports/platform/platform.ts";
import type { IMoWorkRunner } from "../ports/work-runner.ts";
import type { JobExecutor, JobExecutorOptions } from "../running/job-executor.ts";
import type { LogSink } from "../running/log-sink.ts";
import type { RunHooks } from "../running/attempt/run-hooks.ts";
import type { WorkerOptions } from "../running/worker/worker-options.ts";
import type { RegistrationResult } from "../scheduler/job-registry.ts";
import type { MoJobScheduler } from "../scheduler/mo-job-scheduler.ts";
import type { CodeRunner } from "../work/code-runner.ts";
import { flowRunners } from "../work/flow/flow-runners.ts";
import { type IMoJobThreads, threadRunner } from "../work/job-threads.ts";
import { reportWarning } from "./console-reporters.ts";
import { createScheduler } from "./create-scheduler.ts";
import type { Engine } from "./engine.ts";
import { createExecutor } from "./hosted-executor.ts";

/** Options of a process that runs jobs, however their runs reach it. */
export interface JobHostOptions {
  /** The service these jobs belong to. */
  readonly app: string;
  readonly jobs: readonly JobRegistration[];
  /** Looks up what jobs inject. */
  readonly container?: Container;
  readonly worker?: WorkerOptions;
  /**
   * How to treat options that are stored already when the code states others: `stored` keeps them, `follow-code` gives those that nobody
   * edited the code's value.
   * @default "stored"
   */
  readonly optionRule?: OptionRule;
  /**
   * How jobs begin that are registered for the first time: `stopped` pauses recurring ones until somebody resumes them.
   * @default "running"
   */
  readonly newJobs?: NewJobs;
  /** Whether `jobs` are all that the code of the app declares: jobs of the app that are missing stop firing. @default true */
  readonly isComplete?: boolean;
  /** Runners for work of other kinds than `code`. @default none */
  readonly runners?: readonly IMoWorkRunner<JobContext>[];
  /** Called around each attempt. @default a failed attempt is one line on stderr */
  readonly hooks?: RunHooks;
  /**
   * Takes the lines of runs, beside their own logs, and what would be written to stderr: `jsonLog`, `textLog`, or a function that calls a logger.
   * @default what the scheduler has to say is written to stderr, and the lines of a run are kept with it
   */
  readonly log?: LogSink;
  /** How long runs may continue after `close()` before their signals abort. @default 30_000 */
  readonly shutdownGraceMs?: number;
  /** Shown with the worker; the platform adapters provide it. @default { name: "unknown", version: "" } */
  readonly runtime?: RuntimeInfo;
  /** Where jobs with `isolation: "thread"` run, as `jobThreads()` of @mojob/threads returns it. @default null */
  readonly threads?: IMoJobThreads | null;
  /** Assigns errors that escape a run's promise to the run; the platform adapters provide one. */
  readonly scope?: RunScope;
  /** Called with what the author of a job should know. @default written to the console's error stream */
  readonly onWarning?: (warning: string) => void;
}

/** A tenant's worker in a process, before runs reach it. */
export interface JobHost {
  readonly executor: JobExecutor;
  /** The jobs get it as `context.scheduler`. */
  readonly scheduler: MoJobScheduler;
  readonly shutdownGraceMs: number;
  /** Registers the jobs, then shows the worker. @throws MoJobError as `registerJobs`, and `CodeRunner.check` */
  start(): Promise<readonly RegistrationResult[]>;
  /** Stops taking, lets runs finish within the grace, aborts the rest and settles all. */
  close(): Promise<void>;
}

const SHUTDOWN_GRACE_MS = 30_000;

/** @param onCapacity called when the worker can take more runs */
export function createJobHost(
  engine: Engine,
  code: CodeRunner,
  options: JobHostOptions & Pick<JobExecutorOptions, "isKeptAlive">,
  onCapacity: () => void,
): JobHost {
  const { app, jobs, worker = {}, hooks, runtime = { name: "unknown", version: "" }, scope } = options;
  const { runners = [], isComplete = true, threads = null } = options;
  const { shutdownGraceMs = SHUTDOWN_GRACE_MS } = options;
  const { onWarning = reportWarning, optionRule = OptionRule.Stored, newJobs = NewJobs.Running } = options;
  const isolated = threadRunner(app, jobs, threads);
  const scheduler = createScheduler(engine);
  const executor = createExecutor(engine, {
    app,
    runners: [
      ...(isolated === null ? [] : [isolated]),
      code,
      ...runnersOf(engine.tenant, runners),
      ...flowRunners(engine.clock),
    ],
    runtime,
    worker,
    ...(hooks !== undefined && { hooks }),
    ...(options.log !== undefined && { log: options.log }),
    ...(scope !== undefined && { scope }),
    ...(options.isKeptAlive !== undefined && { isKeptAlive: options.isKeptAlive }),
    onCapacity,
    onWarning,
  });
  return {
    executor,
    scheduler,
    shutdownGraceMs,
    async start() {
      const { registry } = engine;
      await code.check();
      await engine.secrets.check(app);
      const registrations = await registerJobs({
        app,
        jobs,
        registry,
        isComplete,
        onWarning,
        optionRule,
        newJobs,
      });
      await executor.start();
      return registrations;
    },
    close: () => executor.close(shutdownGraceMs),
  };
}

function runnersOf(
  tenant: string,
  runners: readonly IMoWorkRunner<JobContext>[],
): readonly IMoWorkRunner<JobContext>[] {
  return runners
    .map((runner) => (runner.ofTenant === undefined ? runner : runner.ofTenant(tenant)))
    .filter((runner) => runner !== null);
}
