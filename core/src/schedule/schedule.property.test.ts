import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DstGap, type DstOptions, DstOverlap } from "../model/option/value/dst-options.ts";
import { compileSchedule } from "./schedule.ts";

// The oracle shares nothing with the code it judges: it reads local times from Intl, walks the local minutes one by
// one, and knows changes only as holes and repeats in what it read.

const MINUTE = 60_000;

/** Local times as minutes since the epoch as if local were UTC. */
interface Scan {
  readonly timeZone: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly first: number;
  readonly last: number;
  /** When each local minute is, in ms: none, once or twice. */
  readonly instants: ReadonlyMap<number, readonly number[]>;
  /** For each local minute left out, the one that is later by the length of the gap. */
  readonly shifted: ReadonlyMap<number, number>;
}

/** Reads the clock every `step` minutes, and every minute wherever it did not go on by just that. */
function scanZone(timeZone: string, from: string, to: string, step: number): Scan {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  const localAt = (at: number): number => {
    const [month = 0, day, year = 0, hour, minute] = (format.format(at).match(/\d+/g) ?? []).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute) / MINUTE;
  };
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  const instants = new Map<number, number[]>();
  const shifted = new Map<number, number>();
  let [first, last, previous] = [Infinity, -Infinity, Number.NaN];
  const note = (at: number, local: number): void => {
    const known = instants.get(local);
    if (known) known.push(at);
    else instants.set(local, [at]);
    const gap = local - previous - 1;
    for (let missing = previous + 1; missing < local; missing += 1) shifted.set(missing, missing + gap);
    [first, last, previous] = [Math.min(first, local), Math.max(last, local), local];
  };
  for (let at = fromMs; at < toMs; at += step * MINUTE) {
    const local = localAt(at);
    const steady = localAt(at + step * MINUTE) === local + step;
    for (let minute = 0; minute < step; minute += 1) {
      note(at + minute * MINUTE, steady ? local + minute : localAt(at + minute * MINUTE));
    }
  }
  return { timeZone, fromMs, toMs, first, last, instants, shifted };
}

interface RandomField {
  readonly text: string;
  readonly matches: (value: number, date: Date) => boolean;
  readonly restricted: boolean;
  readonly interval: boolean;
}

interface RandomCron {
  readonly text: string;
  readonly second: readonly number[];
  readonly minute: RandomField;
  readonly hour: RandomField;
  readonly dayOfMonth: RandomField;
  readonly month: RandomField;
  readonly dayOfWeek: RandomField;
}

function oracleFires(cron: RandomCron, scan: Scan, dst: DstOptions): number[] {
  const fires = new Set<number>();
  const interval =
    cron.hour.interval ||
    Array.from({ length: 24 }, (_, hour) => hour).every((hour) => cron.hour.matches(hour, new Date(0)));
  const instantsOf = (local: number): readonly number[] => {
    const instants = scan.instants.get(local);
    if (instants) return interval || dst.overlap === DstOverlap.Both ? instants : instants.slice(0, 1);
    if (dst.gap === DstGap.Skip) return [];
    return scan.instants.get(scan.shifted.get(local) ?? Number.NaN) ?? [];
  };
  for (let day = Math.floor(scan.first / 1440) * 1440; day <= scan.last; day += 1440) {
    const date = new Date(day * MINUTE);
    if (!matchesDay(cron, date)) continue;
    for (let hour = 0; hour < 24; hour += 1) {
      if (!cron.hour.matches(hour, date)) continue;
      for (let minute = 0; minute < 60; minute += 1) {
        if (!cron.minute.matches(minute, date)) continue;
        for (const at of instantsOf(day + hour * 60 + minute)) {
          for (const second of cron.second) fires.add(at + second * 1000);
        }
      }
    }
  }
  return [...fires].sort((a, b) => a - b);
}

function matchesDay(cron: RandomCron, date: Date): boolean {
  if (!cron.month.matches(date.getUTCMonth() + 1, date)) return false;
  const byMonth = cron.dayOfMonth.matches(date.getUTCDate(), date);
  const byWeek = cron.dayOfWeek.matches(date.getUTCDay(), date);
  if (cron.dayOfMonth.restricted && cron.dayOfWeek.restricted) return byMonth || byWeek;
  return byMonth && byWeek;
}

const DAY = 86_400_000;

function isLastOfMonth(date: Date): boolean {
  return new Date(date.getTime() + DAY).getUTCMonth() !== date.getUTCMonth();
}

function isLastWeekdayOfMonth(date: Date): boolean {
  return new Date(date.getTime() + 7 * DAY).getUTCMonth() !== date.getUTCMonth();
}

function field(text: string, matches: RandomField["matches"], interval = false): RandomField {
  return { text, matches, restricted: text !== "*" && text !== "?", interval };
}

const any = fc.constantFrom(field("*", () => true, true));

function fieldOf(min: number, max: number, likely: readonly number[]): fc.Arbitrary<RandomField> {
  const value = fc.oneof(fc.integer({ min, max }), fc.constantFrom(...likely));
  const range = fc.tuple(value, value).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]);
  const step = fc.integer({ min: 1, max: max - min });
  return fc.oneof(
    fc
      .uniqueArray(value, { minLength: 1, maxLength: 4 })
      .map((list) => field(list.join(","), (at) => list.includes(at))),
    range.map(([from, to]) => field(`${from}-${to}`, (at) => at >= from && at <= to)),
    step.map((step) => field(`*/${step}`, (at) => (at - min) % step === 0, true)),
    fc
      .tuple(range, step)
      .map(([[from, to], step]) =>
        field(`${from}-${to}/${step}`, (at) => at >= from && at <= to && (at - from) % step === 0, true),
      ),
  );
}

const lastDay = fc.constantFrom(field("L", (_, date) => isLastOfMonth(date)));
const firstOrLastDay = fc.constantFrom(field("1,L", (day, date) => day === 1 || isLastOfMonth(date)));
const weekday = fc.integer({ min: 0, max: 7 });
const lastWeekday = weekday.map((day) =>
  field(`${day}L`, (at, date) => at === day % 7 && isLastWeekdayOfMonth(date)),
);
const nthWeekday = fc
  .tuple(weekday, fc.integer({ min: 1, max: 5 }))
  .map(([day, nth]) =>
    field(
      `${day}#${nth}`,
      (at, date) => at === day % 7 && Math.floor((date.getUTCDate() - 1) / 7) + 1 === nth,
    ),
  );
const weekdays = fc
  .uniqueArray(weekday, { minLength: 1, maxLength: 3 })
  .map((days) => field(days.join(","), (at) => days.some((day) => day % 7 === at)));

function cronOf(
  seconds: fc.Arbitrary<readonly number[]>,
  minute: fc.Arbitrary<RandomField>,
  month: fc.Arbitrary<RandomField>,
): fc.Arbitrary<RandomCron> {
  return fc
    .record({
      second: seconds,
      minute,
      hour: fc.oneof(any, fieldOf(0, 23, [0, 1, 2, 3, 4, 23])),
      dayOfMonth: fc.oneof({ weight: 4, arbitrary: any }, fieldOf(1, 28, [1]), lastDay, firstOrLastDay),
      month,
      dayOfWeek: fc.oneof({ weight: 4, arbitrary: any }, weekdays, lastWeekday, nthWeekday),
    })
    .map((cron) => {
      const { second, minute, hour, dayOfMonth, month, dayOfWeek } = cron;
      const fields = [minute, hour, dayOfMonth, month, dayOfWeek].map(({ text }) => text);
      return { ...cron, text: `${second.join(",")} ${fields.join(" ")}` };
    });
}

const dstOptions: fc.Arbitrary<DstOptions> = fc.record({
  gap: fc.constantFrom(...Object.values(DstGap)),
  overlap: fc.constantFrom(...Object.values(DstOverlap)),
});

function scheduleFires(cron: RandomCron, scan: Scan, dst: DstOptions): number[] {
  const schedule = compileSchedule({ cron: cron.text, timeZone: scan.timeZone, dst, seed: "job" });
  const fires: number[] = [];
  let after = new Date(scan.fromMs - 1);
  for (let at = schedule.next(after); at && at.getTime() < scan.toMs; at = schedule.next(at)) {
    if (at <= after) throw new Error(`next(${after.toISOString()}) went back to ${at.toISOString()}`);
    fires.push(at.getTime());
    after = at;
  }
  return fires;
}

/** The first fires that differ, readable; `null` where none do. */
function difference(fires: readonly number[], expected: readonly number[]): unknown {
  const index = expected.findIndex((at, index) => fires[index] !== at);
  const at = index >= 0 ? index : expected.length;
  if (fires.length === expected.length && index < 0) return null;
  const shown = (list: readonly number[]): string[] =>
    list.slice(Math.max(0, at - 1), at + 3).map((at) => new Date(at).toISOString());
  return { fires: shown(fires), expected: shown(expected) };
}

describe("a schedule fires when the brute-force scan says, around the changes of", () => {
  test.each([
    ["America/New_York", "2026-03-05", "2026-03-12", 1],
    ["America/New_York", "2026-10-29", "2026-11-04", 1],
    ["Australia/Lord_Howe", "2026-04-02", "2026-04-07", 1],
    ["Australia/Lord_Howe", "2026-10-01", "2026-10-06", 1],
    ["Pacific/Apia", "2011-12-27", "2012-01-03", 1],
    ["Africa/Casablanca", "2026-02-12", "2026-02-18", 1],
    ["Africa/Casablanca", "2026-03-19", "2026-03-25", 1],
    ["Africa/Cairo", "2026-04-21", "2026-04-27", 1],
    ["Africa/Cairo", "2026-10-27", "2026-11-02", 1],
    ["Asia/Beirut", "2026-03-26", "2026-04-01", 1],
    ["Asia/Beirut", "2026-10-22", "2026-10-28", 1],
    ["America/Asuncion", "2023-09-28", "2023-10-04", 1],
    ["America/Asuncion", "2024-03-21", "2024-03-27", 1],
    ["Europe/London", "2026-03-26", "2026-04-02", 1],
    ["Europe/London", "2026-10-22", "2026-11-02", 1],
    ["Antarctica/Troll", "2026-03-26", "2026-04-02", 1],
    ["Asia/Shanghai", "1991-04-11", "1991-04-17", 1],
    ["Asia/Shanghai", "2026-02-26", "2026-03-04", 0],
    ["UTC", "2028-02-26", "2028-03-03", 0],
  ])("%s, %s to %s", (timeZone, from, to, changes) => {
    const scan = scanZone(timeZone, from, to, 1);
    const repeats = [...scan.instants.values()].some(({ length }) => length > 1);
    expect(Number(scan.shifted.size > 0) + Number(repeats)).toBe(changes);
    const seconds = fc.oneof(fc.constant([0]), fc.constant([7, 59]));
    const minute = fc.oneof(any, fieldOf(0, 59, [0, 15, 30, 45]));
    fc.assert(
      fc.property(cronOf(seconds, minute, any), dstOptions, fc.nat(), fc.nat(), (cron, dst, cutA, cutB) => {
        const expected = oracleFires(cron, scan, dst);
        expect(difference(scheduleFires(cron, scan, dst), expected)).toBeNull();

        const length = scan.toMs - scan.fromMs;
        const [after = 0, until = 0] = [cutA % length, cutB % length].sort((a, b) => a - b);
        const [afterMs, untilMs] = [scan.fromMs + after, scan.fromMs + until];
        const schedule = compileSchedule({ cron: cron.text, timeZone, dst, seed: "job" });
        expect(schedule.count(new Date(afterMs), new Date(untilMs))).toBe(
          expected.filter((at) => at > afterMs && at <= untilMs).length,
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe("a schedule fires when the brute-force scan says, a year long in", () => {
  test.each([
    ["America/New_York", "2026-01-01", "2027-01-01"],
    ["Australia/Lord_Howe", "2026-01-01", "2027-01-01"],
    ["Pacific/Apia", "2011-02-01", "2012-02-01"],
    ["Africa/Casablanca", "2026-01-01", "2027-01-01"],
  ])("%s, %s to %s", (timeZone, from, to) => {
    const scan = scanZone(timeZone, from, to, 30);
    const month = fc.oneof(any, fieldOf(1, 12, [2, 3, 10, 11, 12]));
    // A few minutes of each hour do: around the changes, every minute is tried above.
    const minute = fc
      .constantFrom(0, 7, 15, 30, 59)
      .map((minute) => field(String(minute), (at) => at === minute));
    fc.assert(
      fc.property(cronOf(fc.constant([0]), minute, month), dstOptions, (cron, dst) => {
        expect(difference(scheduleFires(cron, scan, dst), oracleFires(cron, scan, dst))).toBeNull();
      }),
      { numRuns: 125 },
    );
  });
});
