import { describe, expect, test } from "vitest";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { FILE_LIMITS } from "../model/file/stored-file.ts";
import { type JobInstance, type JobLogLine, LogLevel } from "../model/instance/job-instance.ts";
import type { RetentionOptions } from "../model/option/value/retention-options.ts";
import { TrimRuns } from "./trim-runs.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;
const AN_HOUR_MS = 60 * 60 * 1000;
const never = new AbortController().signal;

function daysAgo(days: number): Date {
  return new Date(START.getTime() - days * A_DAY_MS);
}

function ended(id: string, days: number, overrides: Partial<JobInstance> = {}): JobInstance {
  const at = daysAgo(days);
  return anInstance({ id, state: "Succeeded", createdAt: at, updatedAt: at, completedAt: at, ...overrides });
}

function lineOf(instanceId: string, seq: number): JobLogLine {
  return {
    tenant: "default",
    instanceId,
    seq,
    at: START,
    attempt: 1,
    level: LogLevel.Info,
    message: `line ${seq}`,
  };
}

async function* aByte(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
}

/** Runs with three lines and a file each. */
async function aPlace(retention: Partial<RetentionOptions>, ...runs: readonly JobInstance[]) {
  const world: World = createWorld();
  const { store, clock } = world;
  await world.define(aDefinition({ options: { retention } }));
  const all: string[] = [];
  const add = async (...added: readonly JobInstance[]): Promise<void> => {
    await store.instances.insert(added);
    for (const { id } of added) {
      all.push(id);
      await store.logs.append([1, 2, 1_000_000_001].map((seq) => lineOf(id, seq)));
      await store.files.put({ tenant: "default", instanceId: id, name: "a" }, aByte(), FILE_LIMITS);
    }
  };
  await add(...runs);
  let cuts = 0;
  const logs = {
    list: store.logs.list.bind(store.logs),
    cut(mark: JobLogLine, upTo: number) {
      cuts += 1;
      return store.logs.cut(mark, upTo);
    },
  };
  const duty = new TrimRuns({ ...world, tenant: "default", store: { ...store, logs } });
  return {
    world,
    add,
    async round() {
      let nextInMs: number | undefined;
      do ({ nextInMs } = await duty.run(never));
      while (nextInMs !== AN_HOUR_MS);
      await clock.advance(AN_HOUR_MS);
    },
    duty,
    cuts: () => cuts,
    async withLogs(): Promise<readonly string[]> {
      const read = await Promise.all(
        all.map(async (id) => ((await store.logs.list("default", id, 0, 10)).length === 3 ? [id] : [])),
      );
      return read.flat().sort();
    },
    withFiles: async () => (await store.files.runs("default", null, 10_000)).toSorted(),
  };
}

describe("TrimRuns", () => {
  test("removes logs and files of runs that ended too long ago, and keeps the runs", async () => {
    const place = await aPlace(
      { maxLogAgeDays: 2, maxFileAgeDays: 5 },
      ended("a", 6),
      ended("b", 3),
      ended("c", 1),
    );
    await place.round();
    expect(await place.withLogs()).toEqual(["c"]);
    expect(await place.withFiles()).toEqual(["b", "c"]);
    expect((await place.world.instances()).length).toBe(3);
  });

  test("leaves one line in place of a log, which it writes once, and none where there was no log", async () => {
    const place = await aPlace({ maxLogAgeDays: 2 }, ended("a", 3));
    await place.world.store.instances.insert([ended("silent", 3)]);
    for (let round = 0; round < 30; round += 1) await place.round();
    expect(await place.world.store.logs.list("default", "a", 0, 10)).toMatchObject([
      { seq: 1, level: "warn", message: "The log was removed: its job keeps logs for less long than runs" },
    ]);
    expect(await place.world.store.logs.list("default", "silent", 0, 10)).toEqual([]);
    expect(place.cuts()).toBe(1);
  });

  test("keeps logs and files of the newest runs, without those that were skipped", async () => {
    const place = await aPlace(
      { maxLogs: 2, maxFiles: 0 },
      ended("a", 4),
      ended("b", 3),
      ended("c", 2),
      ended("d", 1, { state: "Skipped" }),
    );
    await place.round();
    expect(await place.withLogs()).toEqual(["b", "c", "d"]);
    expect(await place.withFiles()).toEqual(["d"]);
  });

  test("counts on over pages of runs", async () => {
    const runs = Array.from({ length: 450 }, (_, index) => ended(`run-${1000 + index}`, 10 - index / 100));
    const place = await aPlace({ maxLogs: 205 }, ...runs);
    await place.round();
    expect(await place.withLogs()).toEqual(runs.slice(-205).map(({ id }) => id));
  });

  test("leaves runs alone that are under way, whose code still runs, or whose job states no bound", async () => {
    const open = ended("open", 9, { state: "Processing", completedAt: null });
    const hung = ended("hung", 9, { state: "Processing", completedAt: null, slot: 1 });
    const place = await aPlace({ maxLogAgeDays: 2 }, open, hung);
    const abandoned = { attempt: 1, worker: "worker-9", at: START };
    const set = { state: "Terminated", completedAt: daysAgo(9), abandoned } as const;
    const when = { states: ["Processing"] } as const;
    expect(
      await place.world.store.instances.update([
        { tenant: "default", id: "hung", when, set, at: START, append: [] },
      ]),
    ).toEqual([true]);
    await place.world.define(aDefinition({ key: "other" }));
    await place.add(ended("other", 9, { jobKey: "other" }));
    await place.round();
    expect(await place.withLogs()).toEqual(["hung", "open", "other"]);
  });

  test("goes by the end of a run: one that was created early and ended late is trimmed within a day after it is due", async () => {
    const place = await aPlace(
      { maxLogAgeDays: 2 },
      ended("a", 3),
      ended("late", 9, { completedAt: daysAgo(1) }),
    );
    for (let hour = 0; hour <= 24; hour += 1) await place.round();
    expect(await place.withLogs()).toEqual(["late"]);
    for (let hour = 0; hour <= 24; hour += 1) await place.round();
    expect(await place.withLogs()).toEqual([]);
  });

  test("obeys bounds that were edited, at its next round", async () => {
    const place = await aPlace({ maxLogAgeDays: 5 }, ended("a", 6), ended("b", 4), ended("c", 1));
    await place.round();
    expect(await place.withLogs()).toEqual(["b", "c"]);
    const { options, ...definition } = aDefinition();
    const retention = { ...options.retention, maxLogAgeDays: 3, maxFiles: 1 };
    await place.world.cache.save({ ...definition, options: { ...options, retention }, revision: 2 }, 1);
    await place.round();
    expect(await place.withLogs()).toEqual(["c"]);
    expect(await place.withFiles()).toEqual(["c"]);
  });

  test("does nothing once it is to end", async () => {
    const place = await aPlace({ maxLogAgeDays: 2 }, ended("a", 3));
    await place.duty.run(AbortSignal.abort());
    expect(await place.withLogs()).toEqual(["a"]);
  });
});
