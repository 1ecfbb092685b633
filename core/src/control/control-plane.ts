import type { Clock } from "../base/clock.ts";
import { isMoJobError } from "../base/error.ts";
import { createId } from "../base/ids.ts";
import { JobDefinitionCache } from "../definition/definition-cache.ts";
import { createJobRegistry } from "../definition/store-registry.ts";
import { Dispatcher } from "../dispatch/dispatcher.ts";
import { Reconciler } from "../dispatch/reconciler.ts";
import { FiringLoop } from "../firing/firing-loop.ts";
import { InstanceCreator } from "../instance/instance-creator.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import type { EventSubscription, IMoEventBus } from "../ports/event-bus.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { IMoRuntime } from "../ports/runtime.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import { EXECUTOR_LIFETIME_MS } from "../running/executor-lifetime.ts";
import type { JobCode } from "../running/job-code.ts";
import { readAttention } from "./attention.ts";
import { createInstanceService } from "./instance-service.ts";
import { findJob } from "./find-job.ts";
import { Janitor } from "./janitor.ts";
import { createJobService } from "./job-service.ts";
import type { HealthCheck, MoJobScheduler, TriggerRequest } from "./mo-job-scheduler.ts";
import { readOverview } from "./overview.ts";
import { resolveRunRequest } from "./run-request.ts";
import type { SchedulerOptions } from "./scheduler-options.ts";

export interface ControlPlaneOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly bus: IMoEventBus;
  readonly runtime: IMoRuntime;
  readonly clock: Clock;
  readonly scheduler: SchedulerOptions;
  /** The jobs this process has the code of, where it also runs them. */
  readonly code: JobCode | null;
  /** Parts of the runtime that can be down, besides store and state store. @default [] */
  readonly healthChecks?: readonly { readonly name: string; check(): Promise<void> }[];
  readonly onError: (error: unknown) => void;
}

/** What decides: the parts of a control plane, put together. A runtime starts them and drives the firing loop. */
export class ControlPlane {
  readonly cache: JobDefinitionCache;
  readonly dispatcher: Dispatcher;
  readonly creator: InstanceCreator;
  readonly reconciler: Reconciler;
  readonly firing: FiringLoop;
  readonly janitor: Janitor;
  readonly scheduler: MoJobScheduler;
  readonly #options: ControlPlaneOptions;
  #subscription: EventSubscription | null = null;

  constructor(options: ControlPlaneOptions) {
    const { tenant, store, state, bus, runtime, clock, scheduler, onError } = options;
    this.#options = options;
    this.cache = new JobDefinitionCache({
      tenant,
      store: store.definitions,
      state,
      bus,
      createId: () => createId(clock.now()),
      onError,
    });
    this.dispatcher = new Dispatcher({ tenant, runtime, clock, onError });
    this.creator = new InstanceCreator({ store: store.instances, dispatcher: this.dispatcher, clock });
    const shared = { tenant, clock, cache: this.cache, onError };
    this.reconciler = new Reconciler({ ...shared, store, runtime, dispatcher: this.dispatcher });
    this.firing = new FiringLoop({ ...shared, creator: this.creator, state, scheduler });
    this.janitor = new Janitor({ ...shared, store: store.instances });
    this.scheduler = this.#createScheduler(null);
  }

  /** Begins to hear of changed definitions and to keep records in bounds. */
  async start(): Promise<void> {
    this.#subscription = await this.cache.subscribe();
    this.janitor.start();
  }

  async close(): Promise<void> {
    this.janitor.close();
    this.reconciler.close();
    await this.#subscription?.close();
  }

  /**
   * Records a run that its carrier asks for and carries itself; the carrier says its id.
   * @param carrier what the run is known by in the runtime, and which of its lives this is: asked twice by one life the
   * answer is the same run
   * @throws MoJobError as `InstanceService.trigger`; `idempotency_mismatch` where the id is another's
   */
  async adopt(
    jobKey: string,
    request: TriggerRequest,
    carrier: { readonly instanceId: string; readonly id: string; readonly life: string },
  ): Promise<JobInstance> {
    const { clock, scheduler, code } = this.#options;
    const definition = await findJob(this.cache, null, jobKey);
    const run = await resolveRunRequest(definition, request, { now: clock.now(), scheduler, code });
    const adopted = { ...run, id: carrier.instanceId, carriedBy: carrier.id, fingerprint: carrier.life };
    return (await this.creator.createOne(adopted)).instance;
  }

  #createScheduler(scope: string | null): MoJobScheduler {
    const { tenant, store, state, runtime, clock, scheduler, code } = this.#options;
    const { cache, creator } = this;
    const shared = { tenant, scope, store, cache, clock };
    const workers = (): ReturnType<MoJobScheduler["workers"]> =>
      store.executors.list(
        tenant,
        new Date(clock.now().getTime() - EXECUTOR_LIFETIME_MS),
        scope ?? undefined,
      );
    return {
      tenant,
      scope,
      registry: createJobRegistry({ tenant, store: store.definitions, cache, clock }),
      jobs: createJobService({ ...shared, state }),
      instances: createInstanceService({ ...shared, creator, runtime, scheduler, code }),
      workers,
      overview: () => readOverview({ ...shared, workers }),
      completions: (since) => store.instances.completions(tenant, since, scope ?? undefined),
      attention: () => readAttention({ ...shared, state, workers }),
      watch: (topics, listener) =>
        store.watch({ tenant, topics, ...(scope !== null && { app: scope }) }, listener),
      health: () =>
        checkAll([
          { name: "store", check: () => store.ping() },
          { name: "state", check: async () => void (await state.get("mojob/health")) },
          ...(this.#options.healthChecks ?? []),
        ]),
      scoped: (app) => this.#createScheduler(app),
    };
  }
}

function checkAll(
  checks: readonly { readonly name: string; check(): Promise<void> }[],
): Promise<readonly HealthCheck[]> {
  return Promise.all(
    checks.map(({ name, check }) =>
      check().then(
        () => ({ name, ok: true, detail: null }),
        (error: unknown) => ({
          name,
          ok: false,
          detail: isMoJobError(error) ? error.message : "Did not answer",
        }),
      ),
    ),
  );
}
