import type { MoJobScheduler } from "@mojob/core";
import {
  Closers,
  CodeRunner,
  createDeployment,
  type Deployment,
  type ExecutorHost,
  type RegistrationResult,
  TenantRegistry,
  TenantSet,
  withLog,
} from "@mojob/core/engine";
import type { EmbeddedOptions } from "./embedded-options.ts";
import { RemoteTriggers } from "./remote-triggers.ts";
import { warnOfForgetting } from "./forgetting.ts";
import { rehearse } from "./rehearsal.ts";
import { shareParts } from "./shared-parts.ts";
import { EmbeddedTenant, type EmbeddedTenantOptions } from "./embedded-tenant.ts";

/** A scheduler that runs in this process until it is closed. */
export interface Embedded {
  /** The first tenant's, for the program itself. */
  readonly scheduler: MoJobScheduler;
  /** The schedulers of every tenant and principal. */
  readonly deployment: Deployment;
  /** The first tenant's worker in the store and the panel. */
  readonly workerId: string;
  /** How each job of this process was registered, tenant by tenant; empty while it stands by. */
  readonly registrations: readonly RegistrationResult[];
  /**
   * Resolves once this process runs the jobs: at once, but for one that stands by.
   * @throws MoJobError `shutting_down` where it is closed before; as `startEmbedded` where it cannot take over
   */
  readonly active: Promise<void>;
  /**
   * Where programs elsewhere have their executors, as `executorGateway` of @mojob/executor-gateway wants it.
   * @throws MoJobError `invalid_argument` for a tenant that is not served
   */
  executorHost(tenant?: string): ExecutorHost;
  /** Ends the run an error that escaped its promise belongs to; returns whether there was one. */
  failEscaped(runToken: string, error: unknown): boolean;
  /**
   * The first part of `close()`, for a program that serves the API: fires and takes nothing more, lets runs finish within the grace, aborts the
   * rest and settles them. Until `close()` the scheduler can be read and watched; what is triggered meanwhile runs in the next process, and is
   * refused with `shutting_down` where the store does not keep it. A second call returns the same promise.
   */
  finishRuns(): Promise<void>;
  /**
   * Stops firing and taking, lets runs finish within the grace, aborts the rest, settles them, and closes the stores and
   * the bus it made itself. A second call returns the same promise.
   */
  close(): Promise<void>;
}

/**
 * Starts an embedded scheduler: registers the jobs, takes up what an earlier process left, fires and runs. Without a store it
 * forgets everything with the process, and warns of that once.
 *
 * @throws MoJobError `lock_held` where another process runs on the same store and is not waited for; `job_key_taken`, `invalid_argument`,
 * `invalid_cron` for the jobs; `store_unavailable`
 * @example
 * ```ts
 * import { defineRecurringJob } from "@mojob/core";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const heartbeat = defineRecurringJob({ key: "ops.heartbeat", cron: "0 * * * * *", execute: () => "alive" });
 * const { scheduler, close } = await startEmbedded({ app: "ops", jobs: [heartbeat] });
 * const run = await scheduler.trigger(heartbeat);
 * await run.result(); // "alive"
 * await close();
 * ```
 */
export async function startEmbedded(given: EmbeddedOptions): Promise<Embedded> {
  const options = withLog(given);
  const { app, jobs, container = null, tenant = "default", tenants: fixed = [tenant] } = options;
  if (options.store === undefined && options.inMemory !== true) warnOfForgetting(options.onWarning);
  const parts = shareParts(options);
  const { clock, state, onError } = parts;
  const closers = new Closers();
  closers.add(parts);
  let isClosing = false;
  const close = (): Promise<void> => {
    isClosing = true;
    return closers.close();
  };
  const onLockLost: NonNullable<EmbeddedOptions["onLockLost"]> = (error) => {
    (options.onLockLost ?? onError)(error);
    void close();
  };
  const code = new CodeRunner(app, jobs, container);
  const starts = new TenantStarts({ parts, code, embedded: options, onLockLost });
  try {
    await rehearse(options);
    const registry = new TenantRegistry(state, fixed[0] ?? tenant);
    const open = (name: string): Promise<EmbeddedTenant> => starts.open(name);
    const tenants = closers.add(await TenantSet.open({ fixed, registry, state, open, clock, onError }));
    // A store of this process alone has no other process that could add a tenant or hand anything over.
    const isShared = options.isShared ?? parts.store.durable;
    if (isShared) tenants.follow();
    const active = starts.finished(tenants.names).then(() => {
      if (!isClosing && isShared) closers.add(new RemoteTriggers({ ...parts, engines: tenants }));
    });
    active.catch((error: unknown) => {
      if (isClosing) return;
      onError(error);
      void close();
    });
    if ([...tenants].every(({ engine }) => engine.standby() === null)) await active;
    const deployment = createDeployment(tenants, close);
    return {
      scheduler: deployment.scheduler(),
      deployment,
      workerId: tenants.get().host.workerId,
      registrations: starts.registrations,
      active,
      executorHost: (name) => tenants.get(name).host.executors,
      failEscaped: (runToken, error) => [...tenants].some(({ host }) => host.failEscaped(runToken, error)),
      finishRuns: () => {
        isClosing = true;
        return tenants.finishRuns();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts tenants, and collects what each has registered once it runs here. */
class TenantStarts {
  readonly registrations: RegistrationResult[] = [];
  readonly #options: Omit<EmbeddedTenantOptions, "tenant">;
  /** The starts of the tenants that the process starts with. */
  readonly #first = new Map<string, Promise<readonly RegistrationResult[]>>();
  #haveStarted = false;

  constructor(options: Omit<EmbeddedTenantOptions, "tenant">) {
    this.#options = options;
  }

  async open(tenant: string): Promise<EmbeddedTenant> {
    const engine = new EmbeddedTenant({ ...this.#options, tenant });
    try {
      const { running } = await engine.start();
      if (this.#haveStarted)
        running.then((results) => this.registrations.push(...results)).catch(this.#options.parts.onError);
      else this.#first.set(tenant, running);
      return engine;
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** Called once those that the process starts with are open: resolves when all of them run here. */
  async finished(tenants: readonly string[]): Promise<void> {
    this.#haveStarted = true;
    const results = await Promise.all(tenants.map(async (name) => this.#first.get(name) ?? []));
    this.registrations.push(...results.flat());
  }
}
