import assert from "node:assert/strict";
import { events, uniqueName } from "@mojob/contract-tests";
import { isMoJobError } from "@mojob/core/ports";
import { StateStoreInMemory } from "@mojob/memory";
import { startTemporal, type TemporalServer } from "@mojob/test-services/temporal";
import { afterAll, beforeAll, describe, it, onTestFinished } from "vitest";
import { untilTrue } from "@mojob/test-services/until";
import type { EventBusTemporalOptions } from "./bus-options.ts";
import { EventBusTemporal } from "./event-bus.ts";

const CONNECT_TIMEOUT_MS = 1000;
/** The promise is "about as long as it was set"; a busy machine takes its time. */
const BOUND_MS = 30_000;

const state = new StateStoreInMemory();

function openBus(options: Omit<EventBusTemporalOptions, "state">): EventBusTemporal {
  return new EventBusTemporal({
    state,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    closeGraceMs: 1000,
    ...options,
  });
}

async function within(boundMs: number, work: () => Promise<void>): Promise<void> {
  const startedAtMs = performance.now();
  await work();
  assert.ok(performance.now() - startedAtMs < boundMs, `took ${performance.now() - startedAtMs} ms`);
}

describe("without a server", () => {
  it("publish() and subscribe() say so within a bounded time, and close() works", async () => {
    const bus = openBus({ address: "127.0.0.1:1" });
    const isUnavailable = (error: unknown): boolean => isMoJobError(error, "runtime_unavailable");
    await within(BOUND_MS, () => assert.rejects(bus.publish("topic", events("one")), isUnavailable));
    await within(BOUND_MS, () =>
      assert.rejects(
        bus.subscribe("topic", () => {}),
        isUnavailable,
      ),
    );
    await within(BOUND_MS, () => bus.close());
    await assert.rejects(bus.publish("topic", events("one")), (error) =>
      isMoJobError(error, "shutting_down"),
    );
    await assert.rejects(
      bus.subscribe("topic", () => {}),
      (error) => isMoJobError(error, "shutting_down"),
    );
  });
});

describe("a bus whose server", { timeout: 300_000 }, () => {
  let server: TemporalServer;
  beforeAll(async () => {
    server = await startTemporal({ durable: true });
  });
  afterAll(() => server.close());

  it("does not have its namespace says what is wrong", async () => {
    const bus = openBus({ address: server.address, namespace: "nobody-made-it" });
    const isMisconfigured = (error: unknown): boolean => isMoJobError(error, "invalid_configuration");
    await assert.rejects(bus.publish("topic", events("one")), isMisconfigured);
    await assert.rejects(
      bus.subscribe("topic", () => {}),
      isMisconfigured,
    );
    await bus.close();
  });

  it("is frozen refuses within a bounded time", async () => {
    const bus = openBus({ address: server.address });
    await bus.publish(uniqueName("topic"), events("one"));
    server.freeze();
    try {
      await within(BOUND_MS, () =>
        assert.rejects(bus.publish(uniqueName("topic"), events("two")), (error) =>
          isMoJobError(error, "runtime_unavailable"),
        ),
      );
    } finally {
      server.thaw();
    }
    await bus.close();
  });

  it("is killed and comes back delivers what it took before, and takes and delivers afterwards", async () => {
    const topic = uniqueName("topic");
    const got: string[] = [];
    const bus = openBus({ address: server.address, name: uniqueName("bus") });
    let room = 0;
    const subscription = await bus.subscribe(
      topic,
      (delivered) => void got.push(...delivered.map(({ id }) => id)),
      { group: "g", capacity: () => room },
    );
    await bus.publish(topic, events("before"));
    onTestFinished(() => server.restart());
    await server.kill();
    await assert.rejects(bus.publish(topic, events("meanwhile")), (error) =>
      isMoJobError(error, "runtime_unavailable"),
    );
    await server.restart();
    room = Infinity;
    subscription.resume();
    await untilTrue(() => got.includes("before"), 30_000);
    await untilTrue(async () => {
      await bus.publish(topic, events("after")).catch(() => {});
      return got.includes("after");
    }, 300_000);
    assert.deepEqual(new Set(got), new Set(["before", "after"]));
    await bus.close();
  });
});
