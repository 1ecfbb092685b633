import { setTimeout as timer } from "node:timers/promises";
import { describeRuntime, type RuntimeSetup } from "@mojob/contract-tests";
import { executionTopic, type JobHost, type RunIntake, toApp } from "@mojob/core/engine";
import { type ExecutionRequest, systemClock } from "@mojob/core/ports";
import { Wakeup } from "@mojob/temporal-link";
import { connectNative } from "@mojob/temporal-link/native";
import { afterAll, beforeAll, describe, it } from "vitest";
import { type Cluster, startCluster } from "../fixtures/cluster.ts";
import { until } from "../fixtures/until.ts";
import { noEventBus } from "../fixtures/no-event-bus.ts";
import { createHandBack } from "./client/hand-back.ts";
import { createTemporalTenant } from "./client/temporal-tenant.ts";
import { startControlPlane } from "./control-plane/mod.ts";
import type { ExecutionBatchOptions } from "./worker/execution-batch.ts";
import { LocalRetries } from "./worker/local-retries.ts";
import { RequestHandler } from "./worker/request-handler.ts";

const APPS = ["billing", "mail"] as const;
/** Has nothing, because this suite calls none of it. */
const scheduler = {} as JobHost["scheduler"];

function onError(error: unknown): void {
  throw error;
}

describe("on Temporal", { timeout: 300_000 }, () => {
  let cluster: Cluster;
  const closers = new Map<RuntimeSetup, () => Promise<void>>();
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.close());

  /** A worker's handler over an executor that keeps its runs until the test finishes them. */
  async function startTaker(
    shared: ReturnType<Cluster["tenant"]>,
    app: string,
    taken: ExecutionRequest[],
    finished: Promise<void>,
  ): Promise<() => Promise<void>> {
    const native = await connectNative(shared.temporal);
    const { engine, bus, close } = createTemporalTenant({
      ...shared,
      client: native.client,
      native,
      bus: noEventBus,
      clock: systemClock,
      onError,
    });
    const intake: ExecutionBatchOptions["intake"] & Pick<RunIntake, "id"> = {
      id: `${app}-worker`,
      capacity: Infinity,
      load: { take() {} },
      execute(requests) {
        taken.push(...requests);
        return finished;
      },
    };
    const executor = { intake } as unknown as JobHost["executor"];
    const handler = new RequestHandler({
      engine,
      host: { executor, scheduler },
      returnToBatch: createHandBack(native.client),
      retries: new LocalRetries(),
      slots: null,
      changed: new Wakeup(),
      isDraining: () => false,
    });
    const subscription = await bus.subscribe(executionTopic(toApp(shared.tenant, app)), (events) =>
      handler.handle(events),
    );
    return async () => {
      await subscription.close();
      await close();
      await native.close();
    };
  }

  describeRuntime(
    { describe, it },
    {
      forgets: true,
      async open(): Promise<RuntimeSetup> {
        const shared = cluster.tenant();
        const { store, tenant } = shared;
        const plane = await startControlPlane(shared);
        const { client } = cluster.connection;
        const { runtime, bus, close } = createTemporalTenant({
          ...shared,
          client,
          bus: noEventBus,
          clock: systemClock,
          onError,
        });
        const finished = Promise.withResolvers<void>();
        const taken = new Map<string, ExecutionRequest[]>(APPS.map((app) => [app, []]));
        const takers = await Promise.all(
          APPS.map((app) => startTaker(shared, app, taken.get(app) ?? [], finished.promise)),
        );
        const place: RuntimeSetup = {
          runtime,
          bus,
          store: store.instances,
          tenant,
          apps: APPS,
          now: () => systemClock.now(),
          delivered: (app) => taken.get(app) ?? [],
          finish: () => finished.resolve(),
        };
        closers.set(place, async () => {
          await Promise.all(takers.map((stop) => stop()));
          await close();
          await plane.close();
        });
        return place;
      },
      close: async (place) => closers.get(place)?.(),
      until: (condition) => until("what the suite waits for", async () => condition()).then(() => {}),
      pass: (ms) => timer(ms),
    },
  );
});
