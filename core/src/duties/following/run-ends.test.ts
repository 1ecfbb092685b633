import { describe, expect, it } from "vitest";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { createWorld, storeGone, type World } from "@mojob/test-fixtures/world";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { announceEnds } from "./announce-ends.ts";
import { endsInStore, endsOnBus } from "./end-source.ts";
import { RunEnds } from "./run-ends.ts";

interface Place extends World {
  readonly ends: RunEnds;
  /** How often records were read, and of how many runs. */
  readonly reads: number[];
  /** Ends a run by a write that is announced. */
  end(id: string): Promise<void>;
  fail(fails: boolean): void;
}

/** Waiting runs "run-0", "run-1", … and the object that waits for their ends. */
async function aPlace(source: "bus" | "store" | "none", count = 1): Promise<Place> {
  const reads: number[] = [];
  let isDown = false;
  const world = createWorld({
    instances: (real) => ({
      get: (tenant, ids) => {
        reads.push(ids.length);
        return isDown ? Promise.reject(storeGone()) : real.get(tenant, ids);
      },
    }),
  });
  await world.define(aDefinition());
  await world.store.instances.insert(
    Array.from({ length: count }, (_, index) => anInstance({ id: `run-${index}` })),
  );
  const { bus, clock, onError } = world;
  const announced = announceEnds(world.store, { tenant: "default", bus, clock, onError });
  const sources = {
    bus: [endsOnBus(bus, "default")],
    store: [endsInStore(world.store, "default")],
    none: [],
  };
  const ends = new RunEnds({
    tenant: "default",
    store: world.store.instances,
    sources: sources[source],
    clock,
    onError,
  });
  return {
    ...world,
    ends,
    reads,
    end: async (id) => {
      const change = { tenant: "default", id, at: START, append: [] };
      await announced.instances.update([
        { ...change, when: { states: ["Enqueued"] }, set: { state: "Cancelled", completedAt: START } },
      ]);
    },
    fail: (fails) => {
      isDown = fails;
    },
  };
}

/** What a wait has come to so far. */
function watched(wait: Promise<JobInstance>): { ended: JobInstance | null; error: unknown } {
  const seen: { ended: JobInstance | null; error: unknown } = { ended: null, error: null };
  wait.then(
    (record) => (seen.ended = record),
    (error: unknown) => (seen.error = error),
  );
  return seen;
}

describe("RunEnds", () => {
  it.each(["bus", "store"] as const)(
    "resolves as soon as the %s shows the end, with the record",
    async (source) => {
      const { ends, end, clock } = await aPlace(source);
      const seen = watched(ends.wait("run-0"));
      await clock.settle();
      expect(seen.ended).toBeNull();
      await end("run-0");
      await clock.settle();
      expect(seen.ended).toMatchObject({ id: "run-0", state: "Cancelled" });
      expect(clock.pending).toBe(0);
    },
  );

  it("resolves at once for a run that has ended", async () => {
    const { ends, end, clock } = await aPlace("bus");
    await end("run-0");
    const seen = watched(ends.wait("run-0"));
    await clock.settle();
    expect(seen.ended?.state).toBe("Cancelled");
  });

  it("finds an end that no source brought, for any number of waits in one read", async () => {
    const { ends, end, clock, reads } = await aPlace("none", 300);
    const waits = Array.from({ length: 300 }, (_, index) => watched(ends.wait(`run-${index}`)));
    await clock.settle();
    // Those who begin to wait together share the first read too.
    expect(reads).toEqual([300]);
    reads.length = 0;
    await end("run-7");
    await clock.advance(5000);
    expect(waits[7]?.ended?.id).toBe("run-7");
    expect(reads).toEqual([300]);
    await clock.advance(5000);
    expect(reads).toEqual([300, 299]);
    await ends.close();
  });

  it("reads nothing for the ends of runs that no caller waits for", async () => {
    const { ends, end, clock, reads } = await aPlace("bus", 2);
    const seen = watched(ends.wait("run-0"));
    await clock.settle();
    reads.length = 0;
    await end("run-1");
    await clock.settle();
    expect(reads).toEqual([]);
    await end("run-0");
    await clock.settle();
    expect(seen.ended?.id).toBe("run-0");
  });

  it("listens only while something is waited for", async () => {
    const { ends, end, clock, store, bus } = await aPlace("none", 2);
    const counts = { opened: 0, closed: 0 };
    const shared = new RunEnds({
      tenant: "default",
      store: store.instances,
      sources: [
        async (listener) => {
          counts.opened += 1;
          const source = await endsOnBus(bus, "default")(listener);
          return { close: () => ((counts.closed += 1), source.close()) };
        },
      ],
      clock,
      onError: () => {},
    });
    const waits = ["run-0", "run-0", "run-1"].map((id) => watched(shared.wait(id)));
    await clock.settle();
    await end("run-0");
    await clock.settle();
    expect(counts).toEqual({ opened: 1, closed: 0 });
    await end("run-1");
    await clock.settle();
    expect(waits.map(({ ended }) => ended?.id)).toEqual(["run-0", "run-0", "run-1"]);
    expect([counts, clock.pending]).toEqual([{ opened: 1, closed: 1 }, 0]);
    await ends.close();
  });

  it("reports a source that cannot be opened, looks instead, and opens it for a later wait", async () => {
    const { store, clock, end } = await aPlace("none", 2);
    const errors: unknown[] = [];
    let opened = 0;
    const ends = new RunEnds({
      tenant: "default",
      store: store.instances,
      sources: [() => ((opened += 1), Promise.reject(storeGone()))],
      clock,
      onError: (error) => errors.push(error),
    });
    const seen = watched(ends.wait("run-0"));
    await end("run-0");
    await clock.advance(5000);
    expect([seen.ended?.id, errors.length, opened]).toEqual(["run-0", 1, 1]);
    const later = watched(ends.wait("run-1"));
    await clock.settle();
    expect([later.ended, opened]).toEqual([null, 2]);
    await ends.close();
  });

  it("goes on waiting while the store is unavailable", async () => {
    const { ends, end, clock, fail, errors } = await aPlace("bus");
    const seen = watched(ends.wait("run-0"));
    await clock.settle();
    fail(true);
    await end("run-0");
    await clock.settle();
    expect([seen.ended, seen.error]).toEqual([null, null]);
    expect(errors).toMatchObject([{ code: "store_unavailable" }]);
    fail(false);
    await clock.advance(5000);
    expect(seen.ended?.id).toBe("run-0");
  });

  it("rejects after the timeout, and leaves the run and other waits alone", async () => {
    const { ends, end, clock } = await aPlace("bus");
    const [short, long] = [watched(ends.wait("run-0", { timeoutMs: 100 })), watched(ends.wait("run-0"))];
    await clock.advance(100);
    expect(short.error).toMatchObject({ code: "timeout" });
    await end("run-0");
    await clock.settle();
    expect([short.ended, long.ended?.id]).toEqual([null, "run-0"]);
  });

  it("rejects with the signal's reason, before or while it waits", async () => {
    const { ends, clock } = await aPlace("bus");
    const controller = new AbortController();
    const seen = watched(ends.wait("run-0", { signal: controller.signal }));
    await clock.settle();
    controller.abort(new Error("Enough"));
    await clock.settle();
    expect(seen.error).toEqual(new Error("Enough"));
    await expect(ends.wait("run-0", { signal: controller.signal })).rejects.toThrow("Enough");
    expect(clock.pending).toBe(0);
  });

  it("rejects for a run that is not there", async () => {
    const { ends } = await aPlace("bus");
    await expect(ends.wait("nothing")).rejects.toMatchObject({ code: "instance_not_found" });
  });

  it("rejects every wait when it is closed, and each later one", async () => {
    const { ends, clock } = await aPlace("bus");
    const seen = watched(ends.wait("run-0"));
    await clock.settle();
    await ends.close();
    expect(seen.error).toMatchObject({ code: "shutting_down" });
    await expect(ends.wait("run-0")).rejects.toMatchObject({ code: "shutting_down" });
    expect(clock.pending).toBe(0);
  });
});
