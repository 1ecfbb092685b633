import assert from "node:assert/strict";
import type { MoEvent } from "@mojob/core/ports";
import { events } from "../builders/an-event.ts";
import type { EventBusHarness } from "../event-bus-harness.ts";
import type { EventBusIt } from "../event-bus.ts";

export function describeRedelivery(it: EventBusIt, { maxDeliveries, givenUp }: EventBusHarness): void {
  for (const [how, fail] of [
    ["rejects", () => Promise.reject(new Error("A handler's mistake"))],
    [
      "throws",
      () => {
        throw new Error("A handler's mistake");
      },
    ],
  ] as const) {
    for (const options of [{ group: "g" }, {}]) {
      it(`delivers again when a handler ${how}${options.group ? " in a group" : ""}, after a while`, async ({
        bus,
        topic,
        harness,
      }) => {
        let deliveries = 0;
        const handled: string[] = [];
        await bus.subscribe(
          topic,
          (delivered) => {
            deliveries += 1;
            if (deliveries === 1) return fail();
            handled.push(...delivered.map(({ id }) => id));
          },
          options,
        );
        await bus.publish(topic, events("one"));
        await harness.until(() => deliveries === 1);
        assert.deepEqual(handled, []);
        await harness.passRedelivery();
        await harness.until(() => handled.length > 0);
        assert.deepEqual(handled, ["one"]);
      });
    }
  }

  it("does not hold the others up while one handler fails or takes long", async ({ bus, topic, harness }) => {
    const handled: string[] = [];
    let finish = (): void => {};
    await bus.subscribe(topic, () => Promise.reject(new Error("A handler's mistake")));
    await bus.subscribe(
      topic,
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    await bus.subscribe(topic, (delivered) => void handled.push(...delivered.map(({ id }) => id)));
    await bus.publish(topic, events("one"));
    await bus.publish(topic, events("two"));
    await harness.until(() => handled.length === 2);
    finish();
  });

  if (maxDeliveries === undefined || givenUp === undefined) return;
  it("gives an event up after its last delivery, and says so", async ({ bus, topic, harness }) => {
    let deliveries = 0;
    const handler = async (delivered: readonly MoEvent[]): Promise<void> => {
      deliveries += delivered.length;
      throw new Error("A handler's mistake");
    };
    await bus.subscribe(topic, handler, { group: "g" });
    await bus.publish(topic, events("hopeless"));
    for (let delivery = 1; delivery <= maxDeliveries; delivery += 1) {
      await harness.until(() => deliveries === delivery);
      await harness.passRedelivery();
    }
    await harness.until(() => givenUp().some(({ id }) => id === "hopeless"));
    await harness.passRedelivery();
    assert.equal(deliveries, maxDeliveries);
  });
}
