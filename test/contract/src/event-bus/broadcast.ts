import assert from "node:assert/strict";
import { events } from "../builders/an-event.ts";
import type { EventBusIt } from "../event-bus.ts";

export function describeBroadcast(it: EventBusIt): void {
  it("publish() delivers to every subscriber without a group, and to the groups too", async ({
    bus,
    topic,
    harness,
  }) => {
    const got: string[][] = [[], [], []];
    for (const [index, options] of [{}, {}, { group: "g" }].entries()) {
      await bus.subscribe(
        topic,
        (delivered) => void got[index]?.push(...delivered.map(({ id }) => id)),
        options,
      );
    }
    await bus.publish(topic, events("one", "two"));
    await harness.until(() => got.every((ids) => ids.length === 2));
    for (const ids of got) assert.deepEqual(ids.sort(), ["one", "two"]);
  });

  it("subscribe() without a group gets only what is published from then on, until it is closed", async ({
    bus,
    topic,
    harness,
  }) => {
    const got: string[] = [];
    const others: string[] = [];
    await bus.publish(topic, events("before"));
    const subscription = await bus.subscribe(
      topic,
      (delivered) => void got.push(...delivered.map(({ id }) => id)),
    );
    await bus.subscribe(topic, (delivered) => void others.push(...delivered.map(({ id }) => id)));
    await bus.publish(topic, events("during"));
    await harness.until(() => got.length === 1 && others.length === 1);
    await subscription.close();
    await bus.publish(topic, events("after"));
    await harness.until(() => others.length === 2);
    assert.deepEqual(got, ["during"]);
    assert.deepEqual(others, ["during", "after"]);
  });
}
