import { defineRecurringJob, defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { type Embedded, type EmbeddedOptions, startEmbedded } from "@mojob/runtime-local";
import { describe, expect, it, onTestFinished } from "vitest";
import { computing, deaf, failing, talking } from "../fixtures/jobs.ts";
import { obeying } from "../fixtures/slow-jobs.ts";
import { jobThreads, type JobThreadsOptions } from "./job-threads.ts";

async function start(
  jobs: readonly JobRegistration[],
  options: JobThreadsOptions = {},
  abortGraceMs = 300,
  stores: Pick<EmbeddedOptions, "store" | "state"> = {},
): Promise<Embedded> {
  const threads = jobThreads(options);
  const embedded = await startEmbedded({
    app: "threads",
    ...stores,
    jobs,
    threads,
    worker: { abortGraceMs },
    hooks: { onRunEnd: () => {} },
  });
  onTestFinished(async () => {
    await embedded.close();
    await threads.close();
  });
  return embedded;
}

describe("jobThreads()", () => {
  it("runs its app's own job where another app has a job of its key, also for what a thread triggers", async () => {
    const stores = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() };
    const other = await startEmbedded({
      ...stores,
      app: "other",
      jobs: [defineTriggeredJob({ key: "compute", execute: () => "of other" })],
    });
    await other.close();
    const { scheduler } = await start([computing, talking], {}, 300, stores);
    const run = await scheduler.ended((await scheduler.trigger(talking, { to: "ada" })).id);
    expect(run.result).toMatchObject({ child: true });
    const { items } = await scheduler.instances.list({ jobKey: "threads/compute" }, { limit: 5 });
    expect(items.map(({ state }) => state)).toEqual(["Succeeded"]);
  });

  it("lets a job compute for seconds while another one fires each second", async () => {
    const fires: number[] = [];
    const tick = defineRecurringJob({
      key: "tick",
      cron: "* * * * * *",
      execute: () => void fires.push(Date.now()),
    });
    const { scheduler } = await start([computing, tick]);
    await (await scheduler.trigger("compute", 1)).result();
    const run = await scheduler.trigger("compute", 2500);
    expect(await run.result()).toBe(true);
    const { items } = await scheduler.instances.list({ jobKey: "tick" }, { limit: 20 });
    expect(items.filter(({ state }) => state === "Skipped")).toEqual([]);
    expect(fires.length).toBeGreaterThanOrEqual(2);
  });

  it("frees the place of code that it ended", async () => {
    const { scheduler } = await start([deaf]);
    const first = await scheduler.trigger("deaf");
    expect((await scheduler.ended(first.id)).error?.code).toBe("timeout");
    // Its limit is one at a time.
    const second = await scheduler.trigger("deaf");
    expect((await scheduler.ended(second.id)).state).toBe("Terminated");
    await expect.poll(async () => (await scheduler.workers())[0]?.abandoned).toBe(0);
  });

  it("does not begin code whose time was over before it was loaded", async () => {
    const { scheduler } = await start([obeying], {}, 10_000);
    const run = await scheduler.ended((await scheduler.trigger("obey")).id);
    expect(run.error).toMatchObject({ code: "timeout", message: "The attempt took longer than 100 ms" });
  });

  it("has a run wait for a thread, in order, where all of them are taken", async () => {
    const { scheduler } = await start([computing], { max: 1 });
    const runs = await Promise.all(Array.from({ length: 4 }, () => scheduler.trigger("compute", 50)));
    const ends = await Promise.all(runs.map(({ id }) => scheduler.ended(id)));
    expect(ends.map(({ state }) => state)).toEqual(Array(4).fill("Succeeded"));
    const times = ends.map(({ completedAt }) => completedAt?.getTime() ?? 0);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  it("lets go of a run that is cancelled while it waits", async () => {
    const { scheduler } = await start([computing], { max: 1 });
    const first = await scheduler.trigger("compute", 700);
    const second = await scheduler.trigger("compute", 1);
    await expect.poll(async () => (await scheduler.instances.get(second.id)).state).toBe("Processing");
    await second.cancel();
    expect((await scheduler.ended(second.id)).state).toBe("Cancelled");
    expect((await scheduler.instances.get(first.id)).state).toBe("Processing");
    expect(await first.result()).toBe(true);
  });

  it("fails a run that uses more memory than it may, and that run alone", async () => {
    const { scheduler } = await start([failing, computing], { memoryMb: 96 });
    const other = await scheduler.trigger("compute", 1000);
    const run = await scheduler.ended((await scheduler.trigger("fail", "memory")).id);
    expect(run.error?.message).toBe("The run used more than the 96 MB of its thread");
    expect(await other.result()).toBe(true);
  });

  it("ends runs in their threads when the worker closes", async () => {
    const threads = jobThreads();
    const embedded = await startEmbedded({
      app: "threads",
      jobs: [computing],
      threads,
      shutdownGraceMs: 100,
      worker: { abortGraceMs: 100 },
      hooks: { onRunEnd: () => {} },
    });
    const { scheduler } = embedded;
    const { id } = await scheduler.trigger("compute", 60_000);
    await expect.poll(async () => (await scheduler.instances.get(id)).state).toBe("Processing");
    const ended = scheduler.ended(id);
    await embedded.close();
    expect((await ended).error?.code).toBe("worker_shutdown");
    await threads.close();
  });

  it.each([
    ["max", { max: 0 }],
    ["memoryMb", { memoryMb: 0 }],
  ])("refuses a %s below 1", (name, options) => {
    expect(() => jobThreads(options)).toThrow(`${name} must be at least 1`);
  });
});

describe("a job that is isolated by its code", () => {
  const job = defineTriggeredJob({ key: "count", isolation: "thread", execute: () => 1 });

  it("is refused at the start without a module", async () => {
    const started = startEmbedded({ app: "a", jobs: [job], threads: jobThreads() });
    await expect(started).rejects.toMatchObject({
      code: "invalid_configuration",
      message:
        'Cannot run job "count" in a thread of its own: say which module exports it, with { module: import.meta.url }',
    });
  });

  it("is refused at the start without threads", async () => {
    await expect(startEmbedded({ app: "a", jobs: [deaf] })).rejects.toThrow("pass threads: jobThreads()");
  });

  it("fails where its module does not export it", async () => {
    const lost = defineTriggeredJob({
      key: "lost",
      isolation: "thread",
      module: import.meta.resolve("./mod.ts"),
      execute: () => 1,
    });
    const { scheduler } = await start([lost]);
    const run = await scheduler.ended((await scheduler.trigger("lost")).id);
    expect(run.error?.message).toContain('Cannot run job "lost"');
  });

  it("may not start a scheduler from its module", async () => {
    const module = new URL("../fixtures/threads-program.ts", import.meta.url).href;
    const inMain = defineTriggeredJob({ key: "compute", isolation: "thread", module, execute: () => 1 });
    const { scheduler } = await start([inMain]);
    const run = await scheduler.ended((await scheduler.trigger("compute")).id);
    expect(run.error?.message).toContain("move the job to a module that only exports jobs");
  });
});

it("fails a job without a module that somebody isolates, and says what to do", async () => {
  const job = defineTriggeredJob({ key: "count", execute: () => 1 });
  const { scheduler } = await start([job]);
  const { definition } = await scheduler.jobs.get("count");
  await scheduler.jobs.update("count", { isolation: "thread" }, definition.revision);
  const run = await scheduler.ended((await scheduler.trigger("count")).id);
  expect(run.error?.message).toContain("register it with its module");
});

/** Keeps this thread from its events, as a long computation does, and leaves the processor to other tests. */
function stopEventLoop(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

it("is what a job that blocks its worker is told to want, once", async () => {
  const warnings: string[] = [];
  const block = (): void => {
    // Two seconds after the loop was due to turn, which it is every quarter of one.
    stopEventLoop(2500);
  };
  const { scheduler, close } = await startEmbedded({
    app: "threads",
    jobs: [defineTriggeredJob({ key: "block", execute: block })],
    onWarning: (warning) => warnings.push(warning),
  });
  onTestFinished(close);
  await (await scheduler.trigger("block")).result();
  await (await scheduler.trigger("block")).result();
  await expect.poll(() => warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^The event loop did not turn for \d+\.\d s while job "block" ran/);
  await expect
    .poll(async () => (await scheduler.workers())[0]?.blocked, { timeout: 60_000 })
    .toMatchObject({ jobKeys: ["block"] });
});

it("is noted on the runs that waited for a job that blocks its worker, and counted", async () => {
  let freeAtMs = 0;
  const released = Promise.withResolvers<void>();
  const block = (): void => {
    stopEventLoop(freeAtMs - Date.now());
    released.resolve();
  };
  const { scheduler, close } = await startEmbedded({
    app: "threads",
    jobs: [
      defineTriggeredJob({ key: "block", execute: block }),
      defineTriggeredJob({ key: "beside", execute: () => released.promise }),
      defineTriggeredJob({ key: "due", execute: () => "late" }),
      defineTriggeredJob({ key: "after", execute: () => "on time" }),
    ],
    onWarning: () => {},
  });
  onTestFinished(close);
  const notesOf = async (id: string): Promise<readonly string[]> => {
    await scheduler.ended(id);
    return (await scheduler.instances.logs(id, 0, 10)).map(({ message }) => message);
  };
  const beside = await scheduler.trigger("beside");
  const due = await scheduler.trigger("due", null, { delayMs: 1000 });
  // It becomes due while the event loop does not turn.
  freeAtMs = Date.now() + 3500;
  const blocking = await scheduler.trigger("block");
  const waited = expect.stringMatching(
    /^The event loop did not turn for \d+\.\d s while jobs "beside", "block" ran$/,
  );
  expect(await notesOf(beside.id)).toEqual([waited]);
  expect(await notesOf(due.id)).toEqual([waited]);
  const after = await scheduler.trigger("after");
  expect(await notesOf(after.id)).toEqual([]);
  expect(await notesOf(blocking.id)).toEqual([waited]);
  const blocked = (await scheduler.metrics()).map(({ jobKey, blockedSeconds }) => [
    jobKey,
    blockedSeconds > 2,
  ]);
  expect(new Map(blocked as [string, boolean][])).toEqual(
    new Map([
      ["block", true],
      ["beside", true],
      ["due", false],
      ["after", false],
    ]),
  );
});
