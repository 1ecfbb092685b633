import { note } from "../../model/reason.ts";
import { describe, expect, test } from "vitest";
import { anInstance, aRunningInstance, attemptOf, START } from "@mojob/test-fixtures/records";
import { createWorld, storeGone, type World } from "@mojob/test-fixtures/world";
import { begin, fail, reportProgress, requestCancel, succeed } from "../../model/instance/transitions.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { Admission } from "../../model/write/admission.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import { AttemptWriter } from "./attempt-writer.ts";

/** What goes wrong with the next calls, one after the other: before the write, or only its response. */
type Fault = "none" | "gone" | "answer lost" | Error;

interface Place extends World {
  readonly writer: AttemptWriter;
  readonly stop: AbortController;
  readonly faults: Fault[];
  /** Calls that reached the store, by method. */
  readonly calls: string[];
}

async function aPlace(...records: readonly JobInstance[]): Promise<Place> {
  const faults: Fault[] = [];
  const calls: string[] = [];
  const failing = async <Answer>(name: string, call: () => Promise<Answer>): Promise<Answer> => {
    calls.push(name);
    const fault = faults.shift();
    if (fault instanceof Error) throw fault;
    if (fault === "gone") throw storeGone();
    const answer = await call();
    if (fault === "answer lost") throw storeGone();
    return answer;
  };
  const world = createWorld({
    instances: (real): Partial<IMoInstanceStore> => ({
      admit: (batch) => failing("admit", () => real.admit(batch)),
      update: (batch) => failing("update", () => real.update(batch)),
      get: (...query) => failing("get", () => real.get(...query)),
    }),
  });
  await world.store.instances.insert(records);
  const stop = new AbortController();
  const { store, clock, onError } = world;
  const writer = new AttemptWriter({ store: store.instances, clock, onError, signal: stop.signal });
  return { ...world, writer, stop, faults, calls };
}

function anAdmission(instance: JobInstance, claim: string, limit: number | null = 1): Admission {
  const attempt = { ...attemptOf(instance), attempt: instance.attempt + 1, claim };
  return { change: begin(attempt, START, 0), lane: instance.lane, limit };
}

const waiting = anInstance();
const running = aRunningInstance();

describe("AttemptWriter", () => {
  test("writes at once and reads nothing when the store responds", async () => {
    const { writer, calls } = await aPlace(running);
    expect(await writer.update(succeed(attemptOf(running), START, 1, null, null))).toBe(true);
    expect(calls).toEqual(["update"]);
  });

  test("writes together what arrives together, and resolves each caller to its own result", async () => {
    const late = { ...attemptOf(running), claim: "claim-old" };
    const { writer, calls } = await aPlace(running, aRunningInstance({ id: "run-2" }));
    const answers = await Promise.all([
      writer.update(succeed(late, START, "late", null, null)),
      writer.update(succeed(attemptOf(running), START, 1, null, null)),
      writer.update(succeed({ ...attemptOf(running), id: "run-2" }, START, 2, null, null)),
    ]);
    expect(answers).toEqual([false, true, true]);
    expect(calls).toEqual(["update"]);
  });

  test.each([
    { commitsTogether: false, held: ["admit"], written: ["admit", "update"] },
    { commitsTogether: true, held: ["admit", "update"], written: ["admit", "update"] },
  ])(
    "an end waits for the admission under way unless the store commits together: $commitsTogether",
    async (row) => {
      const { commitsTogether, held, written } = row;
      const other = aRunningInstance({ id: "run-2" });
      const { store, clock, onError, stop } = await aPlace(waiting, other);
      const { promise, resolve } = Promise.withResolvers<void>();
      const calls: string[] = [];
      const { instances } = store;
      const slow: IMoInstanceStore = Object.assign(Object.create(instances) as IMoInstanceStore, {
        async admit(batch: readonly Admission[]) {
          calls.push("admit");
          await promise;
          return instances.admit(batch);
        },
        update(batch: Parameters<IMoInstanceStore["update"]>[0]) {
          calls.push("update");
          return instances.update(batch);
        },
      });
      const writer = new AttemptWriter({ store: slow, commitsTogether, clock, onError, signal: stop.signal });
      const admitted = writer.admit(anAdmission(waiting, "claim"));
      const ended = writer.update(succeed(attemptOf(other), START, 1, null, null));
      await clock.settle();
      expect(calls).toEqual(held);
      resolve();
      expect(await admitted).toMatchObject({ outcome: "admitted" });
      expect(await ended).toBe(true);
      expect(calls).toEqual(written);
    },
  );

  test("tries again with growing waits while the store is unavailable, reporting each time", async () => {
    const { writer, clock, faults, calls, errors } = await aPlace(running);
    faults.push(...Array<Fault>(8).fill("gone"));
    const written = writer.update(succeed(attemptOf(running), START, 1, null, null));
    const tries: number[] = [];
    // 250 ms, doubled up to 5 s.
    for (const waitMs of [250, 500, 1000, 2000, 4000, 5000, 5000]) {
      await clock.advance(waitMs - 1);
      tries.push(calls.length);
      await clock.advance(1);
    }
    expect(tries).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await clock.advance(5000);
    expect(await written).toBe(true);
    expect(errors).toHaveLength(8);
  });

  describe("where the response to a write was lost", () => {
    test("finds by the claim that the admission is its own", async () => {
      const { writer, clock, faults, calls, instance } = await aPlace(waiting);
      faults.push("answer lost");
      const admitted = writer.admit(anAdmission(waiting, "claim-1"));
      await clock.advance(250);
      expect(await admitted).toEqual({ outcome: "admitted", instance: await instance("run-1") });
      expect(calls).toEqual(["admit", "admit", "get"]);
    });

    test("does not take another worker's admission for its own", async () => {
      const { writer, clock, faults, store } = await aPlace(waiting);
      faults.push("gone");
      const refused = writer.admit(anAdmission(waiting, "claim-1"));
      await clock.settle();
      await store.instances.admit([anAdmission(waiting, "claim-of-another")]);
      await clock.advance(250);
      expect(await refused).toEqual({ outcome: "refused" });
    });

    test("still says that a job is full", async () => {
      const second = anInstance({ id: "run-2" });
      const { writer, clock, faults } = await aPlace(waiting, second);
      await writer.admit(anAdmission(waiting, "claim-1"));
      faults.push("answer lost");
      const answer = writer.admit(anAdmission(second, "claim-2"));
      await clock.advance(250);
      expect(await answer).toEqual({ outcome: "full" });
    });

    test("finds by the history that the end it wrote stands", async () => {
      const { writer, clock, faults, instance } = await aPlace(running);
      faults.push("answer lost");
      const written = writer.update(succeed(attemptOf(running), START, 42, null, null));
      await clock.advance(250);
      expect(await written).toBe(true);
      expect(await instance("run-1")).toMatchObject({ state: "Succeeded", result: 42 });
      expect((await instance("run-1")).history.map(({ to }) => to)).toEqual(["Enqueued", "Succeeded"]);
    });

    test("finds by the claim that the retry it began in the same write is its own", async () => {
      const { writer, clock, faults } = await aPlace(running);
      faults.push("answer lost");
      const after = { next: "retryNow", retry: 1, claim: "claim-2", retryCount: 3 } as const;
      const failure = { code: "job_error", message: "It broke" };
      const written = writer.update(fail(attemptOf(running), START, failure, after, null));
      await clock.advance(250);
      expect(await written).toBe(true);
    });

    test("counts a failure as written also when the next attempt has begun elsewhere meanwhile", async () => {
      const { writer, clock, faults, store } = await aPlace(running);
      faults.push("answer lost");
      const after = {
        next: "retryLater",
        retry: 1,
        retryAt: START,
        retryCount: 3,
        dispatchId: "d2",
      } as const;
      const failure = { code: "job_error", message: "It broke" };
      const written = writer.update(fail(attemptOf(running), START, failure, after, null));
      await clock.settle();
      const [record] = await store.instances.get("default", ["run-1"]);
      await store.instances.admit([anAdmission(record as JobInstance, "claim-of-another")]);
      await clock.advance(250);
      expect(await written).toBe(true);
    });

    test("does not count another's end as its own", async () => {
      const { writer, clock, faults, store } = await aPlace(running);
      faults.push("gone");
      const written = writer.update(succeed(attemptOf(running), START, "mine", null, null));
      await clock.settle();
      const other = { ...attemptOf(running), worker: "worker-2" };
      await store.instances.update([succeed(other, START, "theirs", null, null)]);
      await clock.advance(250);
      expect(await written).toBe(false);
    });

    test("resolves each of a batch to its own outcome", async () => {
      const { writer, clock, faults } = await aPlace(running, aRunningInstance({ id: "run-2" }));
      faults.push("answer lost");
      const late = { ...attemptOf(running), id: "run-2", claim: "claim-old" };
      const answers = Promise.all([
        writer.update(succeed(attemptOf(running), START, 1, null, null)),
        writer.update(succeed(late, START, 2, null, null)),
      ]);
      await clock.advance(250);
      expect(await answers).toEqual([true, false]);
    });

    test("reads again when the reading fails too", async () => {
      const { writer, clock, faults, calls } = await aPlace(running);
      faults.push("answer lost", "none", "gone", "gone");
      const written = writer.update(succeed(attemptOf(running), START, 1, null, null));
      await clock.advance(10_000);
      expect(await written).toBe(true);
      expect(calls).toEqual(["update", "update", "get", "get", "get"]);
    });
  });

  test.each([
    [
      "progress of an attempt that is over",
      reportProgress({ ...attemptOf(running), claim: "claim-old" }, START, {
        fraction: 1,
        message: null,
        at: START,
      }),
    ],
    [
      "a cancel of an attempt that is over",
      requestCancel({ ...running, attempt: 7 }, START, note("Cancelled")),
    ],
  ])("refuses %s, also after a lost answer", async (_what, change) => {
    const { writer, clock, faults } = await aPlace(running);
    expect(await writer.update(change)).toBe(false);
    faults.push("answer lost");
    const again = writer.update(change);
    await clock.advance(250);
    expect(await again).toBe(false);
  });

  test("does not try again what failed for another reason", async () => {
    const { writer, faults, calls } = await aPlace(running);
    faults.push(new TypeError("broken"));
    await expect(writer.update(succeed(attemptOf(running), START, 1, null, null))).rejects.toThrow("broken");
    expect(calls).toEqual(["update"]);
  });

  test("stops waiting for the store when its signal aborts", async () => {
    const { writer, clock, faults, stop } = await aPlace(running);
    faults.push(...Array<Fault>(99).fill("gone"));
    const written = writer.update(succeed(attemptOf(running), START, 1, null, null));
    const outcome = expect(written).rejects.toMatchObject({ code: "store_unavailable" });
    await clock.settle();
    stop.abort();
    await outcome;
    expect(clock.pending).toBe(0);
  });

  test("reads a record through an outage, and `null` for an unknown id", async () => {
    const { writer, clock, faults } = await aPlace(running);
    faults.push("gone");
    const record = writer.read(running);
    await clock.advance(250);
    expect((await record)?.id).toBe("run-1");
    expect(await writer.read({ tenant: "default", id: "nobody" })).toBeNull();
  });
});
