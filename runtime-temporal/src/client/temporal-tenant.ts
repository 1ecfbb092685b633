import type { IMoEventBus, SchedulerOptions } from "@mojob/core";
import { areEndsFollowed, type CodeRunner, createEngine, type Engine } from "@mojob/core/engine";
import type { Clock } from "@mojob/core/ports";
import { FEATURES } from "@mojob/features";
import { TaskQueueBus, type TaskQueueBusOptions } from "@mojob/temporal-bus";
import type { Client } from "@temporalio/client";
import type { DistributedOptions } from "../link/distributed-options.ts";
import { resolveTemporalOptions } from "@mojob/temporal-link";
import { SchedulerNotifier } from "../link/scheduler-notifier.ts";
import { TemporalRuntime } from "./temporal-runtime.ts";

export interface TemporalTenantOptions extends Pick<
  DistributedOptions,
  "store" | "state" | "keys" | "features" | "publicUrl" | "temporal"
> {
  readonly tenant: string;
  /** @default the tenant */
  readonly deployment?: string;
  readonly client: Client;
  /** Where the process takes requests from. @default null: it takes none */
  readonly native?: TaskQueueBusOptions["native"];
  readonly bus: IMoEventBus;
  readonly clock: Clock;
  readonly scheduler?: SchedulerOptions;
  /** The jobs this process has the code of. @default none */
  readonly code?: CodeRunner;
  /** Whether this process also runs the workflows. @default false */
  readonly runsWorkflows?: boolean;
  /** Comes between the engine and the task queues. @default the bus itself */
  readonly intercept?: (bus: IMoEventBus) => IMoEventBus;
  readonly onError: (error: unknown) => void;
  /** @default a line on stderr */
  readonly onWarning?: (warning: string) => void;
}

/** A tenant's engine on Temporal, and what it dispatches with. */
export interface TemporalTenant {
  readonly engine: Engine;
  readonly runtime: TemporalRuntime;
  /** The bus of requests to execute. */
  readonly bus: TaskQueueBus;
  /** Ends the waits for results, and the last notification; the client stays open. */
  close(): Promise<void>;
}

/** Puts a tenant's engine together over a connection that tenants share. */
export function createTemporalTenant(options: TemporalTenantOptions): TemporalTenant {
  const { tenant, deployment = tenant, client, store, state, clock, onError } = options;
  const { keys = null, scheduler = {}, code = null, intercept = (outside) => outside } = options;
  const { address } = resolveTemporalOptions(options.temporal ?? {});
  const runtime = new TemporalRuntime({
    client,
    address,
    tenant,
    deployment,
    store,
    clock,
    runsWorkflows: options.runsWorkflows ?? false,
    onError,
  });
  const bus = new TaskQueueBus({
    ...options,
    native: options.native ?? null,
    carry: (event) => runtime.carry(event),
  });
  const engine = createEngine({
    tenant,
    store,
    state,
    bus: intercept(bus),
    keys,
    features: options.features ?? FEATURES,
    publicUrl: options.publicUrl?.(tenant) ?? null,
    runtime,
    clock,
    scheduler,
    code,
    endsComeLate: true,
    healthChecks: [{ name: "temporal", address, check: () => runtime.ping() }],
    onError,
    ...(options.onWarning !== undefined && { onWarning: options.onWarning }),
  });
  const notifier = new SchedulerNotifier({
    cache: engine.cache,
    async notify(keys) {
      await runtime.dutyDue("fire");
      const { cache } = engine;
      // The process that follows ends listens before the first run of such a job ends.
      const isFollowed = keys.some((key) => {
        const definition = cache.known(key);
        return definition !== null && areEndsFollowed(definition);
      });
      if (isFollowed) await runtime.dutyDue("follow");
    },
    onError,
  });
  const close = async (): Promise<void> => {
    await engine.ends.close();
    await notifier.close();
  };
  return { engine, runtime, bus, close };
}
