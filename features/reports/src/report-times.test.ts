import { GRAIN_MS, type RollupTime } from "@mojob/core/ports";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type KnownWeeks, piecesOf } from "./report-times.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEKS_MS = 28 * DAY_MS;
const at = (ms: number): Date => new Date(ms);
const EVER: KnownWeeks = { generations: [], coarseFrom: at(0) };

function shown(pieces: readonly RollupTime[]): readonly string[] {
  return pieces.map(
    ({ grain, from, before }) => `${(before.getTime() - from.getTime()) / GRAIN_MS[grain]} ${grain}`,
  );
}

it("lays out a time by the longest grains that fit into it", () => {
  const from = at(40 * WEEKS_MS - 9 * DAY_MS - 2 * HOUR_MS);
  const before = at(41 * WEEKS_MS + 8 * DAY_MS + 3 * HOUR_MS);
  expect(shown(piecesOf({ grain: "hour", from, before }, EVER))).toEqual([
    "2 hour",
    "2 day",
    "1 week",
    "1 four_weeks",
    "1 week",
    "1 day",
    "3 hour",
  ]);
  expect(shown(piecesOf({ grain: "hour", from, before: at(from.getTime() + HOUR_MS) }, EVER))).toEqual([
    "1 hour",
  ]);
});

it("has no weeks of before these were made, and none in which other sums begin", () => {
  const from = at(40 * WEEKS_MS);
  const before = at(44 * WEEKS_MS);
  expect(shown(piecesOf({ grain: "day", from, before }, { generations: [] }))).toEqual(["112 day"]);
  expect(
    shown(piecesOf({ grain: "day", from, before }, { generations: [], coarseFrom: at(43 * WEEKS_MS) })),
  ).toEqual(["84 day", "1 four_weeks"]);
  const generations = [{ since: at(41 * WEEKS_MS + 10 * DAY_MS), number: 1 }];
  expect(shown(piecesOf({ grain: "day", from, before }, { ...EVER, generations }))).toEqual([
    "1 four_weeks",
    "1 week",
    "3 day",
    "4 day",
    "2 week",
    "2 four_weeks",
  ]);
});

it("covers each hour of a time once, whatever the time and wherever sums begin", () => {
  const hours = fc.integer({ min: 0, max: 400 * 24 });
  const days = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(hours, hours, fc.array(days, { maxLength: 3 }), fc.option(days), (a, b, cuts, coarse) => {
      const [from, before] = [Math.min(a, b), Math.max(a, b)].map((hour) => at(hour * HOUR_MS)) as [
        Date,
        Date,
      ];
      const weeks: KnownWeeks = {
        generations: cuts.map((day, number) => ({ since: at(day * DAY_MS), number })),
        ...(coarse !== null && { coarseFrom: at(Math.ceil(coarse / 28) * WEEKS_MS) }),
      };
      const covered: number[] = [];
      for (const piece of piecesOf({ grain: "hour", from, before }, weeks)) {
        const lengthMs = GRAIN_MS[piece.grain];
        expect([piece.from.getTime() % lengthMs, piece.before.getTime() % lengthMs]).toEqual([0, 0]);
        for (let ms = piece.from.getTime(); ms < piece.before.getTime(); ms += lengthMs) {
          for (const { since } of weeks.generations)
            expect(since.getTime() <= ms || since.getTime() >= ms + lengthMs).toBe(true);
          for (let hour = ms; hour < ms + lengthMs; hour += HOUR_MS) covered.push(hour / HOUR_MS);
        }
      }
      const wanted = Array.from({ length: Math.abs(a - b) }, (_, n) => Math.min(a, b) + n);
      expect(covered.toSorted((x, y) => x - y)).toEqual(wanted);
    }),
    { numRuns: 60 },
  );
});
