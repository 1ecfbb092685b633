import { describe, expect, test } from "vitest";
import { aRunningInstance, START } from "../../fixtures/records.ts";
import { createWorld, type World } from "../../fixtures/world.ts";
import { requestCancel } from "../model/instance/transitions.ts";
import { cancelled } from "../model/reason.ts";
import { CancelListener } from "./cancel-listener.ts";

interface Place extends World {
  readonly listener: CancelListener;
  readonly ended: string[];
}

/** A worker on which these of the runs `run-1` to `run-3` are under way. */
async function aPlace(...running: readonly string[]): Promise<Place> {
  const world = createWorld();
  await world.store.instances.insert(["run-1", "run-2", "run-3"].map((id) => aRunningInstance({ id })));
  const ended: string[] = [];
  const listener = new CancelListener({
    tenant: "default",
    app: "mail",
    store: world.store,
    cancel: (id) => {
      if (!running.includes(id)) return false;
      ended.push(id);
      return true;
    },
  });
  await listener.start();
  return { ...world, listener, ended };
}

async function cancel({ store, clock }: World, id: string): Promise<void> {
  await store.instances.update([requestCancel(aRunningInstance({ id }), START, cancelled())]);
  await clock.settle();
}

describe("CancelListener", () => {
  test("ends a run of its worker at once", async () => {
    const place = await aPlace("run-1", "run-2");
    await cancel(place, "run-2");
    await cancel(place, "run-3");
    expect(place.ended).toEqual(["run-2"]);
    await place.listener.close();
  });

  test("keeps a request for a run that is not known yet, and returns it once", async () => {
    const place = await aPlace();
    await cancel(place, "run-1");
    expect(place.ended).toEqual([]);
    expect(["run-1", "run-2", "run-1"].map((id) => place.listener.wasCancelled(id))).toEqual([
      true,
      false,
      false,
    ]);
    await place.listener.close();
  });

  test("keeps the latest thousand of them", async () => {
    const place = await aPlace();
    const many = Array.from({ length: 1001 }, (_, index) => aRunningInstance({ id: `many-${index}` }));
    await place.store.instances.insert(many);
    await place.store.instances.update(many.map((run) => requestCancel(run, START, cancelled())));
    await place.clock.settle();
    expect(["many-0", "many-1", "many-1000"].map((id) => place.listener.wasCancelled(id))).toEqual([
      false,
      true,
      true,
    ]);
    await place.listener.close();
  });

  test("receives nothing once it is closed", async () => {
    const place = await aPlace("run-1");
    await place.listener.close();
    await cancel(place, "run-1");
    expect([place.ended, place.clock.pending]).toEqual([[], 0]);
  });
});
