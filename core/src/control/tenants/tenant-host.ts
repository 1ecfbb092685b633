import { executorKeyring } from "../../placement/executor-keys.ts";
import type { MoJobError } from "../../base/error.ts";
import type { ExecutorHost, HostedExecutor, HostedExecutorOptions } from "../../running/executor-host.ts";
import type { JobExecutor, JobExecutorOptions } from "../../running/job-executor.ts";
import type { RegistrationResult } from "../../scheduler/job-registry.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import type { CodeRunner } from "../../work/code-runner.ts";
import type { Engine } from "../engine.ts";
import { createHostedExecutor } from "../hosted-executor.ts";
import { createJobHost, type JobHost, type JobHostOptions } from "../job-host.ts";

/** An executor of this process that wants runs. */
export interface FedExecutor {
  readonly executor: JobExecutor;
  readonly app: string;
  /** Whether it is another program's. */
  readonly isHosted: boolean;
  /** Whether it takes only so many runs at a time. */
  readonly isLimited: boolean;
  /** Cancels what is cancelled from outside. */
  readonly scheduler: MoJobScheduler;
}

/** Brings runs to one executor. */
export interface RunFeed {
  start(): void | Promise<void>;
  /** Called when the executor may have room for more. */
  changed(): void;
  /** Brings no more. */
  stop(): void;
  /** Resolves when every run that it brought has ended or was handed back. */
  close(): void | Promise<void>;
}

/** How runs reach the executors of one tenant in this process: the part in which runtimes differ. */
export interface Delivery {
  feed(to: FedExecutor): RunFeed;
  /** Called when an executor has come: runs may have waited for its code. */
  recover(): void;
}

export interface TenantHostOptions extends JobHostOptions, Pick<JobExecutorOptions, "isKeptAlive"> {
  readonly engine: Engine;
  readonly code: CodeRunner;
  readonly delivery: Delivery;
  /** Why no executor can be opened now; `null` where one can. */
  readonly refusal: () => MoJobError | null;
}

/** One tenant's executors in a process: the one of its own code, and those of programs elsewhere. */
export class TenantHost {
  readonly #options: TenantHostOptions;
  readonly #own: JobHost;
  readonly #feed: RunFeed;
  readonly #hosted = new Set<HostedExecutor>();

  constructor(options: TenantHostOptions) {
    const { engine, code, app, worker = {}, delivery } = options;
    this.#options = options;
    this.#own = createJobHost(engine, code, options, () => this.#feed.changed());
    const { executor, scheduler } = this.#own;
    const isLimited = (worker.maxConcurrentRuns ?? null) !== null;
    this.#feed = delivery.feed({ executor, app, isHosted: false, isLimited, scheduler });
  }

  get workerId(): string {
    return this.#own.executor.id;
  }

  /** Ends the run an error that escaped its promise belongs to; returns whether there was one. */
  failEscaped(runToken: string, error: unknown): boolean {
    return this.#own.executor.failEscaped(runToken, error);
  }

  /** Registers the jobs and begins to take runs. @throws MoJobError as `JobHost.start` and the feed */
  async start(): Promise<readonly RegistrationResult[]> {
    // Before anything begins: the tenant may be disabled, or have few places.
    await this.#options.engine.settings.refresh();
    const registrations = await this.#own.start();
    await this.#feed.start();
    return registrations;
  }

  /** Where programs elsewhere have their executors. */
  get executors(): ExecutorHost {
    const { tenant, registry, clock, state, onError } = this.#options.engine;
    const keys = executorKeyring(tenant, state, clock);
    return { tenant, clock, registry, onError, keys, open: (options) => this.#open(options) };
  }

  async #open(options: HostedExecutorOptions): Promise<HostedExecutor> {
    const { engine, hooks, log, delivery, refusal } = this.#options;
    const refused = refusal();
    if (refused !== null) throw refused;
    // What this process does not measure of itself it measures of no program either.
    const { sampleEveryMs } = this.#options.worker ?? {};
    const worker = { ...(sampleEveryMs !== undefined && { sampleEveryMs }), ...options.worker };
    const parts = { hooks, log, onCapacity: (): void => feed.changed() };
    const executor = createHostedExecutor(engine, { ...options, worker }, parts);
    const { scheduler } = this.#own;
    // Its room bounds it, whether or not it has a limit.
    const feed = delivery.feed({ executor, app: options.app, isHosted: true, isLimited: true, scheduler });
    await executor.start();
    let closing: Promise<void> | null = null;
    const close = async (graceMs: number): Promise<void> => {
      feed.stop();
      await executor.close(graceMs);
      await feed.close();
      this.#hosted.delete(hosted);
    };
    const hosted: HostedExecutor = {
      id: executor.id,
      get isDraining() {
        return executor.isDraining;
      },
      changed: () => feed.changed(),
      offer: (attempts) => executor.resumed.offer(attempts),
      resume: (attempt) => executor.resumed.take(attempt),
      drain: () => executor.drain(),
      // Its gateway and this process may both end it.
      close: (graceMs) => (closing ??= close(graceMs)),
    };
    this.#hosted.add(hosted);
    try {
      const late = refusal();
      if (late !== null) throw late;
      await feed.start();
    } catch (error) {
      await hosted.close(0);
      throw error;
    }
    delivery.recover();
    return hosted;
  }

  /** Takes no more runs, lets those under way finish within the grace, aborts the rest and settles all. */
  async close(): Promise<void> {
    this.#feed.stop();
    const { shutdownGraceMs } = this.#own;
    await Promise.all([
      this.#own.close(),
      ...[...this.#hosted].map((executor) => executor.close(shutdownGraceMs)),
    ]);
    await this.#feed.close();
    await this.#options.engine.places.close();
  }
}
