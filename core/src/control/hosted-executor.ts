import type { BlockedLoop } from "../model/executor-record.ts";
import { TriggerType } from "../model/instance/job-instance.ts";
import type { LogSink } from "../running/log-sink.ts";
import type { RunHooks } from "../running/attempt/run-hooks.ts";
import { blockedText } from "../running/worker/blocked-text.ts";
import { JobExecutor, type JobExecutorOptions } from "../running/job-executor.ts";
import type { HostedExecutorOptions } from "../running/executor-host.ts";
import { reportFailedRun, reportWarning } from "./console-reporters.ts";
import { createScheduler } from "./create-scheduler.ts";
import { KeptWorks } from "../work/kept-work.ts";
import { PhasesRunner } from "../work/phases-runner.ts";
import type { NodeHost } from "../work/task-host.ts";
import type { Engine } from "./engine.ts";

type EngineExecutorOptions = Pick<
  JobExecutorOptions,
  | "app"
  | "runners"
  | "runtime"
  | "worker"
  | "hooks"
  | "log"
  | "scope"
  | "isKeptAlive"
  | "runsElsewhere"
  | "room"
  | "mayReturn"
  | "onDrain"
  | "onCapacity"
> & {
  /** Called with what the author of a job should know. @default written to the console's error stream */
  readonly onWarning?: (warning: string) => void;
};

/** An executor over an engine, not yet started; a failed attempt is one line on stderr, unless a hook takes it. */
export function createExecutor(engine: Engine, options: EngineExecutorOptions): JobExecutor {
  const { hooks, onWarning = reportWarning, ...own } = options;
  const { tasks } = engine;
  const host = (): NodeHost => ({ app: own.app, intake: executor.intake });
  const executor = new JobExecutor({
    ...engine,
    ...own,
    runners: [
      ...own.runners,
      phasesOver(engine, own.runners),
      ...(tasks === null ? [] : [tasks.runner(host)]),
    ],
    scheduler: createScheduler(engine),
    hooks: { onRunEnd: reportFailedRun, ...hooks },
    onNodeEnded: (run) => tasks?.ended(run, host()) ?? null,
    onTurnEnded: (run) => {
      // Only what a Temporal client started is followed to its end by what began to deliver it.
      if (run.trigger.type === TriggerType.Temporal) engine.runtime.wake?.([run]).catch(engine.onError);
    },
    onAsked: async (runs) => tasks?.settle(runs),
    // A workflow that lost its worker looks ever more rarely, unless it is woken.
    onResumedEnded: (run) => void engine.runtime.wake?.([run]).catch(engine.onError),
    onBlocked: (blocked) => onWarning(blockedWarning(blocked)),
  });
  return executor;
}

function phasesOver({ tenant, state, clock }: Engine, runners: JobExecutorOptions["runners"]): PhasesRunner {
  return new PhasesRunner({ runners, kept: new KeptWorks(tenant, state), clock });
}

/** Parts of a host that its executors of other programs share with the executor of its own code. */
interface HostedExecutorParts {
  readonly hooks?: RunHooks | undefined;
  readonly log?: LogSink | undefined;
  /** Called when the executor may have room for more. */
  readonly onCapacity: () => void;
}

/** The executor of another program, not yet started. */
export function createHostedExecutor(
  engine: Engine,
  { onSettled, ...options }: HostedExecutorOptions,
  { hooks = {}, log, onCapacity }: HostedExecutorParts,
): JobExecutor {
  // `around` wraps jobs where they are executed, which is not here.
  const { around: _, onRunEnd = reportFailedRun, ...others } = hooks;
  return createExecutor(engine, {
    ...options,
    runsElsewhere: true,
    hooks: {
      ...others,
      onRunEnd: (end) => {
        onSettled?.(end);
        return onRunEnd(end);
      },
    },
    ...(log !== undefined && { log }),
    onCapacity,
  });
}

function blockedWarning(blocked: BlockedLoop): string {
  const text = blockedText(blocked);
  return blocked.jobKeys.length === 0
    ? `${text}; no job is to blame for it`
    : `${text}, and all else of this process waited; a job that computes wants isolation: "thread"`;
}
