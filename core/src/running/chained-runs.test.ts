import { describe, expect, test } from "vitest";
import { anExecutorSetup, aRequest, Doors, type ExecutorSetup } from "@mojob/test-fixtures/executor";
import { aDefinition, START } from "@mojob/test-fixtures/records";
import { storeGone } from "@mojob/test-fixtures/world";
import type { StatedOptions } from "../model/option/job-options.ts";
import type { EndAndAdmit } from "../model/write/end.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import type { WorkerOptions } from "./worker/worker-options.ts";

interface Queue extends ExecutorSetup {
  readonly doors: Doors;
  /** Called with the runs that waited for a turn and were looked for. */
  readonly looks: () => number;
  readonly writes: readonly (readonly EndAndAdmit[])[];
}

interface QueueOptions {
  readonly options?: StatedOptions;
  readonly worker?: WorkerOptions;
  readonly instances?: (real: IMoInstanceStore) => Partial<IMoInstanceStore>;
}

/** A worker of a job that queues, whose runs have all been taken; a millisecond lies between their creations. */
async function aQueue(ids: readonly string[], given: QueueOptions = {}): Promise<Queue> {
  const doors = new Doors();
  const writes: (readonly EndAndAdmit[])[] = [];
  let looks = 0;
  const place = await anExecutorSetup({
    execute: doors.passObediently,
    options: { maxConcurrency: 1, whenFull: "queue", ...given.options },
    worker: given.worker ?? {},
    instances: (real) => {
      const replaced = given.instances?.(real) ?? {};
      return {
        ...replaced,
        firstWaiting: (lanes) => {
          looks += 1;
          return real.firstWaiting(lanes);
        },
        endAndAdmit: (ends) => {
          writes.push(ends);
          return (replaced.endAndAdmit ?? real.endAndAdmit!.bind(real))(ends);
        },
      };
    },
  });
  await place.enqueue(...ids.map((id, index) => ({ id, createdAt: new Date(START.getTime() + index) })));
  return { ...place, doors, writes, looks: () => looks };
}

/** Lets the runs go that have begun, in turns, until none follows. */
async function passAll({ doors, clock }: Queue): Promise<void> {
  for (let passed = 0; passed < doors.entered.length;) {
    const under = doors.entered.slice(passed);
    passed = doors.entered.length;
    for (const name of under) doors.succeed(name);
    await clock.settle();
  }
}

describe("the end of a run that others wait for", () => {
  test("begins the next in its write, and nobody looks who waits", async () => {
    const place = await aQueue(["a", "b", "c"]);
    const { doors, clock, looks, writes, executor } = place;
    const taken = place.take("a", "b", "c");
    await clock.settle();
    const before = looks();
    doors.succeed("a/1");
    await clock.settle();
    expect(doors.entered).toEqual(["a/1", "b/1"]);
    expect((await place.instance("b")).slot).toBe(0);
    expect(executor.intake.holds("b")).toBe(true);
    expect(executor.describe().running).toBe(1);
    // The requests are done with: what follows has no request.
    await taken;
    await passAll(place);
    expect(doors.entered).toEqual(["a/1", "b/1", "c/1"]);
    expect([looks() - before, writes.length, place.errors]).toEqual([0, 3, []]);
    expect((await place.instances()).map(({ state }) => state)).toEqual(Array(3).fill("Succeeded"));
    expect(executor.describe().running).toBe(0);
  });

  test("begins as many as end together in one write", async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `run-${String(index).padStart(2, "0")}`);
    const place = await aQueue(ids, { options: { maxConcurrency: 20 } });
    const taken = place.take(...ids);
    await place.clock.settle();
    await passAll(place);
    await taken;
    expect(place.doors.entered).toEqual(ids.map((id) => `${id}/1`));
    expect(place.writes.map(({ length }) => length)).toEqual([20, 20]);
  });

  test("gives the slot on when the run fails too", async () => {
    const place = await aQueue(["a", "b"], { options: { retryCount: 0 } });
    const { doors, clock } = place;
    const taken = place.take("a", "b");
    await clock.settle();
    doors.fail("a/1");
    await clock.settle();
    expect((await place.instance("a")).state).toBe("Terminated");
    expect(doors.entered).toEqual(["a/1", "b/1"]);
    doors.succeed("b/1");
    await taken;
  });

  test("keeps its slot for a retry at once", async () => {
    const place = await aQueue(["a", "b"], { options: { retryCount: 1, retryIntervalMs: 0 } });
    const { doors, clock } = place;
    const taken = place.take("a", "b");
    await clock.settle();
    doors.fail("a/1");
    await clock.settle();
    expect(doors.entered).toEqual(["a/1", "a/2"]);
    doors.succeed("a/2");
    await clock.settle();
    expect(doors.entered).toEqual(["a/1", "a/2", "b/1"]);
    doors.succeed("b/1");
    await taken;
  });

  test("offers nothing where the worker has no further place: what is more urgent may wait for that", async () => {
    const place = await aQueue(["a", "b"], { worker: { maxConcurrentRuns: 1 } });
    const { doors, clock, writes } = place;
    const taken = place.take("a", "b");
    await clock.settle();
    await passAll(place);
    await taken;
    expect(writes.flat().map(({ next }) => next)).toEqual([undefined, undefined]);
    expect(doors.entered).toEqual(["a/1", "b/1"]);
  });

  test("keeps the place of the run that has begun: a worker never runs more than its limit", async () => {
    const place = await aQueue(["a", "b", "c", "d"], {
      options: { maxConcurrency: 2 },
      worker: { maxConcurrentRuns: 3 },
    });
    const { doors, clock, executor } = place;
    const taken = place.take("a", "b", "c", "d");
    await clock.settle();
    expect(executor.intake.capacity).toBe(1);
    doors.succeed("a/1");
    await clock.settle();
    expect([executor.intake.capacity, doors.entered]).toEqual([1, ["a/1", "b/1", "c/1"]]);
    await passAll(place);
    await taken;
    expect(executor.intake.capacity).toBe(3);
  });

  test.each([
    ["is paused", { pause: { until: null, since: START, by: null } }],
    ["is disabled", { options: { disabled: true } }],
  ])("begins nothing where the job %s meanwhile", async (_what, edit) => {
    const place = await aQueue(["a", "b"]);
    const { doors, clock, writes } = place;
    const taken = place.take("a", "b");
    await clock.settle();
    const edited = aDefinition({
      ...edit,
      revision: 2,
      options: { maxConcurrency: 1, whenFull: "queue", ...("options" in edit && edit.options) },
    } as Parameters<typeof aDefinition>[0]);
    await place.store.definitions.replace(edited, 1);
    await place.cache.announce([edited]);
    doors.succeed("a/1");
    await clock.settle();
    expect(writes.flat().map(({ next }) => next)).toEqual([undefined]);
    doors.succeed("b/1");
    await taken;
  });

  test("begins the next once, although the response of its write is lost", async () => {
    let isLost = true;
    const place = await aQueue(["a", "b", "c"], {
      instances: (real) => ({
        async endAndAdmit(ends) {
          const answers = (await real.endAndAdmit?.(ends)) ?? [];
          if (!isLost) return answers;
          isLost = false;
          throw storeGone();
        },
      }),
    });
    const { doors, clock } = place;
    const taken = place.take("a", "b", "c");
    await clock.settle();
    doors.succeed("a/1");
    await clock.settle();
    expect(doors.entered).toEqual(["a/1"]);
    expect((await place.instance("b")).state).toBe("Processing");
    await clock.advance(250);
    expect(doors.entered).toEqual(["a/1", "b/1"]);
    expect(place.executor.intake.holds("b")).toBe(true);
    await passAll(place);
    await taken;
    expect(doors.entered).toEqual(["a/1", "b/1", "c/1"]);
    expect((await place.instances()).map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
  });

  test("is closed only when the runs that followed have ended", async () => {
    const place = await aQueue(["a", "b"]);
    const { doors, clock, executor } = place;
    const taken = executor.intake.execute([aRequest("a"), aRequest("b")]);
    await clock.settle();
    doors.succeed("a/1");
    await taken;
    await clock.settle();
    let isClosed = false;
    const closing = executor.close(60_000).then(() => {
      isClosed = true;
    });
    await clock.settle();
    expect(isClosed).toBe(false);
    doors.succeed("b/1");
    await clock.settle();
    await closing;
    expect((await place.instance("b")).state).toBe("Succeeded");
  });
});
