import {
  Closers,
  type CodeRunner,
  type Engine,
  type FedExecutor,
  type RegistrationResult,
  type RunFeed,
  type ServedTenant,
  StoreGuard,
  TenantHost,
} from "@mojob/core/engine";
import { type IMoEventBus, MoJobError, MoJobErrorCode } from "@mojob/core";
import type { Clock } from "@mojob/core/ports";
import type { NativeLink } from "@mojob/temporal-link/native";
import { createHandBack } from "../client/hand-back.ts";
import { createTemporalTenant, type TemporalTenant } from "../client/temporal-tenant.ts";
import { LocalRetries } from "./local-retries.ts";
import { RunPoller } from "./run-poller.ts";
import type { StartWorkerOptions } from "./start-worker-options.ts";

export interface TenantWorkerOptions extends Omit<StartWorkerOptions, "tenant" | "tenants"> {
  readonly tenant: string;
  readonly deployment: string;
  readonly native: NativeLink;
  readonly bus: IMoEventBus;
  readonly clock: Clock;
  readonly code: CodeRunner;
  readonly shutdownGraceMs: number;
  readonly onWarning: (warning: string) => void;
  readonly onError: (error: unknown) => void;
}

/** One tenant's worker in a process: it polls the tenant's queue of its app; connection, clock and code are shared. */
export class TenantWorker implements ServedTenant {
  readonly engine: Engine;
  readonly host: TenantHost;
  readonly guard: StoreGuard;
  readonly #options: TenantWorkerOptions;
  readonly #link: TemporalTenant;
  readonly #retries = new LocalRetries();
  readonly #closers = new Closers();
  #isClosing = false;
  #finishing: Promise<void> | null = null;

  constructor(options: TenantWorkerOptions) {
    const { native, defaults = {}, quotas = {}, code } = options;
    this.#options = options;
    this.#link = createTemporalTenant({
      ...options,
      client: native.client,
      scheduler: { defaults, quotas },
      intercept: (outside) => this.#retries.before(outside),
    });
    this.engine = this.#link.engine;
    this.guard = new StoreGuard({ ...this.engine, onWarning: options.onWarning });
    this.host = new TenantHost({
      ...options,
      engine: this.engine,
      code,
      isKeptAlive: true,
      delivery: { feed: (to) => this.#feed(to), recover: () => this.#recover() },
      refusal: () => this.#refusal(),
    });
  }

  /** Registers the jobs and begins to take runs. */
  async start(): Promise<readonly RegistrationResult[]> {
    this.#closers.add(await this.engine.cache.subscribe());
    const registrations = await this.host.start();
    this.#recover();
    return registrations;
  }

  #feed(to: FedExecutor): RunFeed {
    const { native, shutdownGraceMs } = this.#options;
    const { engine } = this;
    return new RunPoller({
      ...to,
      engine,
      bus: this.#link.bus,
      returnToBatch: createHandBack(native.client),
      retries: this.#retries,
      shutdownGraceMs,
    });
  }

  /** Runs may have waited for its code: without a notification they would be found some seconds later. */
  #recover(): void {
    this.#link.runtime.dutyDue("recover").catch(this.#options.onError);
  }

  #refusal(): MoJobError | null {
    return this.#isClosing
      ? new MoJobError(MoJobErrorCode.ShuttingDown, "Cannot open an executor: this process is closing")
      : null;
  }

  /** Takes no more runs; those under way end within the grace. */
  finishRuns(): Promise<void> {
    this.#isClosing = true;
    return (this.#finishing ??= this.host.close());
  }

  async close(): Promise<void> {
    const parts = new Closers();
    const host = { close: () => this.finishRuns() };
    for (const part of [this.#link, this.#closers, host]) parts.add(part);
    await parts.close();
  }
}
