import { defineTriggeredJob } from "@mojob/core";
import { isExecutionRequested } from "@mojob/core/engine";
import type { JobExecutionRequested, MoEvent, PublishOptions } from "@mojob/core/ports";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { EventBusInMemory, MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Embedded, startEmbedded } from "./embedded.ts";

/** Longer than the reconciler takes to look for what was lost. */
const RECOVERED_MS = 120_000;

/** A bus whose requests meet with what the test says. */
class TestBus extends EventBusInMemory {
  readonly seen: { readonly topic: string; readonly event: JobExecutionRequested }[] = [];
  onRequest: (event: JobExecutionRequested) => readonly MoEvent[] = (event) => [event];

  override async publish(topic: string, events: readonly MoEvent[], options?: PublishOptions): Promise<void> {
    const requests = events.filter(isExecutionRequested);
    this.seen.push(...requests.map((event) => ({ topic, event })));
    const delivered = events.flatMap((event) =>
      isExecutionRequested(event) ? this.onRequest(event) : [event],
    );
    await super.publish(topic, delivered, options);
  }
}

let clock: FakeClock;
let bus: TestBus;
let embedded: Embedded;
let executed: string[];
let errors: unknown[];

beforeEach(async () => {
  clock = createFakeClock();
  bus = new TestBus({ clock });
  executed = [];
  errors = [];
  const greet = defineTriggeredJob({
    key: "billing.greet",
    execute: (name: string) => void executed.push(name),
  });
  const stores = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory({ clock }) };
  const onError = (error: unknown): void => void errors.push(error);
  embedded = await startEmbedded({ app: "billing", jobs: [greet], ...stores, bus, clock, onError });
});

afterEach(() => embedded.close());

async function trigger(name: string, delayMs = 0): Promise<string> {
  const { scheduler } = embedded;
  const { id } = await scheduler.instances.trigger("billing.greet", {
    args: name,
    ...(delayMs > 0 && { delayMs }),
  });
  await clock.settle();
  return id;
}

describe("requests to execute", () => {
  it("are published on the topic of the run's app", async () => {
    const id = await trigger("Ada");
    expect(bus.seen).toMatchObject([
      {
        topic: "mojob.default.billing",
        event: {
          type: "JobExecutionRequested",
          priority: 3,
          payload: {
            destination: { tenant: "default", app: "billing", executor: null },
            requests: [{ instanceId: id, jobKey: "billing.greet", attempt: 1, dueAt: null }],
          },
        },
      },
    ]);
    expect(executed).toEqual(["Ada"]);
  });

  it("are published when a delayed run is due", async () => {
    await trigger("Ada", 5000);
    await clock.advance(4999);
    expect(bus.seen).toEqual([]);
    await clock.advance(1);
    expect([bus.seen.length, executed]).toEqual([1, ["Ada"]]);
  });

  it("that are lost on the way are published again, and their runs execute once", async () => {
    bus.onRequest = () => [];
    await trigger("Ada");
    bus.onRequest = (event) => [event];
    expect(executed).toEqual([]);
    await clock.advance(RECOVERED_MS);
    expect(executed).toEqual(["Ada"]);
  });

  it("that arrive twice execute once", async () => {
    bus.onRequest = (event) => [event, event];
    await trigger("Ada");
    await clock.advance(RECOVERED_MS);
    expect(executed).toEqual(["Ada"]);
  });

  it("that the bus refuses delay their run: the caller has it, and the error is reported", async () => {
    const unavailable = new Error("The bus is unavailable");
    bus.onRequest = () => {
      throw unavailable;
    };
    await trigger("Ada");
    expect([executed, errors]).toEqual([[], [unavailable]]);
    bus.onRequest = (event) => [event];
    await clock.advance(RECOVERED_MS);
    expect(executed).toEqual(["Ada"]);
  });
});
