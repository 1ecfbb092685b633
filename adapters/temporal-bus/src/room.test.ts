import assert from "node:assert/strict";
import { describe, it } from "vitest";
import type { SlotReserveContext } from "@temporalio/worker";
import { Room } from "./room.ts";

const CONTEXT: SlotReserveContext = {
  slotType: "activity",
  taskQueue: "queue",
  workerIdentity: "worker",
  workerBuildId: "",
  isSticky: false,
};
const USED = { slotInfo: { type: "activity", activityType: "deliverEvent" } } as const;

/** How many permits there are at once. */
function permitsOf(room: Room): number {
  let count = 0;
  while (count < 100 && room.tryReserveSlot(CONTEXT) !== null) count += 1;
  return count;
}

describe("Room", () => {
  it("gives a permit for each free place, and none twice", () => {
    assert.equal(permitsOf(new Room(() => 3)), 3);
    assert.equal(permitsOf(new Room(() => 0)), 0);
    assert.equal(permitsOf(new Room(() => Infinity)), 100);
    assert.equal(permitsOf(new Room(() => Number.NaN)), 0);
  });

  it("gives none for a member that cannot say how much it takes", () => {
    const room = new Room(() => {
      throw new Error("A member's mistake");
    });
    assert.deepEqual([room.isThere, permitsOf(room)], [false, 0]);
  });

  it("gives the permit of a poll that found nothing again", () => {
    const room = new Room(() => 1);
    assert.equal(permitsOf(room), 1);
    room.releaseSlot({});
    assert.equal(permitsOf(room), 1);
  });

  it("leaves a place to the member's own count from the moment it is handed an event", () => {
    let free = 2;
    const room = new Room(() => free);
    assert.equal(permitsOf(room), 2);
    free -= 1;
    room.spend();
    assert.equal(permitsOf(room), 0);
    free += 1;
    assert.equal(permitsOf(room), 1);
    room.releaseSlot(USED);
    assert.equal(permitsOf(room), 0);
  });

  it("gets back the place of an event that never reached the member", () => {
    const room = new Room(() => 1);
    assert.equal(permitsOf(room), 1);
    room.releaseSlot(USED);
    assert.equal(permitsOf(room), 1);
  });

  it("lets a poll wait until it is woken and there is room", async () => {
    let free = 0;
    const room = new Room(() => free);
    let isThere = false;
    const permit = room.reserveSlot(CONTEXT, new AbortController().signal).then(() => {
      isThere = true;
    });
    room.wake();
    await Promise.resolve();
    assert.equal(isThere, false);
    free = 1;
    room.wake();
    await permit;
  });

  it("lets go of a poll that is given up, with its reason", async () => {
    const room = new Room(() => 0);
    const poll = new AbortController();
    const permit = room.reserveSlot(CONTEXT, poll.signal);
    const reason = new Error("No longer wanted");
    poll.abort(reason);
    await assert.rejects(permit, reason);
  });
});
