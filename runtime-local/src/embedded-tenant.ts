import { MoJobError, MoJobErrorCode } from "@mojob/core";
import {
  ControlPlane,
  ControlPlanePresence,
  type CodeRunner,
  createEngine,
  endsInStore,
  describeProcess,
  endsOnBus,
  type Engine,
  type FedExecutor,
  type RegistrationResult,
  type RunningDuties,
  type RunningProcess,
  type ServedTenant,
  startDuties,
  type RunFeed,
  TenantHost,
} from "@mojob/core/engine";
import { createId, systemClock } from "@mojob/core/ports";
import { assertCopied } from "./copy/copy-progress.ts";
import type { EmbeddedOptions } from "./embedded-options.ts";
import { LocalRuntime } from "./local-runtime.ts";
import { ownProcess } from "./own-process.ts";
import { ProcessLock } from "./process-lock.ts";
import type { SharedParts } from "./shared-parts.ts";

export interface EmbeddedTenantOptions {
  readonly tenant: string;
  readonly parts: SharedParts;
  readonly code: CodeRunner;
  readonly embedded: EmbeddedOptions;
  /** Called when another process has taken the tenant over. */
  readonly onLockLost: (error: MoJobError) => void;
}

/** One tenant of an embedded scheduler: its control plane, its worker, and the lock that keeps it to this process. */
export class EmbeddedTenant implements ServedTenant {
  readonly engine: Engine;
  readonly runtime: LocalRuntime;
  readonly host: TenantHost;
  readonly #options: EmbeddedTenantOptions;
  readonly #plane: ControlPlane;
  readonly #lock: ProcessLock;
  readonly #presence: ControlPlanePresence;
  readonly #stop = new AbortController();
  /** The duty that fires due jobs. */
  #firing: RunningDuties | null = null;
  /** All others, which look after the runs that are under way too. */
  #duties: RunningDuties | null = null;
  #finishing: Promise<void> | null = null;
  /** Who runs the tenant while this process stands by. */
  #runner: RunningProcess | null = null;
  #takingOver: Promise<unknown> | null = null;

  constructor(options: EmbeddedTenantOptions) {
    const { tenant, parts, code, embedded, onLockLost } = options;
    const { state, clock, onError } = parts;
    // A thread knows no clock but the system's.
    const isKeptAlive = clock === systemClock;
    const hosted = { runtime: { name: "embedded", version: "" }, ...embedded, isKeptAlive };
    this.#options = options;
    this.runtime = new LocalRuntime({
      tenant,
      bus: parts.bus,
      store: parts.store.instances,
      clock,
      definitions: (keys) => this.engine.cache.getMany(keys),
      onError,
    });
    this.engine = this.#createEngine();
    this.#plane = new ControlPlane(this.engine, embedded.followers, embedded.hooks);
    this.host = new TenantHost({
      ...hosted,
      engine: this.engine,
      code,
      delivery: {
        feed: (to) => this.#feed(to),
        recover: () => void this.#plane.reconciler.workerCame(this.#stop.signal).catch(onError),
      },
      refusal: () => this.#refusal(),
    });
    this.#lock = new ProcessLock({
      tenant,
      state,
      holder: createId(clock.now()),
      process: ownProcess(hosted.runtime, clock),
      clock,
      isKeptAlive,
      onError,
      onLost: onLockLost,
    });
    const { version } = embedded.worker ?? {};
    this.#presence = new ControlPlanePresence({
      ...this.engine,
      runtime: hosted.runtime,
      ...(version !== undefined && { version }),
      standing: () => ({
        standsBy: this.#runner !== null,
        duties: this.#duties === null ? [] : this.#plane.duties.map(({ name }) => name).sort(),
      }),
    });
  }

  #createEngine(): Engine {
    const { tenant, parts, code, embedded } = this.#options;
    const { store, state, bus, keys, publicUrl, features, clock, onError } = parts;
    return createEngine({
      tenant,
      store,
      state,
      bus: this.runtime.bus,
      keys,
      publicUrl: publicUrl?.(tenant) ?? null,
      runtime: this.runtime,
      clock,
      scheduler: embedded.scheduler ?? {},
      features,
      code,
      onError,
      ...(embedded.onWarning !== undefined && { onWarning: embedded.onWarning }),
      standby: () => this.#runner,
      // A run that is not kept would be accepted and lost.
      isEnding: () => this.#finishing !== null && !store.durable,
      // Only where another process can write to the store may a run end without an event here.
      endSources: [endsOnBus(bus, tenant), ...(store.durable ? [endsInStore(store, tenant)] : [])],
    });
  }

  /**
   * Takes the tenant and begins to run its jobs, or stands by where another process has it and `whenHeld` is `wait`. Resolves to the
   * registrations, which come when the jobs run here.
   * @throws MoJobError `lock_held` where another process has it and is not waited for
   */
  async start(): Promise<{ readonly running: Promise<readonly RegistrationResult[]> }> {
    if (this.#options.embedded.whenHeld !== "wait") {
      await this.#lock.acquire();
      return { running: Promise.resolve(await this.#run()) };
    }
    if (await this.#lock.tryAcquire()) return { running: Promise.resolve(await this.#run()) };
    this.#runner = await this.#lock.holder();
    this.#presence.start();
    const running = this.#takeOver();
    this.#takingOver = running.catch(() => {});
    return { running };
  }

  async #takeOver(): Promise<readonly RegistrationResult[]> {
    const { tenant } = this.#options;
    if (await this.#lock.wait(this.#stop.signal)) return this.#run();
    throw new MoJobError(
      MoJobErrorCode.ShuttingDown,
      `Stopped standing by for tenant "${tenant}": this process was closed`,
    );
  }

  /** Registers the jobs, takes up what an earlier process left, fires and runs. */
  async #run(): Promise<readonly RegistrationResult[]> {
    const { tenant, parts, embedded } = this.#options;
    const { clock, onError } = parts;
    this.#runner = null;
    await assertCopied(parts.state, tenant);
    await this.#plane.start(embedded.onWarning);
    const registrations = await this.host.start();
    // Before anything fires: the code may no longer declare what an earlier process left.
    await this.#plane.missingCode.run();
    await this.#plane.reconciler.reconcile(clock.now());
    const { duties, firing } = this.#plane;
    this.#firing = startDuties([firing], { clock, onError });
    const others = duties.filter((duty) => duty !== firing);
    this.#duties = startDuties(others, { clock, onError });
    this.#presence.start();
    this.#presence.changed();
    return registrations;
  }

  #feed({ app, executor }: FedExecutor): RunFeed {
    const { runtime } = this;
    let disconnect = (): void => {};
    return {
      start: async () => {
        disconnect = await runtime.connect(app, executor.intake);
      },
      changed: () => runtime.deliver(),
      // Runs that are delivered already are settled here; a draining executor takes nothing more.
      stop: () => {},
      close: () => disconnect(),
    };
  }

  /** Why no executor can be opened here now. */
  #refusal(): MoJobError | null {
    if (!this.#stop.signal.aborted && this.#duties !== null) return null;
    const cannot = `Cannot open an executor for tenant "${this.#options.tenant}"`;
    return this.#runner === null
      ? new MoJobError(MoJobErrorCode.ShuttingDown, `${cannot}: this process does not run it`)
      : new MoJobError(MoJobErrorCode.LockHeld, `${cannot}: ${describeProcess(this.#runner)} runs it`);
  }

  /** Fires nothing more and takes no more runs; those under way end within the grace, and all that follows from their ends is done. */
  finishRuns(): Promise<void> {
    return (this.#finishing ??= this.#finishRuns());
  }

  async #finishRuns(): Promise<void> {
    this.#stop.abort();
    await this.#takingOver;
    await this.#firing?.close();
    await this.host.close();
  }

  async close(): Promise<void> {
    await this.finishRuns();
    await this.#duties?.close();
    await this.runtime.close();
    await this.#plane.close();
    await this.#presence.close();
    await this.#lock.release();
  }
}
