import type { AroundRun, Container, JobRegistration, LogSink, RunScope } from "@mojob/core";
import type { PoolOptions } from "@mojob/core/engine";
import type { RuntimeInfo } from "@mojob/core/platform";
import type { ClientOptions } from "../call/client-options.ts";
import type { RemoteScheduler } from "../remote-scheduler.ts";

export interface RemoteWorkerOptions extends Pick<ClientOptions, "url" | "token" | "fetch" | "clock"> {
  /** The service these jobs belong to: the token is one of its executors'. */
  readonly app: string;
  readonly jobs: readonly JobRegistration[];
  /** Looks up what jobs inject. */
  readonly container?: Container;
  /**
   * Runs it takes at once. `{ min, max, targetCpu }` is a limit that follows the load of the process and its machine, as `runtime` says it.
   * @default 16
   */
  readonly maxConcurrentRuns?: number | PoolOptions;
  /** A name for people. */
  readonly name?: string;
  /** Its purpose, in one line. */
  readonly description?: string;
  /** The version of the app's code. */
  readonly version?: string;
  /** Texts by name, such as `region`. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether `jobs` are all that the code of the app declares: jobs of the app that are missing stop firing. @default false */
  readonly isComplete?: boolean;
  /**
   * The scheduler with which its jobs trigger others, as `connectScheduler` returns it: an executor's token starts nothing.
   * @default none: `context.scheduler` throws
   */
  readonly scheduler?: RemoteScheduler;
  /** The runtime of the process, as `runtimeInfo()` of the platform adapters returns it. @default { name: "unknown", version: "" } */
  readonly runtime?: RuntimeInfo;
  /** Stands around each attempt, and is waited for: the attempt fails with what it throws. @default nothing does */
  readonly around?: AroundRun;
  /** Assigns errors that escape a run's promise to the run; the platform adapters provide one. */
  readonly scope?: RunScope;
  /** How long runs may continue after `close()` before their signals abort. @default 30_000 */
  readonly shutdownGraceMs?: number;
  /**
   * Takes the lines of its runs, beside their own logs, and what would be written to stderr: `jsonLog`, `textLog`, or a function that calls a
   * logger. @default what it has to say is written to stderr
   */
  readonly log?: LogSink;
  /** Called with what went wrong outside any run. @default written to the console's error stream */
  readonly onError?: (error: unknown) => void;
}
