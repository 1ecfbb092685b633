import { defineRecurringJob, type JobDefinitionsChangedEvent } from "@mojob/core";
import { definitionsTopic } from "@mojob/core/engine";
import { createId, type MoEvent, systemClock } from "@mojob/core/ports";
import { connectMongodb } from "@mojob/mongodb";
import { startControlPlane } from "@mojob/runtime-temporal/control-plane";
import { startWorker } from "@mojob/runtime-temporal/worker";
import { EventBusTemporal } from "@mojob/temporal-bus";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal } from "@mojob/test-services/temporal";
import { until } from "@mojob/test-services/until";
import { expect, test } from "vitest";

test("with a bus on Temporal every listener is called with a change, and every control plane obeys it", async () => {
  const stack = new AsyncDisposableStack();
  const [mongodb, temporal] = await Promise.all([startMongodb(), startTemporal()]);
  stack.use(mongodb);
  stack.use(temporal);
  const stores = stack.adopt(await connectMongodb(mongodb.url.replace("/?", "/news?")), (open) =>
    open.close(),
  );
  const tenant = createId(systemClock.now());
  const address = { address: temporal.address, namespace: temporal.namespace };
  const createBus = (): EventBusTemporal =>
    stack.adopt(new EventBusTemporal({ ...address, state: stores.state }), (bus) => bus.close());
  const shared = { tenant, store: stores.store, state: stores.state, temporal: address };

  const heard: MoEvent[] = [];
  await createBus().subscribe(definitionsTopic(tenant), (events) => void heard.push(...events));
  const [one, other] = [
    stack.adopt(await startControlPlane({ ...shared, bus: createBus() }), (plane) => plane.close()),
    stack.adopt(await startControlPlane({ ...shared, bus: createBus() }), (plane) => plane.close()),
  ];
  const jobs = [defineRecurringJob({ key: "tidy", cron: "0 0 1 1 *", execute: () => {} })];
  stack.adopt(await startWorker({ ...shared, app: "news", jobs, bus: createBus() }), (worker) =>
    worker.close(),
  );
  const { definition } = await one.scheduler.jobs.pause("tidy");
  const changes = (): JobDefinitionsChangedEvent["payload"]["changes"] =>
    (heard as JobDefinitionsChangedEvent[]).flatMap(({ payload }) => payload.changes);
  await until("the news of the pause", () =>
    changes().some(({ revision }) => revision === definition.revision),
  );
  expect(await other.scheduler.jobs.get("tidy")).toMatchObject({
    definition: { revision: definition.revision, pause: { until: null } },
  });
  await stack.disposeAsync();
}, 300_000);
