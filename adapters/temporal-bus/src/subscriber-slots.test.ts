import assert from "node:assert/strict";
import { describe, it } from "vitest";
import { SubscriberSlots } from "./subscriber-slots.ts";

const USED = { slotInfo: { type: "activity", activityType: "deliverEvent" } } as const;

/** How many permits there are at once. */
function permitsOf(slots: SubscriberSlots): number {
  let count = 0;
  while (count < 100 && slots.permits.tryReserveSlot() !== null) count += 1;
  return count;
}

describe("SubscriberSlots", () => {
  it("gives a permit for each free place, and none twice", () => {
    assert.equal(permitsOf(new SubscriberSlots(() => 3)), 3);
    assert.equal(permitsOf(new SubscriberSlots(() => 0)), 0);
    assert.equal(permitsOf(new SubscriberSlots(() => Infinity)), 100);
    assert.equal(permitsOf(new SubscriberSlots(() => Number.NaN)), 0);
  });

  it("gives none for a subscriber whose capacity throws", () => {
    const slots = new SubscriberSlots(() => {
      throw new Error("A subscriber's mistake");
    });
    assert.deepEqual([slots.hasFree, permitsOf(slots)], [false, 0]);
  });

  it("gives the permit of a poll that found nothing again", () => {
    const slots = new SubscriberSlots(() => 1);
    assert.equal(permitsOf(slots), 1);
    slots.permits.releaseSlot({});
    assert.equal(permitsOf(slots), 1);
  });

  it("leaves a place to the subscriber's own count from the moment it is handed an event", () => {
    let free = 2;
    const slots = new SubscriberSlots(() => free);
    assert.equal(permitsOf(slots), 2);
    free -= 1;
    slots.spend();
    assert.equal(permitsOf(slots), 0);
    free += 1;
    assert.equal(permitsOf(slots), 1);
    slots.permits.releaseSlot(USED);
    assert.equal(permitsOf(slots), 0);
  });

  it("gets back the place of an event that never reached the subscriber", () => {
    const slots = new SubscriberSlots(() => 1);
    assert.equal(permitsOf(slots), 1);
    slots.permits.releaseSlot(USED);
    assert.equal(permitsOf(slots), 1);
  });

  it("lets a poll wait until it is woken and there is a free place", async () => {
    let free = 0;
    const slots = new SubscriberSlots(() => free);
    let isThere = false;
    const permit = slots.permits.reserveSlot({}, new AbortController().signal).then(() => {
      isThere = true;
    });
    slots.wake();
    await Promise.resolve();
    assert.equal(isThere, false);
    free = 1;
    slots.wake();
    await permit;
  });

  it("rejects a poll that is given up with its reason", async () => {
    const slots = new SubscriberSlots(() => 0);
    const poll = new AbortController();
    const permit = slots.permits.reserveSlot({}, poll.signal);
    const reason = new Error("No longer wanted");
    poll.abort(reason);
    await assert.rejects(permit, reason);
  });
});
