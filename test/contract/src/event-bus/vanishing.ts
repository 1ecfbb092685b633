import assert from "node:assert/strict";
import { events } from "../builders/an-event.ts";
import type { EventBusHarness } from "../event-bus-harness.ts";
import type { EventBusIt } from "../event-bus.ts";

export function describeVanishing(
  it: EventBusIt,
  spawnMember: NonNullable<EventBusHarness["spawnMember"]>,
): void {
  it("delivers to another of the group what one was handling when it was killed", async ({
    bus,
    topic,
    harness,
  }) => {
    const got: string[] = [];
    const stuck = await spawnMember(topic, { group: "g", isStuck: true });
    await bus.publish(topic, events("one"));
    await harness.until(() => stuck.got.length === 1);
    await bus.subscribe(topic, (delivered) => void got.push(...delivered.map(({ id }) => id)), {
      group: "g",
    });
    await harness.settle();
    assert.deepEqual(got, []);
    await stuck.kill();
    await harness.until(() => got.length > 0);
    assert.deepEqual(got, ["one"]);
  });

  it("keeps for a group what is published while all its members are dead", async ({
    bus,
    topic,
    harness,
  }) => {
    const got: string[] = [];
    const member = await spawnMember(topic, { group: "g", isStuck: false });
    await bus.publish(topic, events("before"));
    await harness.until(() => member.got.length === 1);
    await member.kill();
    await bus.publish(topic, events("meanwhile"));
    await bus.subscribe(topic, (delivered) => void got.push(...delivered.map(({ id }) => id)), {
      group: "g",
    });
    await harness.until(() => got.includes("meanwhile"));
    assert.deepEqual(new Set(got), new Set(["meanwhile"]));
  });

  it("delivers to those that are there while a dead one has no group", async ({ bus, topic, harness }) => {
    const got: string[] = [];
    const dead = await spawnMember(topic, { isStuck: false });
    await bus.subscribe(topic, (delivered) => void got.push(...delivered.map(({ id }) => id)));
    await bus.publish(topic, events("to both"));
    await harness.until(() => got.length === 1 && dead.got.length === 1);
    await dead.kill();
    await bus.publish(topic, events("to one"));
    await harness.until(() => got.length === 2);
    assert.deepEqual(got, ["to both", "to one"]);
    assert.deepEqual(dead.got, ["to both"]);
  });
}
