import { describe, expect, test } from "vitest";
import { Bell } from "./bell.ts";
import { WorkerPlaces } from "./worker-places.ts";

function aWorker(limit: number) {
  const room = new Bell();
  const state = { capacity: limit };
  return { room, state, places: new WorkerPlaces({ limit, capacity: () => state.capacity, room }) };
}

describe("WorkerPlaces", () => {
  test("asks only while there is room for the largest batch beside what is asked for already", () => {
    const { places } = aWorker(8);
    const permits = Array.from({ length: 6 }, () => places.tryReserveSlot());
    expect(permits.map((permit) => permit !== null)).toEqual([true, true, true, true, false, false]);
  });

  test("counts what was asked for until its runs have places of their own", () => {
    const { places, state } = aWorker(2);
    places.tryReserveSlot();
    places.tryReserveSlot();
    expect(places.tryReserveSlot()).toBeNull();
    state.capacity = 1;
    const end = places.handOver();
    expect(places.tryReserveSlot()).toBeNull();
    state.capacity = 2;
    end();
    places.releaseSlot();
    expect(places.tryReserveSlot()).not.toBeNull();
  });

  test("waits for room, and stops waiting when it is told to", async () => {
    const { places, state, room } = aWorker(1);
    state.capacity = 0;
    const waiting = places.reserveSlot({}, new AbortController().signal);
    const stop = new AbortController();
    const dropped = places.reserveSlot({}, stop.signal);
    stop.abort(new Error("no longer wanted"));
    await expect(dropped).rejects.toThrow("no longer wanted");
    state.capacity = 1;
    room.ring();
    expect(await waiting).toEqual({});
    expect(places.tryReserveSlot()).toBeNull();
  });
});
