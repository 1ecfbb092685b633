import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineRecurringJob, defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { type CountedStore, countCalls } from "./counted-store.ts";

const greet = defineTriggeredJob({
  key: "greet",
  maxConcurrency: null,
  execute: (name: string) => `Hello ${name}`,
});
const one = defineTriggeredJob({
  key: "one",
  maxConcurrency: 1,
  whenFull: "queue",
  execute: (name: string) => `Hello ${name}`,
});

const tick = defineRecurringJob({ key: "tick", cron: "* * * * * *", execute: () => null });

const STORES: Readonly<Record<string, () => Promise<Parameters<typeof countCalls>[0]>>> = {
  memory: async () => new MetadataStoreInMemoryProvider(),
  SQLite: async () => {
    const folder = await mkdtemp(join(tmpdir(), "mojob-cost-"));
    const { store, close } = await openSqlite(join(folder, "jobs.db"));
    onTestFinished(async () => {
      await close();
      await rm(folder, { recursive: true });
    });
    return store;
  },
};

interface World extends CountedStore {
  readonly scheduler: Embedded["scheduler"];
  readonly clock: FakeClock;
  /** Resolves once so many attempts have ended. */
  ends(count: number): Promise<void>;
}

/** Time stands still unless a test moves it, so that hardly any background work is counted. */
async function open(name: string, job: JobRegistration): Promise<World> {
  const makeStore = STORES[name] ?? expect.unreachable(name);
  const counted = countCalls(await makeStore(), "instances");
  const clock = createFakeClock();
  let ended = 0;
  const waiting = new Set<() => void>();
  const onRunEnd = (): void => {
    ended += 1;
    for (const look of waiting) look();
  };
  const options = { app: "cost", jobs: [job], store: counted.store, isShared: false, clock };
  const { scheduler, close } = await startEmbedded({ ...options, hooks: { onRunEnd } });
  onTestFinished(async () => {
    const closed = close();
    await clock.advance(1000);
    await closed;
  });
  const ends = async (count: number): Promise<void> => {
    const wanted = ended + count;
    await new Promise<void>((resolve) => {
      waiting.add(() => {
        if (ended >= wanted) resolve();
      });
    });
    waiting.clear();
  };
  return { ...counted, scheduler, clock, ends };
}

/** Each line is a round trip to a server, or a statement: a change that adds one makes every run slower. */
describe.each(Object.keys(STORES))("what is asked of the runs' store on %s", (name) => {
  test("for a run of a job without a limit", async () => {
    const { scheduler, during, ends } = await open(name, greet);
    const run = (): Promise<unknown> => Promise.all([ends(1), scheduler.trigger(greet, "Ada")]);
    await run();
    expect(await during(run)).toEqual({ insert: 1, admit: 1, update: 1 });
  });

  test("for a run of a job whose runs wait for a slot", async () => {
    const { scheduler, during, ends } = await open(name, one);
    const run = (): Promise<unknown> => Promise.all([ends(1), scheduler.trigger(one, "Ada")]);
    await run();
    expect(await during(run)).toEqual({ insertOrWait: 1, admit: 1, endAndAdmit: 1 });
  });

  test("for a hundred runs that are triggered together", async () => {
    const { scheduler, during, ends } = await open(name, greet);
    const requests = Array.from({ length: 100 }, () => ({ args: "Ada" }));
    const run = (): Promise<unknown> =>
      Promise.all([ends(100), scheduler.instances.triggerMany("greet", requests)]);
    await run();
    expect(await during(run)).toEqual({ insert: 1, admit: 1, update: 1 });
  });

  test("for a fire and its run", async () => {
    const { during, clock, ends } = await open(name, tick);
    const fire = (): Promise<unknown> => Promise.all([ends(1), clock.advance(1000)]);
    await fire();
    expect(await during(fire)).toEqual({ insert: 1, admit: 1, update: 1 });
  });
});
