import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OldDialect, oldFires } from "../old/old-schedule.ts";
import { type ClockSpan, clockSpans } from "../old/wall-clock.ts";
import { compareFires, type ComparedFires } from "../proof/compare-fires.ts";
import { newFires } from "../proof/new-fires.ts";
import { carrySchedule } from "./carry-schedule.ts";

const DAY_MS = 86_400_000;
const FROM_MS = Date.parse("2027-01-01T00:00:00Z");
const TO_MS = FROM_MS + 120 * DAY_MS;

const known = new Map<string, readonly ClockSpan[]>();

function spansOf(timeZone: string): readonly ClockSpan[] {
  const spans = known.get(timeZone) ?? clockSpans(timeZone, FROM_MS - 2 * DAY_MS, TO_MS + 2 * DAY_MS);
  known.set(timeZone, spans);
  return spans;
}

function prove(dialect: OldDialect, text: string, timeZone: string): ComparedFires | null {
  const schedule = { dialect, text, timeZone };
  const { options, findings } = carrySchedule(schedule, "en");
  if (findings.some(({ code }) => code === "cron_not_carried" || code === "days_widened")) return null;
  const changes = spansOf(timeZone).slice(1);
  const comparison = compareFires(oldFires(schedule, spansOf), newFires(options, "job"), {
    fromMs: FROM_MS,
    toMs: TO_MS,
    mostFires: 3000,
    mostListed: 50,
    closely: changes.map(({ fromMs }) => ({ fromMs: fromMs - DAY_MS, toMs: fromMs + DAY_MS })),
  });
  for (;;) {
    const step = comparison.next();
    if (step.done === true) return step.value;
  }
}

const number = (min: number, max: number) => fc.integer({ min, max }).map(String);
const field = (min: number, max: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant("*") },
    { weight: 3, arbitrary: number(min, max) },
    fc.integer({ min: 2, max: 12 }).map((step) => `*/${step}`),
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 2, maxLength: 3 }).map((list) => list.join(",")),
    fc
      .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
      .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    fc.integer({ min: 2, max: 5 }).map((step) => `${min}-${max}/${step}`),
  );
const second = fc.constantFrom("0", "0", "30", "*/20");
const crontabWeekday = fc.oneof(field(0, 7), fc.constantFrom("MON-FRI", "sun", "1,3,5", "5-7"));
const parts = [field(0, 59), field(0, 23), field(1, 31), field(1, 12)] as const;
const crontab = fc.tuple(...parts, crontabWeekday).map((fields) => fields.join(" "));
const cronParser = fc
  .tuple(second, ...parts, fc.oneof(crontabWeekday, fc.constantFrom("5L", "1#2")))
  .map((fields) => fields.join(" "));
const quartzDays = fc.oneof(
  fc.tuple(fc.oneof(field(1, 31), fc.constantFrom("L", "LW", "15W", "L-3", "1W")), fc.constant("?")),
  fc.tuple(
    fc.constant("?"),
    fc.oneof(field(1, 7), fc.constantFrom("6L", "2#1", "L", "MON-FRI", "FRI-MON", "SAT")),
  ),
);
const quartz = fc
  .tuple(second, parts[0], parts[1], quartzDays, parts[3])
  .map(
    ([seconds, minute, hour, [day, weekday], month]) =>
      `${seconds} ${minute} ${hour} ${day} ${month} ${weekday}`,
  );

const EXPRESSIONS = { quartz, crontab, cronParser } as const;
const RUNS = { numRuns: 40, seed: 46 };

describe.each(Object.keys(EXPRESSIONS) as (keyof typeof EXPRESSIONS)[])(
  "carrySchedule() of %s",
  (dialect) => {
    it("keeps every fire where the clock does not change", () => {
      fc.assert(
        fc.property(EXPRESSIONS[dialect], fc.constantFrom("UTC", "Asia/Shanghai"), (text, timeZone) => {
          expect(prove(dialect, text, timeZone)?.differences ?? []).toEqual([]);
        }),
        RUNS,
      );
    });

    it("differs only within a few hours of a clock change elsewhere", () => {
      const change = Date.parse("2027-03-14T07:00:00Z");
      fc.assert(
        fc.property(EXPRESSIONS[dialect], (text) => {
          const proof = prove(dialect, text, "America/New_York");
          for (const { at } of proof?.differences ?? [])
            expect(Math.abs(at.getTime() - change)).toBeLessThanOrEqual(2 * 3_600_000);
        }),
        RUNS,
      );
    });
  },
);
