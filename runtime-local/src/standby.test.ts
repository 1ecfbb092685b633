import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { beforeEach, describe, expect, it } from "vitest";
import type { EmbeddedOptions } from "./embedded-options.ts";
import { type Embedded, startEmbedded } from "./embedded.ts";

let clock: FakeClock;
let store: MetadataStoreInMemoryProvider;
let state: StateStoreInMemory;
let ran: string[];
let errors: unknown[];

beforeEach(() => {
  clock = createFakeClock();
  store = new MetadataStoreInMemoryProvider();
  state = new StateStoreInMemory({ clock });
  ran = [];
  errors = [];
});

function start(name: string, options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  return startEmbedded({
    app: "ops",
    jobs: [
      defineRecurringJob({ key: "tick", cron: "* * * * * *", execute: () => void ran.push(name) }),
      defineTriggeredJob({ key: "work", execute: () => name }),
    ],
    store,
    state,
    clock,
    whenHeld: "wait",
    runtime: { name: "node", version: "24", pid: name.length, host: name },
    onError: (error) => errors.push(error),
    ...options,
  });
}

/** Closes while time goes on. */
async function closed({ close }: Embedded): Promise<void> {
  const progress = { isClosed: false };
  const closing = close().then(() => (progress.isClosed = true));
  while (!progress.isClosed) await clock.advance(100);
  await closing;
}

describe("a second embedded scheduler on the same store", () => {
  it("stands by: it reads, changes nothing, names who runs the jobs, and runs none", async () => {
    const first = await start("first");
    const second = await start("second");
    expect(first.scheduler.standby()).toBeNull();
    const since = new Date("2026-01-01T00:00:00.000Z");
    expect(second.scheduler.standby()).toEqual({ pid: 5, host: "first", since });
    await clock.settle();
    const planes = await second.scheduler.controlPlanes();
    expect(planes.toSorted((a, b) => (a.pid ?? 0) - (b.pid ?? 0))).toMatchObject([
      { host: "first", pid: 5, standsBy: false, duties: expect.arrayContaining(["fire", "recover"]) },
      { host: "second", pid: 6, standsBy: true, duties: [] },
    ]);
    await clock.advance(3000);
    expect(new Set(ran)).toEqual(new Set(["first"]));
    expect((await second.scheduler.jobs.list({}, { limit: 9 })).items).toHaveLength(2);
    const refused = {
      code: "lock_held",
      message: expect.stringContaining('process 5 on "first", since 2026-01-01T00:00:00.000Z, runs it'),
    };
    await expect(second.scheduler.trigger("work")).rejects.toMatchObject(refused);
    await expect(second.scheduler.jobs.pause("tick")).rejects.toMatchObject(refused);
    await expect(second.scheduler.registry.register("ops", [])).rejects.toMatchObject(refused);
    expect(second.registrations).toEqual([]);
    await closed(second);
    await closed(first);
    expect(errors).toEqual([]);
  });

  it("takes over within three seconds when the first one is closed, and then does all of it", async () => {
    const first = await start("first");
    const second = await start("second");
    await clock.advance(5000);
    await closed(first);
    ran = [];
    await clock.advance(3000);
    await second.active;
    expect(second.scheduler.standby()).toBeNull();
    expect(await second.scheduler.controlPlanes()).toMatchObject([
      { host: "second", standsBy: false, duties: expect.arrayContaining(["fire"]) },
    ]);
    expect(ran).toContain("second");
    expect(second.registrations.map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged"]);
    const run = await second.scheduler.trigger("work");
    await clock.advance(100);
    expect(await run.result()).toBe("second");
    await closed(second);
  });

  it("takes over within twelve seconds when the first one dies", async () => {
    // What a process leaves that was killed the moment after it renewed.
    await state.acquireLease("mojob/default/embedded", "killed", 10_000);
    const second = await start("second");
    expect(second.scheduler.standby()).toEqual({ pid: null, host: null, since: null });
    await expect(second.scheduler.trigger("work")).rejects.toThrow("another process runs it");
    await clock.advance(12_000);
    await second.active;
    expect(second.scheduler.standby()).toBeNull();
    expect(ran).toContain("second");
    await closed(second);
  });

  it("that is closed while it stands by leaves the first one alone", async () => {
    const first = await start("first");
    const second = await start("second");
    await closed(second);
    await expect(second.active).rejects.toMatchObject({ code: "shutting_down" });
    await clock.advance(2000);
    expect(first.scheduler.standby()).toBeNull();
    ran = [];
    await clock.advance(2000);
    expect(ran.length).toBeGreaterThan(0);
    await closed(first);
  });

  it("that cannot take over says why and closes", async () => {
    const first = await start("first");
    await first.scheduler.jobs.create({ key: "other/work", app: "ops", kind: "triggered" });
    const second = await start("second", { app: "other" });
    await closed(first);
    const refused = expect(second.active).rejects.toMatchObject({ code: "job_key_taken" });
    await clock.advance(1000);
    await refused;
    await clock.advance(1000);
    expect(errors).toMatchObject([{ code: "job_key_taken" }]);
    const third = await start("third");
    expect(third.scheduler.standby()).toBeNull();
    await closed(third);
  });

  it("is refused within three seconds, by the name of the first one, where it is not to wait", async () => {
    const first = await start("first");
    const second = start("second", { whenHeld: "refuse" }).catch((error: unknown) => error);
    await clock.advance(3500);
    expect(await second).toMatchObject({
      code: "lock_held",
      message: expect.stringContaining('process 5 on "first"'),
    });
    await closed(first);
  });
});
