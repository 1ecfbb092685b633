import { describe, expect, test } from "vitest";
import { anExecutorSetup, aRequest, Doors, type ExecutorSetup } from "@mojob/test-fixtures/executor";
import { aDefinition, attemptOf, START } from "@mojob/test-fixtures/records";
import { storeGone } from "@mojob/test-fixtures/world";
import type { StatedOptions } from "../../model/option/job-options.ts";
import { succeed } from "../../model/instance/transitions.ts";
import { moveToLane } from "../../model/waiting/move-to-lane.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";

interface Queue extends ExecutorSetup {
  readonly doors: Doors;
}

/** A worker of a job that queues, on a store whose ends give no slots on; the runs are recorded, a millisecond after each other. */
async function aQueue(
  ids: readonly string[],
  options: StatedOptions = {},
  replaced: (real: IMoInstanceStore) => Partial<IMoInstanceStore> = () => ({}),
): Promise<Queue> {
  const doors = new Doors();
  const place = await anExecutorSetup({
    execute: doors.passObediently,
    options: { maxConcurrency: 1, whenFull: "queue", ...options },
    instances: (real) => Object.assign(replaced(real), { endAndAdmit: undefined }),
  });
  await place.enqueue(...ids.map((id, index) => ({ id, createdAt: new Date(START.getTime() + index) })));
  return { ...place, doors };
}

async function reasonOf(place: ExecutorSetup, id: string): Promise<string | undefined> {
  return (await place.instance(id)).reason?.code;
}

describe("a worker of a job that queues", () => {
  test("lets a run wait, and begins it when the one before it has ended, without a delivery", async () => {
    const place = await aQueue(["a", "b", "c"]);
    const { doors, clock, bus } = place;
    const taken = place.take("a", "b", "c");
    await clock.settle();
    expect(doors.entered).toEqual(["a/1"]);
    expect(await reasonOf(place, "b")).toBe("waits_for_slot");
    doors.succeed("a/1");
    await clock.settle();
    expect(doors.entered).toEqual(["a/1", "b/1"]);
    expect(place.executor.intake.holds("b")).toBe(true);
    expect(place.executor.intake.holds("c")).toBe(false);
    doors.succeed("b/1");
    await clock.settle();
    doors.succeed("c/1");
    await clock.settle();
    await taken;
    expect((await place.instances()).map(({ state }) => state)).toEqual(Array(3).fill("Succeeded"));
    expect([bus.batches, place.errors]).toEqual([[], []]);
  });

  test("hands the turn over to any worker of the app where it has no place itself", async () => {
    const place = await aQueue(["a", "b"]);
    const { doors, clock, bus } = place;
    const first = place.another();
    const taken = first.intake.execute([aRequest("a"), aRequest("b")]);
    await clock.settle();
    const closing = first.close(60_000);
    await clock.settle();
    doors.succeed("a/1");
    await clock.settle();
    expect(bus.requests).toMatchObject([{ instanceId: "b", attempt: 1 }]);
    expect((await place.instance("b")).dispatchId).toBe(bus.batches[0]?.id);
    await Promise.all([closing, taken]);

    const rest = place.executor.intake.execute(bus.requests);
    await clock.settle();
    doors.succeed("b/1");
    await rest;
    expect((await place.instance("b")).state).toBe("Succeeded");
  });

  test("looks once more when a run has begun to wait: the slot may have been given back meanwhile", async () => {
    const late = Promise.withResolvers<void>();
    let admissions = 0;
    const place = await aQueue(["a", "b"], {}, (real) => ({
      // As a store without one write for both: it finds the lane full, and writes that the run waits later.
      async admit(batch) {
        const [admission] = batch;
        const { waiting, ...rest } = admission!;
        admissions += 1;
        const [answer] = await real.admit([rest]);
        if (admissions !== 2) return [answer!];
        expect(answer).toEqual({ outcome: "full" });
        await late.promise;
        expect(await real.update([waiting!])).toEqual([true]);
        return [{ outcome: "waits", instance: (await real.get("default", ["b"]))[0]! }];
      },
    }));
    const { doors, clock } = place;
    const taken = Promise.all([
      place.take("a"),
      clock.settle().then(() => place.another().intake.execute([aRequest("b")])),
    ]);
    await clock.settle();
    doors.succeed("a/1");
    await clock.settle();
    expect((await place.instance("a")).state).toBe("Succeeded");
    late.resolve();
    await clock.settle();
    expect(doors.entered).toEqual(["a/1", "b/1"]);
    doors.succeed("b/1");
    await taken;
  });

  test("is closed only when the turns that its last runs left have been given", async () => {
    const reading = Promise.withResolvers<void>();
    const place = await aQueue(["a", "b"], {}, (real) => ({
      firstWaiting: async (lanes) => {
        await reading.promise;
        return real.firstWaiting(lanes);
      },
    }));
    const { doors, clock, bus } = place;
    const first = place.another();
    const taken = first.intake.execute([aRequest("a"), aRequest("b")]);
    await clock.settle();
    let isClosed = false;
    const closing = first.close(60_000).then(() => {
      isClosed = true;
    });
    doors.succeed("a/1");
    await taken;
    await clock.settle();
    expect(isClosed).toBe(false);
    reading.resolve();
    await closing;
    // Once for the slot, and once because it had begun to wait: only one admission can win.
    expect(new Set(bus.requests.map(({ instanceId }) => instanceId))).toEqual(new Set(["b"]));
    expect(place.errors).toEqual([]);
  });

  test("uses every slot that a dead worker left, once a run has begun to wait", async () => {
    const place = await aQueue(["a", "b", "c", "d"], { maxConcurrency: 3 });
    const { doors, clock, store } = place;
    const taken = place.take("a", "b", "c", "d");
    await clock.settle();
    const ended = await Promise.all(["a", "b", "c"].map((id) => place.instance(id)));
    await place.enqueue({ id: "e", createdAt: new Date(START.getTime() + 9) });
    // Their worker is gone: their slots are free, and it gives no turns.
    await store.instances.update(ended.map((run) => succeed(attemptOf(run), clock.now(), null, null, null)));
    const other = place.another();
    const later = other.intake.execute([aRequest("e")]);
    await clock.settle();
    expect(doors.entered).toEqual(["a/1", "b/1", "c/1", "d/1", "e/1"]);
    for (const id of ["a", "b", "c", "d", "e"]) doors.succeed(`${id}/1`);
    await Promise.all([taken, later]);
  });

  test("tries one run where a lane is full, and twice as many each time that all begin", async () => {
    const asked: number[] = [];
    const ids = Array.from({ length: 20 }, (_, index) => `run-${String(index).padStart(2, "0")}`);
    const place = await aQueue(ids, { maxConcurrency: 9 }, (real) => ({
      firstWaiting: (lanes) => {
        asked.push(...lanes.map(({ most }) => most));
        return real.firstWaiting(lanes);
      },
    }));
    const { doors, clock, store } = place;
    const taken = place.take(...ids);
    await clock.settle();
    expect([doors.entered.length, asked]).toEqual([9, [1]]);
    const ended = await Promise.all(ids.slice(0, 9).map((id) => place.instance(id)));
    await store.instances.update(ended.map((run) => succeed(attemptOf(run), clock.now(), null, null, null)));
    await place.enqueue({ id: "run-20", createdAt: new Date(START.getTime() + 99) });
    const later = place.another().intake.execute([aRequest("run-20")]);
    await clock.settle();
    expect(doors.entered).toEqual(ids.slice(0, 18).map((id) => `${id}/1`));
    // 1 + 2 + 4 have begun; of the 8 that are tried then, two.
    expect(asked).toEqual([1, 1, 2, 4, 8]);
    for (let entered = 0; entered < 21; entered = doors.entered.length) {
      for (const attempt of doors.entered) doors.succeed(attempt);
      await clock.settle();
    }
    await Promise.all([taken, later]);
    expect(place.errors).toEqual([]);
  });

  test("goes on to the next turn where a run is no longer to run, until none waits", async () => {
    const place = await aQueue(["a", "b", "c", "d"]);
    const { doors, clock } = place;
    const taken = place.take("a", "b", "c", "d");
    await clock.settle();
    await place.store.definitions.replace(
      aDefinition({ revision: 2, options: { maxConcurrency: 1, whenFull: "queue", disabled: true } }),
      1,
    );
    await place.cache.announce([aDefinition({ revision: 2 })]);
    doors.succeed("a/1");
    await clock.settle();
    await taken;
    const states = (await place.instances()).map(({ id, state }) => `${id} ${state}`);
    expect(states.toSorted()).toEqual(["a Succeeded", "b Skipped", "c Skipped", "d Skipped"]);
  });

  test("reports what went wrong, and gives the next turn when it can", async () => {
    let isGone = true;
    const place = await aQueue(["a", "b", "c"], { maxConcurrency: 2 }, (real) => ({
      firstWaiting: (lanes) => (isGone ? Promise.reject(storeGone()) : real.firstWaiting(lanes)),
    }));
    const { doors, clock } = place;
    const taken = place.take("a", "b", "c");
    await clock.settle();
    const before = place.errors.length;
    expect(before).toBeGreaterThan(0);
    doors.succeed("a/1");
    await clock.settle();
    expect(place.errors.length).toBeGreaterThan(before);
    isGone = false;
    doors.succeed("b/1");
    await clock.settle();
    expect(doors.entered).toEqual(["a/1", "b/1", "c/1"]);
    doors.succeed("c/1");
    await taken;
  });

  test("does not begin a run that an edit moves to another lane while it is given its turn: others come first there", async () => {
    let place: Queue | null = null;
    let isMoved = false;
    place = await aQueue(["a", "b"], {}, (real) => ({
      async firstWaiting(lanes) {
        const found = await real.firstWaiting(lanes);
        const [run] = found.flat();
        if (run !== undefined && !isMoved && place?.doors.entered.length === 1) {
          isMoved = true;
          await real.update([moveToLane(run, START, "mail.send|key|x")]);
        }
        return found;
      },
    }));
    const { doors, clock } = place;
    const taken = place.take("a", "b");
    await clock.settle();
    doors.succeed("a/1");
    await clock.settle();
    expect([isMoved, doors.entered]).toEqual([true, ["a/1"]]);
    expect(await place.instance("b")).toMatchObject({ state: "Enqueued", lane: "mail.send|key|x" });
    await taken;
  });

  test("asks nobody where the job skips", async () => {
    let asked = 0;
    const place = await aQueue(["a", "b"], { whenFull: "skip" }, (real) => ({
      firstWaiting: (lanes) => {
        asked += 1;
        return real.firstWaiting(lanes);
      },
    }));
    const taken = place.take("a", "b");
    await place.clock.settle();
    place.doors.succeed("a/1");
    await taken;
    expect([asked, (await place.instance("b")).state]).toEqual([0, "Skipped"]);
  });

  test("lets a run that waited wait on where its job skips since, and gives it its turn", async () => {
    const place = await aQueue(["a", "b", "new"]);
    const { doors, clock, store } = place;
    const taken = place.take("a", "b");
    await clock.settle();
    const skips = { ...place.definition, queued: true, revision: 2 };
    await place.cache.save({ ...skips, options: { ...skips.options, whenFull: "skip" } }, 1);
    // It is delivered as it would be where its worker had died.
    await place.take("b", "new");
    expect(await reasonOf(place, "b")).toBe("waits_for_slot");
    expect(await place.instance("new")).toMatchObject({ state: "Skipped", reason: { code: "job_full" } });
    doors.succeed("a/1");
    await clock.settle();
    doors.succeed("b/1");
    await clock.settle();
    await taken;
    expect((await store.statistics.countByState("default")).Succeeded).toBe(2);
  });

  test("gives the slots of many that end together to as many", async () => {
    const ids = Array.from({ length: 300 }, (_, index) => `run-${String(index).padStart(3, "0")}`);
    const place = await aQueue(ids, { maxConcurrency: 100 });
    const { doors, clock } = place;
    const taken = place.take(...ids);
    for (const upTo of [100, 200, 300]) {
      await clock.settle();
      expect(doors.entered).toHaveLength(upTo);
      for (const id of ids.slice(upTo - 100, upTo)) doors.succeed(`${id}/1`);
    }
    await clock.settle();
    await taken;
    expect(doors.entered).toEqual(ids.map((id) => `${id}/1`));
    expect((await place.store.statistics.countByState("default")).Succeeded).toBe(300);
  });
});
