import assert from "node:assert/strict";
import type { MoEvent } from "@mojob/core/ports";
import { anEvent, events } from "../builders/an-event.ts";
import type { EventBusIt } from "../event-bus.ts";

export function describeGroups(it: EventBusIt): void {
  it("publish() delivers an event whole to a member of the group, not within the call", async ({
    bus,
    topic,
    harness,
  }) => {
    const got: MoEvent[] = [];
    await bus.subscribe(topic, (delivered) => void got.push(...delivered), { group: "g" });
    const event = anEvent({ payload: { deep: [1, null, "x"] }, priority: 2 });
    const published = bus.publish(topic, [event]);
    assert.deepEqual(got, []);
    await published;
    await harness.until(() => got.length > 0);
    assert.deepEqual(got, [event]);
  });

  it("publish() delivers each event to one member of each group", async ({ bus, topic, harness }) => {
    const got: Record<"a" | "b" | "other", string[]> = { a: [], b: [], other: [] };
    const keep = (member: keyof typeof got) => (delivered: readonly MoEvent[]) => {
      got[member].push(...delivered.map(({ id }) => id));
    };
    await bus.subscribe(topic, keep("a"), { group: "g" });
    await bus.subscribe(topic, keep("b"), { group: "g" });
    await bus.subscribe(topic, keep("other"), { group: "another" });
    const ids = Array.from({ length: 40 }, (_, index) => `event-${index}`);
    for (const event of events(...ids)) await bus.publish(topic, [event]);
    await harness.until(() => got.a.length + got.b.length === 40 && got.other.length === 40);
    assert.deepEqual([...got.a, ...got.b].sort(), ids.toSorted());
    assert.ok(got.a.length > 0 && got.b.length > 0, `shared ${got.a.length} to ${got.b.length}`);
  });

  it("publish() before anybody is there waits for the group", async ({ bus, topic, harness }) => {
    const got: string[] = [];
    await bus.publish(topic, events("first", "second"));
    await bus.subscribe(topic, (delivered) => void got.push(...delivered.map(({ id }) => id)), {
      group: "g",
    });
    await harness.until(() => got.length >= 2);
    assert.deepEqual(got.sort(), ["first", "second"]);
  });

  it("publish() while the group's members are away waits for the next one", async ({
    bus,
    topic,
    harness,
  }) => {
    const got: string[] = [];
    const away = await bus.subscribe(topic, () => void got.push("to the one who left"), { group: "g" });
    await away.close();
    await away.close();
    await bus.publish(topic, events("waits"));
    await harness.settle();
    assert.equal(got.length, 0);
    await bus.subscribe(topic, (delivered) => void got.push(...delivered.map(({ id }) => id)), {
      group: "g",
    });
    await harness.until(() => got.length > 0);
    assert.deepEqual(got, ["waits"]);
  });

  it("publish() stays within its topic", async ({ bus, topic, harness }) => {
    const got: string[] = [];
    const keep = (delivered: readonly MoEvent[]): void => void got.push(...delivered.map(({ id }) => id));
    await bus.subscribe(topic, keep, { group: "g" });
    await bus.publish(`${topic}-other`, events("elsewhere"));
    await bus.publish(topic, events("here"));
    await bus.publish(topic, []);
    await harness.until(() => got.length > 0);
    await harness.settle();
    assert.deepEqual(got, ["here"]);
  });
}
