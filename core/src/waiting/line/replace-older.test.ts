import { describe, expect, test } from "vitest";
import { anInstance, aRunningInstance, START } from "@mojob/test-fixtures/records";
import { anExecutorSetup, aRequest, Doors } from "@mojob/test-fixtures/executor";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { requestCancel } from "../../model/instance/transitions.ts";
import { replaceOlder } from "./replace-older.ts";

const reason = { code: "waits_for_slot", parameters: { limit: 1 } } as const;

function at(ms: number): Pick<JobInstance, "createdAt"> {
  return { createdAt: new Date(START.getTime() + ms) };
}

async function aLane(...runs: readonly JobInstance[]): Promise<World> {
  const world = createWorld();
  await world.store.instances.insert(runs);
  return world;
}

async function replace(world: World, limit = 1): Promise<readonly string[]> {
  const lane = { jobKey: "mail.send", lane: "mail.send" };
  return (await replaceOlder(lane, limit, { ...world, tenant: "default" })).map(({ id }) => id);
}

/** Each run's state, and by which run it was replaced. */
async function stand(world: World): Promise<Readonly<Record<string, string>>> {
  const runs = await world.instances();
  return Object.fromEntries(
    runs.map(({ id, state, cancelReason, reason: why }) => {
      const by = [cancelReason, why].find((one) => one?.code === "replaced")?.parameters;
      return [id, by === undefined ? state : `${state} ${JSON.stringify(by)}`];
    }),
  );
}

describe("replaceOlder()", () => {
  test("asks what is under way to end and ends what waits, but for the newest", async () => {
    const world = await aLane(
      aRunningInstance({ id: "a", ...at(0) }),
      anInstance({ id: "b", reason, ...at(1) }),
      anInstance({ id: "c", reason, ...at(2) }),
    );
    expect(await replace(world)).toEqual(["b"]);
    const by = '{"by":"c"}';
    expect(await stand(world)).toEqual({ a: `Processing ${by}`, b: `Cancelled ${by}`, c: "Enqueued" });
    expect((await world.instance("a")).cancelRequestedAt).not.toBeNull();
    expect(await replace(world)).toEqual([]);
  });

  test("keeps as many as the limit, whether they run or wait", async () => {
    const world = await aLane(
      ...["a", "b", "c"].map((id, index) => aRunningInstance({ id, claim: id, ...at(index) })),
      anInstance({ id: "d", reason, ...at(9) }),
    );
    await replace(world, 3);
    expect(await stand(world)).toEqual({
      a: 'Processing {"by":"d"}',
      b: "Processing",
      c: "Processing",
      d: "Enqueued",
    });
  });

  test("does not count a run that is to end already, and asks it for nothing", async () => {
    const world = await aLane(
      aRunningInstance({ id: "a", ...at(0) }),
      anInstance({ id: "b", reason, ...at(1) }),
    );
    const asked = { code: "cancelled", parameters: { by: "ada", note: null } } as const;
    await world.store.instances.update([requestCancel(await world.instance("a"), START, asked)]);
    expect(await replace(world)).toEqual([]);
    expect((await world.instance("a")).cancelReason).toEqual(asked);
    expect(await stand(world)).toEqual({ a: "Processing", b: "Enqueued" });
  });

  test("gives up the retry of a run that is older than the one under way", async () => {
    const world = await aLane(
      anInstance({ id: "a", state: "Failed", attempt: 1, reason, ...at(0) }),
      aRunningInstance({ id: "b", ...at(1) }),
    );
    await replace(world);
    expect(await stand(world)).toEqual({ a: 'Terminated {"by":"b"}', b: "Processing" });
  });

  test("asks a run to end that began while it was looked at", async () => {
    const world = await aLane(
      aRunningInstance({ id: "a", ...at(0), cancelRequestedAt: START }),
      anInstance({ id: "b", reason, ...at(1) }),
      anInstance({ id: "c", reason, ...at(2) }),
    );
    const { instances } = world.store;
    const begin = { state: "Processing", reason: null, attempt: 1, claim: "claim-b" } as const;
    let looks = 0;
    const update: typeof instances.update = async (changes) => {
      looks += 1;
      if (looks === 1)
        await instances.update([
          { tenant: "default", id: "b", at: START, when: { states: ["Enqueued"] }, set: begin, append: [] },
        ]);
      return instances.update(changes);
    };
    const slow = Object.assign(Object.create(instances), { update }) as typeof instances;
    const store = Object.assign(Object.create(world.store), { instances: slow }) as typeof world.store;
    const lane = { jobKey: "mail.send", lane: "mail.send" };
    expect(await replaceOlder(lane, 1, { ...world, store, tenant: "default" })).toEqual([]);
    expect(await stand(world)).toMatchObject({ b: 'Processing {"by":"c"}', c: "Enqueued" });
  });

  test("counts a run once that began between its two reads", async () => {
    const world = await aLane(
      aRunningInstance({ id: "a", ...at(0) }),
      aRunningInstance({ id: "b", claim: "claim-b", ...at(1) }),
    );
    const { instances } = world.store;
    const seen = { ...(await world.instance("b")), state: "Enqueued", reason } as const;
    const firstWaiting: typeof instances.firstWaiting = async () => [[seen]];
    const slow = Object.assign(Object.create(instances), { firstWaiting }) as typeof instances;
    const store = Object.assign(Object.create(world.store), { instances: slow }) as typeof world.store;
    const lane = { jobKey: "mail.send", lane: "mail.send" };
    await replaceOlder(lane, 2, { ...world, store, tenant: "default" });
    expect(await stand(world)).toEqual({ a: "Processing", b: "Processing" });
  });

  test("leaves alone other lanes, and what has not come to its lane yet", async () => {
    const lane = "mail.send|key|acme";
    const world = await aLane(
      aRunningInstance({ id: "other", lane, ...at(0) }),
      anInstance({ id: "waits-there", lane, reason, ...at(1) }),
      anInstance({ id: "on-its-way", ...at(2) }),
      aRunningInstance({ id: "a", ...at(3) }),
    );
    expect(await replace(world)).toEqual([]);
    expect(new Set(Object.values(await stand(world)))).toEqual(new Set(["Processing", "Enqueued"]));
  });
});

test("a run that begins by a request from before an edit of its lane replaces what waits in its lane", async () => {
  const doors = new Doors();
  const place = await anExecutorSetup({
    execute: doors.passObediently,
    options: { maxConcurrency: 1, whenFull: "replace" },
    instances: (real) => ({
      // As a store does that looks for others in the lane of the request alone.
      admit: (admissions) =>
        real.admit(admissions.map(({ change, lane, limit }) => ({ change, lane, limit }))),
    }),
  });
  await place.enqueue({ id: "older", reason, ...at(0) }, { id: "newest", ...at(1) });
  const taken = place.executor.intake.execute([{ ...aRequest("newest"), lane: "mail.send|key|a" }]);
  await place.clock.settle();
  expect(doors.entered).toEqual(["newest/1"]);
  expect(await place.instance("older")).toMatchObject({
    state: "Cancelled",
    reason: { code: "replaced", parameters: { by: "newest" } },
  });
  doors.succeed("newest/1");
  await taken;
});
