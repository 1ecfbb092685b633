import fc from "fast-check";
import { expect, test } from "vitest";
import { type TimeWindow, WindowFires, WindowHolds } from "../../model/window/time-window.ts";
import { withJitter } from "../jittered-schedule.ts";
import { compileSchedule } from "../schedule.ts";
import { compileWindow } from "./compile-window.ts";
import { outsideWindows } from "./held-times.ts";

const START = Date.parse("2026-03-01T00:00:00Z");
const MINUTE = 60_000;
const DAYS = 3;
const MINUTES = DAYS * 24 * 60;

/** A window in minutes of the days that are looked at, by rules that any reader can check. */
interface MinuteWindow {
  readonly from: number;
  readonly until: number | null;
  /** Opens at this minute of every day, for so long. */
  readonly daily: { readonly at: number; readonly lasts: number } | null;
  readonly fires: WindowFires;
}

const minute = fc.integer({ min: 0, max: MINUTES / 15 }).map((quarter) => quarter * 15);
const aWindow: fc.Arbitrary<MinuteWindow> = fc.record({
  from: minute,
  until: fc.option(minute),
  daily: fc.option(
    fc.record({
      at: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
      lasts: fc.constantFrom(15, 60, 600, 1440, 2000),
    }),
  ),
  fires: fc.constantFrom(...Object.values(WindowFires)),
});
const everyMinutes = fc.constantFrom(15, 45, 90, 24 * 60);

function isOpen({ from, until, daily }: MinuteWindow, at: number): boolean {
  if (at < from || (until !== null && at >= until)) return false;
  if (daily === null) return true;
  for (let opened = daily.at - 5 * 1440; opened <= at; opened += 1440)
    if (at < opened + daily.lasts) return true;
  return false;
}

interface Fire {
  readonly at: number;
  readonly nominal: number;
}

/** Minute by minute: what is due begins, what a window keeps goes to its end. */
function expectedFires(windows: readonly MinuteWindow[], every: number): readonly Fire[] {
  const fires: Fire[] = [];
  let held: number | null = null;
  for (let at = -5 * 1440; at <= MINUTES; at += 1) {
    const open = windows.filter((window) => isOpen(window, at));
    const isDue = at % every === 0;
    if (open.length > 0) {
      if (isDue && open.some(({ fires: what }) => what === WindowFires.FireOnce)) held = at;
      continue;
    }
    if (isDue) fires.push({ at, nominal: at });
    else if (held !== null) fires.push({ at, nominal: held });
    held = null;
  }
  return fires;
}

function compiled(windows: readonly MinuteWindow[], every: number) {
  const times =
    every === 1440
      ? compileSchedule({
          cron: "0 0 0 * * *",
          timeZone: "UTC",
          dst: { gap: "skip", overlap: "first" },
          seed: "",
        })
      : everyMinute(every);
  return outsideWindows(
    withJitter(times, 0, ""),
    windows.map((window) => compileWindow(stored(window))),
  );
}

function everyMinute(every: number) {
  const step = every * MINUTE;
  const indexOf = (instant: Date) => Math.floor((instant.getTime() - START) / step);
  return {
    next: (after: Date) => new Date(START + (indexOf(after) + 1) * step),
    count: (after: Date, to: Date) => Math.max(0, indexOf(to) - indexOf(after)),
  };
}

function stored({ from, until, daily, fires }: MinuteWindow): TimeWindow {
  return {
    tenant: "t",
    id: "w",
    name: "Release",
    apps: null,
    jobs: null,
    tags: null,
    from: instant(from),
    until: until === null ? null : instant(until),
    repeats:
      daily === null
        ? null
        : {
            cron: `0 ${daily.at % 60} ${Math.floor(daily.at / 60)} * * *`,
            timeZone: "UTC",
            durationMs: daily.lasts * MINUTE,
          },
    holds: WindowHolds.Fires,
    fires,
    silences: false,
    reason: "",
    by: null,
    createdAt: instant(0),
    changedAt: instant(0),
    revision: 1,
  };
}

function instant(at: number): Date {
  return new Date(START + at * MINUTE);
}

function minuteOf(at: Date): number {
  return (at.getTime() - START) / MINUTE;
}

const scenario = [fc.array(aWindow, { maxLength: 3 }), everyMinutes] as const;

test("fires outside windows are those of a walk minute by minute, each with the time that it stands for", () => {
  fc.assert(
    fc.property(...scenario, (windows, every) => {
      const times = compiled(windows, every);
      const fires: Fire[] = [];
      for (let at = times.next(instant(-1)); at !== null && at <= instant(MINUTES); at = times.next(at))
        fires.push({ at: minuteOf(at), nominal: minuteOf(times.nominalOf(at)) });
      expect(fires).toEqual(expectedFires(windows, every).filter(({ at }) => at > -1));
    }),
    { numRuns: 400 },
  );
});

test("as many are counted between any two moments as begin there", () => {
  fc.assert(
    fc.property(...scenario, minute, minute, (windows, every, one, other) => {
      const [after, to] = [Math.min(one, other) - 7, Math.max(one, other)];
      const begun = expectedFires(windows, every).filter(({ at }) => at > after && at <= to);
      expect(compiled(windows, every).count(instant(after), instant(to))).toBe(begun.length);
    }),
    { numRuns: 400 },
  );
});

test("after the bound of a moment exactly those begin that stand for a later one", () => {
  fc.assert(
    fc.property(...scenario, minute, (windows, every, moment) => {
      const bound = minuteOf(compiled(windows, every).boundOf(instant(moment)));
      const fires = expectedFires(windows, every);
      expect(fires.filter(({ at }) => at > bound)).toEqual(fires.filter(({ nominal }) => nominal > moment));
    }),
    {
      numRuns: 400,
      // The last fire that is kept is of the moment itself: the one at the end stands for none that is later.
      examples: [[[{ from: 0, until: 60, daily: null, fires: WindowFires.FireOnce }], 45, 45]],
    },
  );
});
