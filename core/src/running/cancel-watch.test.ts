import { describe, expect, test } from "vitest";
import { aRunningInstance, START } from "../../fixtures/records.ts";
import { createWorld, storeGone, type World } from "../../fixtures/world.ts";
import { requestCancel } from "../instance/transitions.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import { withMethods } from "../../fixtures/with-methods.ts";
import { CancelWatch } from "./cancel-watch.ts";

interface Place extends World {
  readonly watch: CancelWatch;
  readonly cancelled: string[];
  /** The ids of each query. */
  readonly queries: (readonly string[])[];
  running: readonly string[];
  isDown: boolean;
}

/** A worker that runs three runs; `isDeaf` where the store tells nothing by itself. */
async function aPlace(isDeaf = false): Promise<Place> {
  const queries: (readonly string[])[] = [];
  const cancelled: string[] = [];
  const world = createWorld({
    instances: (real) => ({
      findCancelRequested(tenant, ids) {
        queries.push(ids);
        return place.isDown ? Promise.reject(storeGone()) : real.findCancelRequested(tenant, ids);
      },
    }),
  });
  const ids = ["run-1", "run-2", "run-3"];
  await world.store.instances.insert(ids.map((id) => aRunningInstance({ id })));
  const deaf: Partial<IMoJobScheduleMetadataStore> = {
    watch: () => Promise.resolve({ close: () => Promise.resolve() }),
  };
  const watch = new CancelWatch({
    tenant: "default",
    app: "mail",
    store: withMethods(world.store, isDeaf ? deaf : {}),
    clock: world.clock,
    pollMs: 1000,
    running: () => place.running,
    onCancel: (asked) => cancelled.push(...asked),
    onError: world.onError,
  });
  const place: Place = { ...world, watch, cancelled, queries, running: ids, isDown: false };
  await watch.start();
  return place;
}

async function cancel({ store }: World, id: string): Promise<void> {
  await store.instances.update([requestCancel(aRunningInstance({ id }), START, "Cancelled")]);
}

describe("CancelWatch", () => {
  test("hears at once where the store tells of it", async () => {
    const place = await aPlace();
    await cancel(place, "run-2");
    await place.clock.settle();
    expect(place.cancelled).toEqual(["run-2"]);
    await place.watch.close();
  });

  test("learns within a second where the store tells nothing, with one query for all runs", async () => {
    const place = await aPlace(true);
    await cancel(place, "run-1");
    await cancel(place, "run-3");
    await place.clock.advance(1000);
    expect(place.cancelled).toEqual(["run-1", "run-3"]);
    expect(place.queries).toEqual([["run-1", "run-2", "run-3"]]);
    await place.watch.close();
  });

  test("asks nothing while nothing runs", async () => {
    const place = await aPlace(true);
    place.running = [];
    await place.clock.advance(10_000);
    expect(place.queries).toEqual([]);
    place.running = ["run-1"];
    await place.clock.advance(1000);
    expect(place.queries).toEqual([["run-1"]]);
    await place.watch.close();
  });

  test("reports a query that failed and asks again", async () => {
    const place = await aPlace(true);
    await cancel(place, "run-1");
    place.isDown = true;
    await place.clock.advance(1000);
    place.isDown = false;
    await place.clock.advance(1000);
    expect(place.errors).toMatchObject([{ code: "store_unavailable" }]);
    expect(place.cancelled).toEqual(["run-1"]);
    await place.watch.close();
  });

  test("hears and asks nothing more once it is closed", async () => {
    const place = await aPlace();
    await place.watch.close();
    await cancel(place, "run-1");
    await place.clock.advance(10_000);
    expect([place.cancelled, place.queries, place.clock.pending]).toEqual([[], [], 0]);
  });
});
