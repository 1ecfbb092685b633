import type { JobDefinition } from "@mojob/core";
import { createEngine, createScheduler } from "@mojob/core/engine";
import { compileWindow, planFires } from "@mojob/core/feature";
import { aDefinition, aWindow } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import fc from "fast-check";
import { expect, it } from "vitest";
import { FORECAST } from "./mod.ts";

const AN_HOUR_MS = 3_600_000;
const A_DAY_MS = 24 * AN_HOUR_MS;
const NEVER_LATE = { policy: "fireAll", graceMs: 40 * A_DAY_MS } as const;

const crons = [
  "0 30 2 * * *",
  "0 0 * * * *",
  "15 */20 * * * *",
  "0 30 1 * * 0",
  "0 0 0 1 * *",
  "H H H(1-3) * * *",
];
/** Northern and southern clock changes, one of half an hour, and none. */
const zones = [
  "UTC",
  "Asia/Shanghai",
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "America/Santiago",
];

const jobs = fc.array(
  fc.record({
    cron: fc.constantFrom(...crons),
    timeZone: fc.constantFrom(...zones),
    jitterMs: fc.constantFrom(0, 0, 90_000, 7_200_000),
    gap: fc.constantFrom("shift", "skip"),
    overlap: fc.constantFrom("first", "second", "both"),
    start: fc.option(fc.nat({ max: 40 * 24 })),
    end: fc.option(fc.nat({ max: 40 * 24 })),
    pause: fc.option(fc.record({ from: fc.nat({ max: 35 * 24 }), hours: fc.option(fc.nat({ max: 200 })) })),
    named: fc.option(fc.constantFrom(...crons)),
  }),
  { minLength: 1, maxLength: 6 },
);

/** When schedules rest, in hours. */
const rests = fc.array(
  fc.record({
    from: fc.nat({ max: 31 * 24 }),
    hours: fc.integer({ min: 1, max: 100 }),
    fires: fc.constantFrom("skip", "fireOnce"),
    jobs: fc.constantFrom(null, ["job-0"], ["job-1", "job-2"]),
  }),
  { maxLength: 3 },
);

/** Windows of a year, most of them with a change of some clocks. */
const begins = fc.constantFrom(
  "2026-03-01T00:00:00Z",
  "2026-03-20T12:00:00Z",
  "2026-04-01T00:00:00Z",
  "2026-08-28T00:00:00Z",
  "2026-10-01T00:00:00Z",
  "2026-10-20T06:30:00Z",
  "2026-12-20T00:00:00Z",
);

it(
  "a forecast has as many fires in each bucket as the planner then fires",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        jobs,
        rests,
        begins,
        fc.integer({ min: 1, max: 31 }),
        fc.constantFrom(900_000, AN_HOUR_MS, A_DAY_MS),
        async (specs, resting, begin, days, bucketMs) => {
          const from = new Date(begin);
          const to = new Date(from.getTime() + days * A_DAY_MS);
          const world = createWorld();
          const hours = (count: number): Date => new Date(from.getTime() + count * AN_HOUR_MS);
          const windows = resting.map(({ from: first, hours: length, ...more }) =>
            compileWindow(aWindow({ ...more, from: hours(first), until: hours(first + length) })),
          );
          const facts = { latest: new Map(), rules: { calendars: new Map(), windows } };
          const definitions: JobDefinition[] = [];
          for (const [index, spec] of specs.entries()) {
            const { cron, timeZone, jitterMs, gap, overlap, start, end, pause, named } = spec;
            const definition = aDefinition({
              key: `job-${index}`,
              kind: "recurring",
              scheduledSince: new Date(from.getTime() - A_DAY_MS),
              options: {
                cron,
                timeZone,
                jitterMs,
                dst: { gap, overlap },
                misfire: NEVER_LATE,
                startTime: start === null ? null : hours(start),
                endTime: end === null ? null : hours(end),
                ...(named !== null && { schedules: [{ name: "other", cron: named }] }),
              },
              pause:
                pause === null
                  ? null
                  : {
                      at: hours(pause.from),
                      until: pause.hours === null ? null : hours(pause.from + pause.hours),
                      note: null,
                    },
            } as never);
            definitions.push(definition);
            await world.define(definition);
          }
          // As the firing loop does: window after window, each fire once.
          const fired: number[] = [];
          let after = new Date(from.getTime() - 1);
          const last = new Date(to.getTime() - 1);
          for (let step = 1; after < last; step += 1) {
            const next = new Date(
              Math.min(after.getTime() + ((step * 7919) % 30_000_000) + 1, last.getTime()),
            );
            const { fires, misses } = planFires(definitions, { after, to: next, now: next }, facts);
            expect(misses).toEqual([]);
            fired.push(...fires.map(({ at }) => at.getTime()));
            after = next;
          }
          const expected = new Map<number, number>();
          for (const at of fired) {
            const bucket = Math.floor((at - from.getTime()) / bucketMs);
            expected.set(bucket, (expected.get(bucket) ?? 0) + 1);
          }
          const rules = {
            name: "rules",
            scheduleRules: () => ({ load: () => Promise.resolve({ windows }) }),
          };
          const { forecasts } = createScheduler(
            createEngine({ ...world, tenant: "default", features: [FORECAST, rules] }),
          );
          const forecast = await forecasts.forecast({ from, to, bucketMs });
          const found = new Map(
            forecast.buckets.flatMap(({ fires }, bucket) => (fires === 0 ? [] : [[bucket, fires] as const])),
          );
          expect(found).toEqual(new Map([...expected].sort(([a], [b]) => a - b)));
          expect(forecast.fires).toBe(fired.length);
          const timeline = await forecasts.timeline({ from, to });
          expect(timeline.buckets.reduce((sum, { fires }) => sum + fires, 0)).toBe(fired.length);
          if (timeline.fires !== null)
            expect(timeline.fires.map(({ at }) => at.getTime())).toEqual(fired.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 60 },
    );
  },
);
