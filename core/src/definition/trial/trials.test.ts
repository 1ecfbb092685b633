import { describe, expect, test } from "vitest";
import { anInstance, START } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import { Janitor } from "../../duties/janitor.ts";
import { trialKey } from "./trial-key.ts";
import { type Trial, Trials } from "./trials.ts";

const KEY = trialKey("one");
const HOUR_MS = 60 * 60 * 1000;
const TRIAL: Trial = {
  app: "mail",
  name: "shell",
  work: { kind: "script", language: "shell", source: "echo 1" },
  argsSchema: null,
  options: { timeoutMs: 600_000 },
  by: "user:li",
  at: START.toISOString(),
};

describe("Trials", () => {
  test("makes the same definition in every process: of one attempt, beside whatever else runs, and of no list", async () => {
    const world = createWorld();
    const kept = await world.trials.keep(KEY, TRIAL);
    const elsewhere = new Trials({ tenant: "default", state: world.state });
    expect(await elsewhere.get(KEY)).toEqual(kept);
    expect(kept).toMatchObject({
      app: "mail",
      work: TRIAL.work,
      options: { maxConcurrency: null, retryCount: 0, timeoutMs: 600_000, schedule: null },
      createdAt: START,
    });
    expect(await world.cache.get(KEY)).toEqual(kept);
    expect([...(await world.cache.getMany([KEY, trialKey("none"), "x"])).keys()]).toEqual([KEY]);
    expect(await world.cache.getAll()).toEqual([]);
    expect(await elsewhere.get("one")).toBeNull();
  });

  test("leaves nothing behind: its run goes an hour after its end, its work and what removes it within days", async () => {
    const world = createWorld();
    const { store, clock, state, trials } = world;
    await trials.keep(KEY, TRIAL);
    const times = { createdAt: START, updatedAt: START, completedAt: START };
    const part = { of: KEY, name: "try" };
    await store.instances.insert([
      anInstance({ id: "run", jobKey: KEY, lane: KEY, state: "Succeeded", part, ...times }),
    ]);
    const janitor = new Janitor({
      ...world,
      store: store.retention,
      scripts: store.scripts,
      tenant: "default",
    });
    await clock.advance(HOUR_MS - 60_000);
    expect(await janitor.sweep()).toBe(0);
    await clock.advance(120_000);
    expect(await janitor.sweep()).toBe(1);
    await clock.advance(48 * HOUR_MS);
    await janitor.sweep();
    expect(await state.list("mojob/default/removed/")).toEqual([]);
    expect(await state.list("mojob/default/trial/")).toEqual([]);
  });
});
