import {
  Closers,
  type CodeRunner,
  createHostedExecutor,
  createJobHost,
  type Engine,
  type ExecutorHost,
  type HostedExecutor,
  type HostedExecutorOptions,
  type JobExecutor,
  type JobHost,
  type RegistrationResult,
  executorKeyring,
} from "@mojob/core/engine";
import { type IMoEventBus, MoJobError, MoJobErrorCode } from "@mojob/core";
import type { Clock } from "@mojob/core/ports";
import type { NativeLink } from "@mojob/temporal-link/native";
import { createTenantEngine, type TenantEngine } from "../client/tenant-engine.ts";
import { LocalRetries } from "./local-retries.ts";
import { RunPoller, type RunPollerOptions } from "./run-poller.ts";
import type { StartWorkerOptions } from "./start-worker-options.ts";

export interface TenantWorkerOptions extends Omit<StartWorkerOptions, "tenant" | "tenants"> {
  readonly tenant: string;
  readonly deployment: string;
  readonly native: NativeLink;
  readonly bus: IMoEventBus;
  readonly clock: Clock;
  readonly code: CodeRunner;
  readonly shutdownGraceMs: number;
  readonly onError: (error: unknown) => void;
}

/** One tenant's worker in a process: it polls the tenant's queue of its app; connection, clock and code are shared. */
export class TenantWorker {
  readonly engine: Engine;
  readonly #options: TenantWorkerOptions;
  readonly #link: TenantEngine;
  readonly #host: JobHost;
  readonly #retries = new LocalRetries();
  readonly #closers = new Closers();
  readonly #poller: RunPoller;
  readonly #hosted = new Set<HostedExecutor>();
  #isClosing = false;

  constructor(options: TenantWorkerOptions) {
    const { native, defaults = {}, code } = options;
    this.#options = options;
    this.#link = createTenantEngine({
      ...options,
      client: native.client,
      scheduler: { defaults },
      intercept: (outside) => this.#retries.before(outside),
    });
    this.engine = this.#link.engine;
    this.#host = createJobHost(this.engine, code, { ...options, isKeptAlive: true }, () =>
      this.#poller.changed(),
    );
    const isLimited = (options.worker?.maxConcurrentRuns ?? null) !== null;
    this.#poller = this.#pollerOf(options.app, this.#host.executor, { isHosted: false, isLimited });
  }

  /** Registers the jobs and begins to take runs. */
  async start(): Promise<readonly RegistrationResult[]> {
    this.#closers.add(await this.engine.cache.subscribe());
    const registrations = await this.#host.start();
    await this.#host.executor.untilKeptAlive();
    await this.#poller.start();
    this.#recover();
    return registrations;
  }

  /** Where programs elsewhere have their executors. */
  get executorHost(): ExecutorHost {
    const { tenant, registry, clock, state, onError } = this.engine;
    const keys = executorKeyring(tenant, state, clock);
    return { tenant, registry, clock, onError, keys, open: (options) => this.#open(options) };
  }

  async #open(options: HostedExecutorOptions): Promise<HostedExecutor> {
    if (this.#isClosing)
      throw new MoJobError(MoJobErrorCode.ShuttingDown, "Cannot open an executor: this process is closing");
    const { hooks } = this.#options;
    const place = { hooks, onCapacity: (): void => poller.changed() };
    const executor = createHostedExecutor(this.engine, options, place);
    // Its room bounds it, whether or not it has a limit.
    const poller = this.#pollerOf(options.app, executor, { isHosted: true, isLimited: true });
    await executor.start();
    const hosted: HostedExecutor = {
      id: executor.id,
      get isDraining() {
        return executor.isDraining;
      },
      changed: () => poller.changed(),
      offer: (attempts) => executor.resumed.offer(attempts),
      resume: (attempt) => executor.resumed.take(attempt),
      drain: () => executor.drain(),
      close: async (graceMs) => {
        poller.stop();
        await executor.close(graceMs);
        await poller.close();
        this.#hosted.delete(hosted);
      },
    };
    this.#hosted.add(hosted);
    try {
      await poller.start();
    } catch (error) {
      await hosted.close(0);
      throw error;
    }
    this.#recover();
    return hosted;
  }

  #pollerOf(
    app: string,
    executor: JobExecutor,
    { isHosted, isLimited }: Pick<RunPollerOptions, "isHosted" | "isLimited">,
  ): RunPoller {
    const { native, temporal = {}, shutdownGraceMs } = this.#options;
    const { engine } = this;
    const { scheduler } = this.#host;
    const retries = this.#retries;
    return new RunPoller({
      engine,
      app,
      executor,
      isHosted,
      isLimited,
      scheduler,
      native,
      temporal,
      retries,
      shutdownGraceMs,
    });
  }

  /** Runs may have waited for its code: without a notification they would be found some seconds later. */
  #recover(): void {
    this.#link.runtime.dutyDue("recover").catch(this.#options.onError);
  }

  get id(): string {
    return this.#host.executor.id;
  }

  failEscaped(runToken: string, error: unknown): boolean {
    return this.#host.executor.failEscaped(runToken, error);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#poller.stop();
    const parts = new Closers();
    for (const part of [this.#link, this.#closers, this.#poller, this.#host]) parts.add(part);
    parts.add({ close: () => this.#closeHosted() });
    await parts.close();
  }

  async #closeHosted(): Promise<void> {
    const { shutdownGraceMs } = this.#options;
    await Promise.all([...this.#hosted].map((executor) => executor.close(shutdownGraceMs)));
  }
}
