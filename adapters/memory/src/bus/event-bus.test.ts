import assert from "node:assert/strict";
import { events } from "@mojob/contract-tests";
import { isMoJobError, type MoEvent } from "@mojob/core/ports";
import { createFakeClock } from "@mojob/core/testing";
import { describe, it } from "vitest";
import { EventBusInMemory } from "./event-bus.ts";

const TOPIC = "topic";

describe("EventBusInMemory", () => {
  it("delivers what was published together as one array", async () => {
    const clock = createFakeClock();
    const bus = new EventBusInMemory({ clock });
    const deliveries: string[][] = [];
    await bus.subscribe(TOPIC, (delivered) => void deliveries.push(delivered.map(({ id }) => id)), {
      group: "g",
    });
    await bus.publish(TOPIC, events("1", "2", "3"));
    await clock.settle();
    assert.deepEqual(deliveries, [["1", "2", "3"]]);
  });

  it("shares an array out evenly and takes turns with single events", async () => {
    const clock = createFakeClock();
    const bus = new EventBusInMemory({ clock });
    const got: MoEvent[][] = [[], [], []];
    for (const mine of got)
      await bus.subscribe(TOPIC, (delivered) => void mine.push(...delivered), { group: "g" });
    await bus.publish(TOPIC, events(...Array.from({ length: 90 }, (_, index) => `${index}`)));
    await clock.settle();
    assert.deepEqual(
      got.map(({ length }) => length),
      [30, 30, 30],
    );
    for (let index = 0; index < 30; index += 1) {
      await bus.publish(TOPIC, events(`single-${index}`));
      await clock.settle();
    }
    assert.deepEqual(
      got.map(({ length }) => length),
      [40, 40, 40],
    );
  });

  it("hands events of a member that failed and left to the others of its group", async () => {
    const clock = createFakeClock();
    const bus = new EventBusInMemory({ clock, redeliveryDelayMs: 10 });
    const got: string[] = [];
    const leaving = await bus.subscribe(TOPIC, () => Promise.reject(new Error("A mistake")), { group: "g" });
    await bus.publish(TOPIC, events("one"));
    await clock.settle();
    await leaving.close();
    await bus.subscribe(TOPIC, (delivered) => void got.push(...delivered.map(({ id }) => id)), {
      group: "g",
    });
    await clock.advance(10);
    assert.deepEqual(got, ["one"]);
  });

  it("keeps nothing back for a group once the topic had a subscriber without one", async () => {
    const clock = createFakeClock();
    const bus = new EventBusInMemory({ clock });
    const got: string[] = [];
    await bus.publish(TOPIC, events("before"));
    await bus.subscribe(TOPIC, () => {});
    await bus.publish(TOPIC, events("during"));
    await bus.subscribe(TOPIC, (delivered) => void got.push(...delivered.map(({ id }) => id)), {
      group: "g",
    });
    await bus.publish(TOPIC, events("after"));
    await clock.settle();
    assert.deepEqual(got, ["after"]);
  });

  it("close() works twice, leaves no timer behind and delivers nothing more", async () => {
    const clock = createFakeClock();
    const bus = new EventBusInMemory({ clock });
    let deliveries = 0;
    const handler = async (): Promise<void> => {
      deliveries += 1;
      throw new Error("A mistake");
    };
    await bus.subscribe(TOPIC, handler, { group: "g" });
    await bus.publish(TOPIC, events("one"));
    await clock.settle();
    assert.deepEqual([deliveries, clock.pending], [1, 1]);
    const published = bus.publish(TOPIC, events("two"));
    await bus.close();
    await bus.close();
    await published;
    await clock.advance(60_000);
    assert.deepEqual([deliveries, clock.pending], [1, 0]);
    await assert.rejects(bus.publish(TOPIC, []), (error) => isMoJobError(error, "shutting_down"));
  });
});
