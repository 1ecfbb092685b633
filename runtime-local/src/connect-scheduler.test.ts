import { defineTriggeredJob, type IMoJobScheduleMetadataStore, MoJobError } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ConnectedScheduler, connectScheduler } from "./connect-scheduler.ts";
import { type Embedded, startEmbedded } from "./embedded.ts";

const double = defineTriggeredJob({
  key: "double",
  maxConcurrency: null,
  execute: (of: number) => of * 2,
});

let store: IMoJobScheduleMetadataStore;
let state: StateStoreInMemory;
const open: (Embedded | ConnectedScheduler)[] = [];

beforeEach(() => {
  // The stores stand for those of a server: two schedulers over them share nothing else.
  store = Object.assign(new MetadataStoreInMemoryProvider(), { durable: true });
  state = new StateStoreInMemory();
});

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function embedded(tenants: readonly string[] = ["default"]): Promise<Embedded> {
  const started = await startEmbedded({ app: "math", jobs: [double], store, state, tenants });
  open.push(started);
  return started;
}

async function connected(tenants: readonly string[] = ["default"]): Promise<ConnectedScheduler> {
  const scheduler = await connectScheduler({ store, state, tenants });
  open.push(scheduler);
  return scheduler;
}

describe("connectScheduler()", () => {
  test("triggers runs that the embedded scheduler begins within 100 ms, also the first after it connected", async () => {
    const clock = createFakeClock();
    state = new StateStoreInMemory({ clock });
    const meanwhile = async <Result>(work: Promise<Result>): Promise<Result> => {
      const progress = { isDone: false };
      void work.finally(() => (progress.isDone = true));
      while (!progress.isDone) await clock.advance(1);
      return work;
    };
    const parts = { store, state, clock };
    const engine = await meanwhile(startEmbedded({ app: "math", jobs: [double], ...parts }));
    // Nobody was connected for long, so it looks seldom; the last time was a moment ago.
    await clock.advance(600_300);
    const { scheduler, close } = await meanwhile(connectScheduler(parts));
    const waits: number[] = [];
    for (const pauseMs of [0, 7, 61, 999, 30_000, 600_000]) {
      await clock.advance(pauseMs);
      const run = await meanwhile(scheduler.trigger(double, pauseMs));
      expect(await meanwhile(run.result())).toBe(pauseMs * 2);
      const { createdAt, startedAt } = await scheduler.instances.get(run.id);
      waits.push((startedAt?.getTime() ?? Number.NaN) - createdAt.getTime());
    }
    // By the clock of the test, which a slow machine does not move.
    expect(Math.max(...waits)).toBeLessThanOrEqual(100);
    expect(await state.list("mojob/default/handed-over/")).toEqual([]);
    await meanwhile(close());
    await meanwhile(engine.close());
  });

  test("connects also where no process runs the embedded scheduler", async () => {
    const { scheduler } = await connected();
    expect(await scheduler.instances.list({}, { limit: 1 })).toMatchObject({ items: [] });
  });

  test("triggers before an embedded scheduler is there, delays, and cancels what has not begun", async () => {
    const first = await embedded();
    await first.close();
    const { scheduler } = await connected();
    const early = await scheduler.trigger(double, 4);
    const later = await scheduler.trigger(double, 5, { delayMs: 100 });
    const never = await scheduler.trigger(double, 6, { delayMs: 60_000 });
    await never.cancel();
    await embedded();
    expect(await early.result({ timeoutMs: 5000 })).toBe(8);
    expect(await later.result({ timeoutMs: 5000 })).toBe(10);
    await expect(never.result()).rejects.toMatchObject({ code: "cancelled" });
  });

  test("keeps its tenants apart, also where both have a run of one name", async () => {
    await embedded(["acme", "globex"]);
    const { deployment } = await connected(["acme", "globex"]);
    const once = { idempotencyKey: "once" };
    const runs = await Promise.all(
      ["acme", "globex"].map((tenant, index) =>
        deployment.scheduler({ tenant }).trigger(double, index, once),
      ),
    );
    expect(await Promise.all(runs.map((run) => run.result({ timeoutMs: 5000 })))).toEqual([0, 2]);
    expect(() => deployment.scheduler({ tenant: "initech" })).toThrow(MoJobError);
  });

  test("checks what it is asked and who asks, as any scheduler does", async () => {
    await embedded();
    const { scheduler, deployment } = await connected();
    await expect(scheduler.trigger("triple", 1)).rejects.toMatchObject({ code: "job_not_found" });
    const reader = deployment.scheduler({
      principal: { kind: "user", name: "li", permissions: ["runs:read"] },
    });
    await expect(reader.trigger(double, 1)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("ends waits for results when it is closed", async () => {
    await embedded();
    const { scheduler, close } = await connected();
    const run = await scheduler.trigger(double, 1, { delayMs: 60_000 });
    const waiting = run.result().catch((error: unknown) => error);
    await close();
    expect(await waiting).toMatchObject({ code: "shutting_down" });
  });
});
