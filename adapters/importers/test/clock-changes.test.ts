import { askOracle, type ScheduleOracle } from "@mojob/test-services/schedule-oracles";
import { describe, expect, it } from "vitest";
import { parserOf } from "./cron-parser-of.ts";
import { firesIn } from "./hold-together.ts";
import { firesByRules, type Window } from "./imported-fires.ts";

const DAY_MS = 86_400_000;
/** Enough for all fires of the days before a change, the change and those after it. */
const MOST = 2000;

/** A day before a change of the clock. The last two change at midnight. */
const CHANGES = [
  ["America/New_York", "2027-03-13T05:00Z"],
  ["America/New_York", "2027-11-06T04:00Z"],
  ["Europe/Berlin", "2027-03-27T00:00Z"],
  ["Europe/Berlin", "2027-10-30T00:00Z"],
  ["Africa/Cairo", "2027-04-28T22:00Z"],
  ["Africa/Cairo", "2027-10-27T21:00Z"],
  ["America/Havana", "2027-03-13T05:00Z"],
  ["America/Havana", "2027-11-06T04:00Z"],
] as const;
const AT_MIDNIGHT: readonly string[] = ["Africa/Cairo", "America/Havana"];

const MINUTES = ["0", "30", "*/20", "0,45"];
const HOURS = ["*", "*/2", "*/6", "0-3", "2", "1", "0", "23", "3,15"];
const WEEKDAYS = ["*", "SUN,MON,THU,FRI,SAT"];

/** Minute, hour and weekdays of each. */
const TIMES = MINUTES.flatMap((minute) =>
  HOURS.flatMap((hour) => WEEKDAYS.map((weekday) => ({ minute, hour, weekday }))),
);

interface Asked {
  readonly text: string;
  readonly timeZone: string;
  readonly window: Window;
}

interface Case {
  readonly dialect: "quartz" | "cronUtils" | "croniter" | "cronParser";
  readonly write: (time: (typeof TIMES)[number]) => string;
  readonly fires: (asked: readonly Asked[]) => Promise<readonly (readonly number[] | null)[]>;
  /** What the rules of the proof leave out, and the page on imports says. */
  readonly isLeftOut?: (asked: Asked) => boolean;
}

const java =
  (library: string) =>
  (asked: readonly Asked[]): ReturnType<Case["fires"]> =>
    linesOf(
      "java",
      asked.map(({ text, timeZone, window }) => [library, timeZone, ...secondsOf(window), MOST, text]),
    );

const secondsOf = ({ fromMs, toMs }: Window): readonly number[] => [fromMs / 1000, toMs / 1000];

async function linesOf(
  oracle: ScheduleOracle,
  questions: readonly (readonly unknown[])[],
): ReturnType<Case["fires"]> {
  const lines = await askOracle(
    oracle,
    questions.map((words) => words.join("\t")),
  );
  return lines.map(firesIn);
}

/** As the cron-parser that Agenda uses has it. */
async function parserFires(asked: readonly Asked[]): ReturnType<Case["fires"]> {
  const { CronExpressionParser } = await parserOf("agenda");
  return asked.map(({ text, timeZone, window }) => {
    const fires = CronExpressionParser.parse(text, {
      currentDate: new Date(window.fromMs - 1),
      tz: timeZone,
    });
    const found: number[] = [];
    for (let at = fires.next().getTime(); at < window.toMs; at = fires.next().getTime())
      found.push(at / 1000);
    return found;
  });
}

const CASES: readonly Case[] = [
  {
    dialect: "quartz",
    write: ({ minute, hour, weekday }) => `0 ${minute} ${hour} ? * ${weekday}`,
    fires: java("quartz"),
  },
  {
    dialect: "cronUtils",
    write: ({ minute, hour, weekday }) => `0 ${minute} ${hour} ? * ${weekday}`,
    fires: java("cronUtils"),
    isLeftOut: ({ timeZone }) => AT_MIDNIGHT.includes(timeZone),
  },
  {
    dialect: "croniter",
    write: ({ minute, hour, weekday }) => `${minute} ${hour} * * ${weekday}`,
    fires: (asked) =>
      linesOf(
        "croniter",
        asked.map(({ text, timeZone, window }) => [timeZone, ...secondsOf(window), MOST, text]),
      ),
  },
  {
    dialect: "cronParser",
    write: ({ minute, hour, weekday }) => `${minute} ${hour} * * ${weekday}`,
    fires: parserFires,
    isLeftOut: ({ text, timeZone }) => AT_MIDNIGHT.includes(timeZone) && / \* \* \* SUN/.test(text),
  },
];

const show = (fires: readonly number[]): string =>
  fires
    .slice(0, 3)
    .map((at) => new Date(at * 1000).toISOString())
    .join(" ");

describe.each(CASES)("the rules of a proof in $dialect", ({ dialect, write, fires, isLeftOut }) => {
  it("have the fires of its scheduler around changes of the clock", { timeout: 120_000 }, async () => {
    const asked = TIMES.map(write).flatMap((text) =>
      CHANGES.map(([timeZone, from]) => {
        const fromMs = Date.parse(from);
        return { text, timeZone, window: { fromMs, toMs: fromMs + 4 * DAY_MS, most: MOST } };
      }),
    );
    const held = asked.filter((one) => isLeftOut?.(one) !== true);
    const answers = await fires(held);
    const faults = held.flatMap(({ text, timeZone, window }, index) => {
      const there = answers[index] ?? [];
      const rules = firesByRules({ dialect, text, timeZone }, window) ?? [];
      // Airflow goes on from the fire before, which is out of the window for the first one.
      const first = dialect === "croniter" ? Math.min(...there) : 0;
      const [more, less] = [
        rules.filter((at) => at >= first && !there.includes(at)),
        there.filter((at) => !rules.includes(at)),
      ];
      if (more.length === 0 && less.length === 0) return [];
      return [`${text} in ${timeZone}: the rules alone ${show(more)}, the scheduler alone ${show(less)}`];
    });
    expect(faults).toEqual([]);
    expect(held.length).toBeGreaterThan(200);
  });
});
