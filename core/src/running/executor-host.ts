import type { Clock } from "../base/clock.ts";
import type { JobContext } from "../job/job-context.ts";
import type { ExecutorKeyring } from "../access/executor-key.ts";
import type { RuntimeInfo } from "../ports/platform/platform.ts";
import type { IMoWorkRunner } from "../ports/work-runner.ts";
import type { AttemptEnd } from "./attempt/run-hooks.ts";
import type { WorkerOptions } from "./worker/worker-options.ts";
import type { JobRegistry } from "../scheduler/job-registry.ts";

/** An executor that is another program: this process admits, fences and settles for it. */
export interface HostedExecutorOptions {
  readonly app: string;
  /** Runners that hand attempts to the program; the first that can run a job does. */
  readonly runners: readonly IMoWorkRunner<JobContext>[];
  /** The runtime of the program, shown with the executor. */
  readonly runtime: RuntimeInfo;
  /** As of a worker of this process. @default {} */
  readonly worker?: WorkerOptions;
  /** How many more runs the program asks for now, besides its limit. @default no bound */
  readonly room?: () => number;
  /** Whether the program goes on with its runs while this process is gone, and may come back with them. @default false */
  readonly mayReturn?: boolean;
  /** Called when somebody asked the executor to take no new runs, or to take them again: see `isDraining`. */
  readonly onDrain?: () => void;
  /** Called once the end of an attempt was recorded. */
  readonly onSettled?: (end: AttemptEnd) => void;
}

/** An attempt that a program says it executes. */
export interface HeldAttempt {
  readonly instanceId: string;
  /** The claim that it was begun with. */
  readonly claim: string;
}

/** An attempt that an executor may go on with, and the claim that it will have then. */
export interface OfferedAttempt extends HeldAttempt {
  readonly nextClaim: string;
}

/** An executor that this process runs for another program, until it is closed. */
export interface HostedExecutor {
  /** Its id in the store and the panel. */
  readonly id: string;
  /** Whether it takes no more runs. */
  readonly isDraining: boolean;
  /** Call it when `room` has grown. */
  changed(): void;
  /**
   * Says which of the attempts that the program has gone on executing it may go on with here. Nothing is written. Resolves to `null` for
   * one that has ended, was taken over by another, or cannot run here.
   */
  offer(attempts: readonly HeldAttempt[]): Promise<readonly (OfferedAttempt | null)[]>;
  /**
   * Takes an offered attempt over, once the program has the new claim; the runner is called with it. Resolves to whether it is this
   * executor's: not where it has ended or was taken over by another meanwhile.
   */
  resume(attempt: OfferedAttempt): Promise<boolean>;
  /** Takes no more runs; those under way go on. */
  drain(): Promise<void>;
  /** Lets runs finish within the grace, aborts the rest, settles all and leaves. A second call returns the same promise. */
  close(graceMs: number): Promise<void>;
}

/** Runs the executors of one tenant that are other programs, in this process. */
export interface ExecutorHost {
  readonly tenant: string;
  readonly clock: Clock;
  /** Registers the jobs that such programs declare. */
  readonly registry: JobRegistry;
  /** The keys with which such programs sign their calls. */
  readonly keys: ExecutorKeyring;
  /** Called with what went wrong outside any run. */
  readonly onError: (error: unknown) => void;
  /**
   * Shows the executor and begins to take runs for it.
   * @throws MoJobError `invalid_argument` for a bad option; `lock_held` where this process stands by; `shutting_down`; `store_unavailable`
   */
  open(executor: HostedExecutorOptions): Promise<HostedExecutor>;
}
