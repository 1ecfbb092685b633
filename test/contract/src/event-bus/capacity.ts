import assert from "node:assert/strict";
import type { MoEvent } from "@mojob/core/ports";
import { anEvent, events } from "../builders/an-event.ts";
import type { EventBusIt } from "../event-bus.ts";

/** A member that takes so many and is then full until room is made. */
function limitedMember(room: number): {
  readonly got: string[];
  readonly handler: (delivered: readonly MoEvent[]) => void;
  readonly capacity: () => number;
  makeRoom(count: number): void;
} {
  const got: string[] = [];
  let left = room;
  return {
    got,
    handler: (delivered) => {
      left -= delivered.length;
      got.push(...delivered.map(({ id }) => id));
    },
    capacity: () => left,
    makeRoom: (count) => {
      left += count;
    },
  };
}

export function describeCapacity(it: EventBusIt): void {
  it("delivers no more than a member takes, and the rest when it says there is room", async ({
    bus,
    topic,
    harness,
  }) => {
    const member = limitedMember(2);
    const subscription = await bus.subscribe(topic, member.handler, {
      group: "g",
      capacity: member.capacity,
    });
    await bus.publish(topic, events("1", "2", "3", "4", "5"));
    await harness.until(() => member.got.length === 2);
    await harness.settle();
    assert.equal(member.got.length, 2);
    member.makeRoom(1);
    subscription.resume();
    await harness.until(() => member.got.length === 3);
    member.makeRoom(10);
    subscription.resume();
    await harness.until(() => member.got.length === 5);
    assert.deepEqual(member.got.toSorted(), ["1", "2", "3", "4", "5"]);
  });

  it("gives what one member cannot take to another", async ({ bus, topic, harness }) => {
    const [full, free] = [limitedMember(1), limitedMember(100)];
    await bus.subscribe(topic, full.handler, { group: "g", capacity: full.capacity });
    await bus.subscribe(topic, free.handler, { group: "g", capacity: free.capacity });
    await bus.publish(topic, events("1", "2", "3", "4", "5", "6"));
    await harness.until(() => full.got.length + free.got.length === 6);
    assert.ok(full.got.length <= 1);
  });

  it("keeps waiting events in order of priority, and of arrival within one where the bus says so", async ({
    bus,
    topic,
    harness,
  }) => {
    const member = limitedMember(0);
    const subscription = await bus.subscribe(topic, member.handler, {
      group: "g",
      capacity: member.capacity,
    });
    const priorities = [5, 3, 1, undefined, 1, 2, 4];
    for (const [index, priority] of priorities.entries()) {
      await bus.publish(topic, [
        anEvent({ id: `${index}`, ...(priority === undefined ? {} : { priority }) }),
      ]);
    }
    await harness.settle();
    assert.deepEqual(member.got, []);
    for (let count = 1; count <= priorities.length; count += 1) {
      member.makeRoom(1);
      subscription.resume();
      await harness.until(() => member.got.length === count);
    }
    const taken = member.got.map((id) => priorities[Number(id)] ?? 3);
    assert.deepEqual(
      taken,
      taken.toSorted((a, b) => a - b),
    );
    if (harness.keepsArrival !== false) assert.deepEqual(member.got, ["2", "4", "5", "1", "3", "6", "0"]);
  });

  it("leaves the others running while a member is full", async ({ bus, topic, harness }) => {
    const [full, free] = [limitedMember(0), limitedMember(100)];
    await bus.subscribe(topic, full.handler, { group: "full", capacity: full.capacity });
    await bus.subscribe(topic, free.handler, { group: "free", capacity: free.capacity });
    await bus.publish(topic, events("1", "2"));
    await harness.until(() => free.got.length === 2);
    assert.deepEqual(full.got, []);
  });
}
