import { describe, expect, test } from "vitest";
import { anExecutorSetup, Doors } from "@mojob/test-fixtures/executor";
import { storeGone } from "@mojob/test-fixtures/world";

describe("JobExecutor closes", () => {
  test("at once when nothing runs, and is unregistered", async () => {
    const { executor, store, clock } = await anExecutorSetup();
    await executor.start();
    await executor.close(30_000);
    expect(await store.executors.list("default", new Date(0))).toEqual([]);
    expect([executor.intake.capacity, clock.pending]).toEqual([0, 0]);
  });

  test("after what runs has ended within the grace, and shows meanwhile that it takes nothing more", async () => {
    const doors = new Doors();
    const { executor, store, clock, enqueue, take, instance } = await anExecutorSetup({
      execute: doors.pass,
    });
    await executor.start();
    await enqueue("a");
    const taken = take("a");
    await clock.settle();
    const closed = executor.close(30_000);
    await clock.advance(5000);
    expect(await store.executors.list("default", new Date(0))).toMatchObject([
      { draining: true, running: 1 },
    ]);
    expect(executor.intake.capacity).toBe(0);
    doors.succeed("a/1");
    await Promise.all([taken, closed]);
    expect((await instance("a")).state).toBe("Succeeded");
  });

  test("by telling the rest to end, and hands their retries on", async () => {
    const doors = new Doors();
    const place = await anExecutorSetup({ execute: doors.passObediently, options: { retryCount: 1 } });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.settle();
    const closed = place.executor.close(1000);
    await place.clock.advance(1000);
    await Promise.all([taken, closed]);
    expect(await place.instance("a")).toMatchObject({
      state: "Failed",
      error: { code: "worker_shutdown", message: "The worker was shut down before the attempt had ended" },
    });
    expect(place.bus.requests).toMatchObject([{ instanceId: "a", attempt: 2 }]);
  });

  test("and begins no attempt while it waits: a job that fails is retried elsewhere", async () => {
    const doors = new Doors();
    const place = await anExecutorSetup({ execute: doors.pass, options: { retryCount: 5 } });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.settle();
    const closed = place.executor.close(30_000);
    await place.clock.settle();
    doors.fail("a/1");
    await Promise.all([taken, closed]);
    expect(doors.entered).toEqual(["a/1"]);
    expect((await place.instance("a")).state).toBe("Failed");
    expect(place.bus.requests).toMatchObject([{ instanceId: "a", attempt: 2 }]);
  });

  test("once, however often it is asked, and each requester waits for the end", async () => {
    const doors = new Doors();
    const { executor, clock, enqueue, take } = await anExecutorSetup({ execute: doors.pass });
    await enqueue("a");
    const taken = take("a");
    await clock.settle();
    const ended: string[] = [];
    const closes = ["first", "second"].map((name) => executor.close(30_000).then(() => ended.push(name)));
    await clock.settle();
    expect(ended).toEqual([]);
    doors.succeed("a/1");
    await Promise.all([taken, ...closes]);
    expect(ended).toHaveLength(2);
  });

  test("even where the store never responds again", async () => {
    const doors = new Doors();
    let isDown = false;
    const place = await anExecutorSetup({
      execute: doors.pass,
      instances: (real) => ({
        update: (changes) => (isDown ? Promise.reject(storeGone()) : real.update(changes)),
      }),
    });
    await place.enqueue("a");
    const taken = place.take("a");
    const failed = expect(taken).rejects.toMatchObject({ code: "store_unavailable" });
    await place.clock.settle();
    isDown = true;
    doors.succeed("a/1");
    const closed = place.executor.close(1000);
    await place.clock.advance(10_000);
    await Promise.all([closed, failed]);
    expect(place.clock.pending).toBe(0);
  });
});
