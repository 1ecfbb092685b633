import { describe, expect, it } from "vitest";
import { anInstance, START } from "@mojob/test-fixtures/records";
import { createWorld, storeGone, type World, type WorldOptions } from "@mojob/test-fixtures/world";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { announceEnds } from "./announce-ends.ts";
import type { EndFollower } from "./end-follower.ts";
import { Following } from "./following.ts";

const never = new AbortController().signal;
const HOUR_MS = 3_600_000;

interface Recorder extends EndFollower {
  readonly followed: string[];
  isFailing: boolean;
}

function aFollower(name = "report"): Recorder {
  return {
    name,
    followed: [],
    isFailing: false,
    async follow(runs) {
      if (this.isFailing) throw new Error(`${name} cannot follow now`);
      this.followed.push(...runs.map(({ id }) => id));
    },
  };
}

interface Place extends World {
  /** Inserts a run and ends it. */
  end(id: string, how?: "announced" | "unannounced"): Promise<void>;
}

function aPlace(options?: WorldOptions): Place {
  const world = createWorld(options);
  const { bus, clock, onError, store } = world;
  const announced = announceEnds(store, { tenant: "default", bus, clock, onError });
  return {
    ...world,
    async end(id, how = "unannounced") {
      const { instances } = how === "announced" ? announced : store;
      await instances.insert([anInstance({ id })]);
      const change = { tenant: "default", id, at: START, append: [] };
      await instances.update([
        { ...change, when: { states: ["Enqueued"] }, set: { state: "Cancelled", completedAt: START } },
      ]);
      await clock.settle();
    },
  };
}

async function follow(place: Place, ...followers: readonly EndFollower[]): Promise<Following> {
  const { store, state, bus, clock, onError } = place;
  const following = new Following({
    tenant: "default",
    store: store.instances,
    state,
    clock,
    followers,
    bus,
    onError,
  });
  await following.begin();
  return following;
}

describe("Following", () => {
  it("calls a follower with what an event brings, at once, and with that alone", async () => {
    const place = aPlace();
    const follower = aFollower();
    const following = await follow(place, follower);
    await place.end("a", "announced");
    expect(follower.followed).toEqual(["a"]);
    await following.catchUp(never);
    expect(follower.followed).toEqual(["a"]);
  });

  it("calls a follower with what no event brought at the next pass, once", async () => {
    const place = aPlace();
    const follower = aFollower();
    const following = await follow(place, follower);
    await place.end("a");
    await place.end("b", "announced");
    expect(follower.followed).toEqual(["b"]);
    await following.catchUp(never);
    await following.catchUp(never);
    expect(follower.followed).toEqual(["b", "a"]);
  });

  it("begins with the present, and where another process left off from then on", async () => {
    const place = aPlace();
    await place.end("before");
    const follower = aFollower();
    const first = await follow(place, follower);
    await first.catchUp(never);
    expect(follower.followed).toEqual([]);
    await place.end("a");
    await first.catchUp(never);
    await place.end("b");
    const second = await follow(place, follower);
    await second.catchUp(never);
    expect(follower.followed).toEqual(["a", "b"]);
  });

  it("neither reads ends for an idle follower nor calls it, and begins with what ends once it is no longer idle", async () => {
    const place = aPlace();
    let isIdle = true;
    const follower = { ...aFollower(), isIdle: async () => isIdle };
    const following = await follow(place, follower);
    await place.end("a", "announced");
    await following.catchUp(never);
    expect(await following.positions()).toEqual([]);
    isIdle = false;
    await place.end("b");
    await following.catchUp(never);
    expect(follower.followed).toEqual(["b"]);
    await place.end("c", "announced");
    expect(follower.followed).toEqual(["b", "c"]);
    expect(await following.positions()).toHaveLength(1);
  });

  it("goes through all there is in one pass", async () => {
    const place = aPlace();
    const follower = aFollower();
    const following = await follow(place, follower);
    for (let index = 0; index < 1200; index += 1) await place.store.instances.insert([ended(`run-${index}`)]);
    await following.catchUp(never);
    expect(follower.followed).toEqual(Array.from({ length: 1200 }, (_, index) => `run-${index}`));
  });

  it("brings an end again that was not followed, by event or by pass, and holds up no other follower", async () => {
    const place = aPlace();
    const [follower, other] = [aFollower(), aFollower("other")];
    const following = await follow(place, follower, other);
    follower.isFailing = true;
    await place.end("a", "announced");
    await place.end("b");
    await following.catchUp(never);
    expect([follower.followed, other.followed]).toEqual([[], ["a", "b"]]);
    expect(place.errors).toHaveLength(2);
    follower.isFailing = false;
    await following.catchUp(never);
    expect([follower.followed, other.followed]).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
  });

  it("brings an end again where the place could not be moved: at least once", async () => {
    let isDown = false;
    const failing = (real: IMoStateStore): Partial<IMoStateStore> => ({
      compareAndSet: (...entry) => (isDown ? Promise.reject(storeGone()) : real.compareAndSet(...entry)),
    });
    const place = aPlace({ state: failing });
    const follower = aFollower();
    const following = await follow(place, follower);
    await place.end("a");
    isDown = true;
    await following.catchUp(never);
    expect(place.errors).toMatchObject([{ code: "store_unavailable" }]);
    isDown = false;
    await following.catchUp(never);
    await following.catchUp(never);
    expect(follower.followed).toEqual(["a", "a"]);
  });

  it("moves no place back that another process has moved on", async () => {
    const place = aPlace();
    const other = aFollower();
    let isFirst = true;
    const follower: EndFollower = {
      name: "report",
      // Slow: meanwhile another process follows the same ends and later ones.
      follow: async () => {
        if (!isFirst) throw new Error("Everything had been followed");
        isFirst = false;
        await place.end("b");
        await (await follow(place, other)).catchUp(never);
      },
    };
    const following = await follow(place, follower);
    await place.end("a");
    await following.catchUp(never);
    expect(other.followed).toEqual(["a", "b"]);
    await following.catchUp(never);
    expect(place.errors).toEqual([]);
  });

  it("begins no other page once its signal aborts", async () => {
    const place = aPlace();
    const stop = new AbortController();
    const seen: number[] = [];
    const following = await follow(place, {
      name: "report",
      follow: async (runs) => {
        seen.push(runs.length);
        stop.abort();
      },
    });
    await place.store.instances.insert(Array.from({ length: 700 }, (_, index) => ended(`run-${index}`)));
    await following.catchUp(stop.signal);
    expect(seen).toEqual([500]);
    await following.catchUp(never);
    expect(seen).toEqual([500, 200]);
  });

  it("keeps retention from what is not followed, for a day at most", async () => {
    const place = aPlace();
    const follower = aFollower();
    const following = await follow(place, follower);
    const sweep = async (): Promise<number> =>
      place.store.retention.sweep({
        tenant: "default",
        jobKey: "mail.send",
        keep: 0,
        keepSkipped: 0,
        endedBefore: START,
        limit: 10,
        keepAfter: await following.positions(),
      });
    await place.end("a");
    follower.isFailing = true;
    await following.catchUp(never);
    expect(await sweep()).toBe(0);
    follower.isFailing = false;
    await following.catchUp(never);
    expect(await sweep()).toBe(1);
    // A follower that has nothing to do for days is not stuck.
    for (let hours = 0; hours < 48; hours += 1) {
      await place.clock.advance(HOUR_MS);
      await following.catchUp(never);
    }
    await place.end("b");
    follower.isFailing = true;
    expect(await sweep()).toBe(0);
    await place.clock.advance(25 * HOUR_MS);
    await following.catchUp(never);
    expect(await sweep()).toBe(1);
  });

  it("asks nothing of the stores where nothing follows", async () => {
    const place = aPlace({
      instances: () => ({
        get: () => Promise.reject(storeGone()),
        endedAfter: () => Promise.reject(storeGone()),
      }),
    });
    const following = await follow(place);
    await following.follow([{ id: "a", state: "Succeeded" }]);
    await following.catchUp(never);
    expect([place.errors, await following.positions()]).toEqual([[], []]);
  });
});

function ended(id: string): ReturnType<typeof anInstance> {
  return anInstance({ id, state: "Skipped", completedAt: START });
}
