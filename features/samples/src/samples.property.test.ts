import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SamplePoint, SampleStep } from "@mojob/core/engine";
import type { ExecutorRecord, IMoJobScheduleMetadataStore, WorkerSample } from "@mojob/core/ports";
import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { openSqlite } from "@mojob/sqlite";
import { aRequester } from "@mojob/test-fixtures/requester";
import { withMethods } from "@mojob/test-fixtures/with-methods";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { SampleDuty } from "./sample-duty.ts";
import { KEPT_SAMPLES } from "./sample-options.ts";
import { Samples } from "./samples.ts";

const NOW = new Date("2026-11-30T21:47:00.000Z");
const HOUR_MS = 3_600_000;
const STEP_MS: Readonly<Record<Exclude<SampleStep, "sample">, number>> = {
  "5m": 300_000,
  "1h": HOUR_MS,
  "1d": 24 * HOUR_MS,
};
const never = new AbortController().signal;
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

class Crash extends Error {}

const value = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null });
const measured = fc.record({ processor: value, memoryBytes: value, delay: value, running: fc.nat(20) });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("sample"),
      values: fc.array(measured, { minLength: 1, maxLength: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("silence"), hours: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart") }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("die"),
      atCall: fc.integer({ min: 1, max: 12 }),
      isAfter: fc.boolean(),
    }),
  },
);

let tenants = 0;

async function openInFile(): Promise<IMoJobScheduleMetadataStore> {
  const folder = mkdtempSync(join(tmpdir(), "mojob-samples-"));
  const stores = await openSqlite(join(folder, "jobs.db"));
  closing.push(async () => {
    await stores.close();
    rmSync(folder, { recursive: true });
  });
  return stores.store;
}

/** Counted by itself: all samples, each step by a look at every one of them. */
function naive(all: readonly WorkerSample[], everyMs: number): readonly Partial<SamplePoint>[] {
  const begins = new Set(all.map(({ at }) => at.getTime() - (at.getTime() % everyMs)));
  return [...begins].map((beginsMs) => {
    const within = all.filter(({ at }) => at.getTime() >= beginsMs && at.getTime() < beginsMs + everyMs);
    const numbers = (of: (one: WorkerSample) => number | null): readonly number[] =>
      within.map(of).filter((one) => one !== null);
    const mean = (values: readonly number[]): number | null =>
      values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
    const most = (values: readonly number[]): number | null =>
      values.length === 0 ? null : (values.toSorted((a, b) => b - a)[0] ?? null);
    const [cpu, memory, running] = [
      numbers((one) => one.processor),
      numbers((one) => one.memoryBytes),
      numbers((one) => one.running),
    ];
    return {
      at: new Date(beginsMs),
      samples: within.length,
      processor: mean(cpu),
      processorMax: most(cpu),
      memoryBytes: mean(memory),
      memoryBytesMax: most(memory),
      loopDelayMs: most(numbers((one) => one.loopDelayMs)),
      running: mean(running) ?? 0,
      runningMax: most(running) ?? 0,
      limit: within.at(-1)?.limit ?? null,
    };
  });
}

/** Means are rounded to a hundredth at least. */
const MEANS = ["processor", "memoryBytes", "running"] as const;

function expectSame(points: readonly SamplePoint[], wanted: readonly Partial<SamplePoint>[]): void {
  const exact = (point: Partial<SamplePoint>) => {
    const { loopDelayP99Ms: _, processor: _p, memoryBytes: _m, running: _r, ...rest } = point;
    return rest;
  };
  expect(points.map(exact)).toEqual(wanted.map(exact));
  for (const [index, point] of points.entries()) {
    for (const name of MEANS) {
      const [found, mean] = [point[name], wanted[index]?.[name] ?? null];
      expect(found === null).toBe(mean === null);
      const most = name === "memoryBytes" ? 0.5 : 0.005;
      expect(Math.abs((found ?? 0) - (mean ?? 0))).toBeLessThanOrEqual(most + 1e-9);
    }
  }
}

it.each([
  ["memory", async () => new MetadataStoreInMemoryProvider(), 150],
  ["SQLite", openInFile, 15],
] as const)(
  "series in %s are those of all samples in every step, whichever call a process dies at, over silence and restarts",
  { timeout: 120_000 },
  async (_, open, numRuns) => {
    const store = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const tenant = `tenant-${(tenants += 1)}`;
        const clock = createFakeClock(NOW);
        const death = { left: 0, isAfter: false };
        const mortal =
          <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
          async (...args: Args): Promise<Answer> => {
            const dies = (death.left -= 1) === 0;
            if (dies && !death.isAfter) throw new Crash();
            const answer = await call(...args);
            if (dies) throw new Crash();
            return answer;
          };
        const dying = withMethods<IMoJobScheduleMetadataStore>(store, {
          records: ((definition: never) => {
            const records = store.records(definition);
            return withMethods(records, {
              put: mortal((items) => records.put(items)),
              get: mortal((of, keys) => records.get(of, keys)),
              remove: mortal((of, where) => records.remove(of, where)),
            });
          }) as never,
        });
        const start = (): SampleDuty => new SampleDuty({ tenant, store: dying, clock, kept: KEPT_SAMPLES });
        const duties = [start(), start()];
        const all: WorkerSample[] = [];
        let latest: WorkerSample[] = [];
        let starts = 1;
        const heartbeat = async (): Promise<void> => {
          const now = clock.now();
          await store.executors.save({
            id: `shop-${starts}`,
            tenant,
            app: "shop",
            name: "one",
            runtime: "node",
            runtimeVersion: "24",
            startedAt: NOW,
            lastSeenAt: now,
            running: 0,
            abandoned: 0,
            limit: 8,
            draining: false,
            jobKeys: [],
            samples: latest,
          } satisfies ExecutorRecord);
        };
        const pass = async (): Promise<void> => {
          try {
            await duties[0]?.run(never);
          } catch (error) {
            if (!(error instanceof Crash)) throw error;
            // Another process goes on, and one is started in its place.
            duties.reverse();
            duties[1] = start();
            death.left = 0;
            await duties[0]?.run(never);
          }
        };
        for (const one of steps) {
          if (one.do === "die") Object.assign(death, { left: one.atCall, isAfter: one.isAfter });
          else if (one.do === "silence") {
            await clock.advance(one.hours * HOUR_MS);
            await pass();
          } else if (one.do === "restart") {
            await store.executors.remove(tenant, `shop-${starts}`);
            starts += 1;
            latest = [];
            await heartbeat();
          } else {
            for (const { delay, ...values } of one.values) {
              await clock.advance(300_000);
              const at = clock.now();
              const sample = {
                at,
                ms: 300_000,
                ...values,
                loopDelayMs: delay,
                loopDelayP99Ms: delay,
                limit: 8,
              };
              all.push(sample);
              latest = [...latest, sample].slice(-10);
            }
            await heartbeat();
            await pass();
          }
        }
        if (all.length === 0) return;
        const samples = new Samples({ tenant, store, clock, kept: KEPT_SAMPLES, workers: async () => [] });
        const everybody = aRequester();
        const [series] = (await samples.samplesOf(everybody, { range: "6h", step: "sample" })).items;
        const sinceMs = clock.now().getTime() - 6 * HOUR_MS;
        const raw = all.filter(({ at }) => at.getTime() > sinceMs);
        expect(series?.points.map(({ at }) => at)).toEqual(raw.map(({ at }) => at));
        for (const [name, everyMs] of Object.entries(STEP_MS)) {
          const from = new Date(clock.now().getTime() - 3 * 24 * HOUR_MS);
          const [rolled, ...others] = (
            await samples.samplesOf(everybody, { from, to: new Date(clock.now().getTime() + 1), step: name })
          ).items;
          expect(others).toEqual([]);
          const begin = Math.floor(from.getTime() / everyMs) * everyMs;
          expectSame(
            rolled?.points ?? [],
            naive(all, everyMs).filter(({ at }) => (at?.getTime() ?? 0) >= begin),
          );
        }
      }),
      { numRuns },
    );
  },
);
