import { describe, expect, test } from "vitest";
import { Wakeup } from "@mojob/temporal-link";
import { BatchSlots } from "./batch-slots.ts";

function aWorker(limit: number) {
  const changed = new Wakeup();
  const state = { capacity: limit };
  return { changed, state, slots: new BatchSlots({ capacity: () => state.capacity, changed }) };
}

describe("BatchSlots", () => {
  test.each([
    [8, 2],
    [2, 2],
    [1, 1],
    [0, 0],
  ])("with %i places free, it has %i polls open at once", (free, polls) => {
    const { slots } = aWorker(free);
    const permits = Array.from({ length: 4 }, () => slots.permits.tryReserveSlot());
    expect(permits.filter((permit) => permit !== null)).toHaveLength(polls);
  });

  test("a batch with runs that wait for a place counts as an open poll until they have begun", () => {
    const { slots, state } = aWorker(2);
    slots.permits.tryReserveSlot();
    slots.permits.tryReserveSlot();
    expect(slots.permits.tryReserveSlot()).toBeNull();
    state.capacity = 1;
    const end = slots.markBegun();
    expect(slots.permits.tryReserveSlot()).toBeNull();
    state.capacity = 2;
    end();
    slots.permits.releaseSlot();
    expect(slots.permits.tryReserveSlot()).not.toBeNull();
  });

  test("waits for a free place, or until its signal aborts", async () => {
    const { slots, state, changed } = aWorker(1);
    state.capacity = 0;
    const waiting = slots.permits.reserveSlot({}, new AbortController().signal);
    const stop = new AbortController();
    const dropped = slots.permits.reserveSlot({}, stop.signal);
    stop.abort(new Error("no longer wanted"));
    await expect(dropped).rejects.toThrow("no longer wanted");
    state.capacity = 1;
    changed.notify();
    expect(await waiting).toEqual({});
    expect(slots.permits.tryReserveSlot()).toBeNull();
  });
});
