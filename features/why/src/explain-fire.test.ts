import type { JobInstance } from "@mojob/core";
import { type FireExplanation, firingCursorKey, type ScheduleCalendar } from "@mojob/core/engine";
import { planFires, readScheduleFacts, type WorkCalendar } from "@mojob/core/feature";
import type { Act } from "@mojob/core/ports";
import { aRequester } from "@mojob/test-fixtures/requester";
import {
  aDefinition,
  anAct,
  anInstance,
  type DefinitionOverrides,
  START,
} from "@mojob/test-fixtures/records";
import { anExecutor, createWorld, type World } from "@mojob/test-fixtures/world";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createExplanationService } from "./create-explanation-service.ts";
import { explainFire } from "./explain-fire.ts";

const NO_FACTS = await readScheduleFacts([], { ...createWorld(), tenant: "default" });
const HOUR_MS = 60 * 60 * 1000;
const KEY = "mail.send";
/** Now, in these tests. */
const HOURS = 240;

function hour(hours: number): Date {
  return new Date(START.getTime() + hours * HOUR_MS);
}

const DAY_MS = 24 * HOUR_MS;

/** Weekdays, of which the 5th of January 2026 is a holiday; it knows January. */
const CALENDAR: WorkCalendar = {
  key: "c",
  revision: 1,
  knownTo: Date.parse("2026-01-31") / DAY_MS,
  dayAt: (day) => {
    const isHoliday = day === Date.parse("2026-01-05") / DAY_MS;
    return {
      works: !isHoliday && ![0, 6].includes(new Date(day * DAY_MS).getUTCDay()),
      name: isHoliday ? "元旦" : null,
      isEstimated: day > Date.parse("2026-01-31") / DAY_MS,
    };
  },
};

interface Case {
  readonly job?: DefinitionOverrides;
  readonly runs?: readonly Partial<JobInstance>[];
  /** Whether its worker is online. @default true */
  readonly hasWorker?: boolean;
  readonly acts?: readonly Partial<Act>[];
  readonly debugs?: boolean;
  /** In hours. @default now */
  readonly firedTo?: number;
  /** In hours; `null` is now. */
  readonly at: number | null;
}

async function explain({
  job = {},
  runs = [],
  hasWorker = true,
  acts = [],
  debugs = false,
  firedTo = HOURS,
  at,
}: Case): Promise<FireExplanation> {
  const world: World = createWorld({
    rules: [{ load: async () => ({ calendars: new Map([["c", CALENDAR]]) }) }],
  });
  await world.define(
    aDefinition({
      kind: "recurring",
      createdAt: hour(0),
      scheduledSince: hour(0),
      ...job,
      options: { cron: "0 0 * * * *", ...job.options },
    }),
  );
  await world.store.instances.insert(runs.map((run) => anInstance({ jobKey: KEY, ...run })));
  await world.state.set(firingCursorKey("default"), hour(firedTo).toISOString());
  if (debugs) await world.debugMode.decide({ recurring: true, triggered: false });
  await world.store.history.append(
    acts.map((act, index) =>
      anAct({ id: `0190a000-0000-7000-8000-00000000000${acts.length - index}`, at: hour(1), ...act }),
    ),
  );
  world.clock.jumpWallClock(HOURS * HOUR_MS);
  const workers = hasWorker ? [anExecutor({ lastSeenAt: hour(HOURS) })] : [];
  const service = createExplanationService({
    ...world,
    tenant: "default",
    workers: () => Promise.resolve(workers),
  });
  return service.job(aRequester(), KEY, at === null ? undefined : hour(at));
}

function changed(name: string, before: string, after: string): Pick<Act, "changes"> {
  return { changes: [{ pointer: `/${name}`, before, after }] };
}

describe("of a fire in the hour that the clocks leave out", () => {
  // 2026-03-29 has no 02:30 in Berlin: 01:30Z is 03:30.
  const at = (Date.parse("2026-03-29T01:30:00Z") - START.getTime()) / HOUR_MS;
  const past = (Date.parse("2025-03-30T01:30:00Z") - START.getTime()) / HOUR_MS;
  const job = (gap: "shift" | "skip", cron = "0 30 2 * * *"): DefinitionOverrides => ({
    createdAt: new Date("2025-03-01T00:00:00Z"),
    scheduledSince: new Date("2025-03-01T00:00:00Z"),
    options: { cron, timeZone: "Europe/Berlin", dst: { gap } },
  });
  const parameters = { timeZone: "Europe/Berlin", local: "02:30:00" };

  test("which time it stands for, before it comes and once it has its run", async () => {
    const { causes } = await explain({ job: job("shift"), at });
    expect(causes).toMatchObject([{ code: "moved_by_clocks", parameters }, { code: "to_come" }]);
    const id = `${KEY}@${hour(past).toISOString()}`;
    const runs = [{ id, trigger: { type: "cron", nominalTime: hour(past) } }] as const;
    const fired = await explain({ job: job("shift"), at: past, runs });
    expect(fired.causes).toMatchObject([{ code: "fired" }, { code: "moved_by_clocks", parameters }]);
  });

  test("that it is left out where the job says so", async () => {
    const { causes } = await explain({ job: job("skip"), at });
    expect(causes).toMatchObject([{ code: "left_out_by_clocks", parameters }, { code: "not_scheduled" }]);
  });

  test("nothing of the kind where the schedule names the time that it is then", async () => {
    for (const gap of ["shift", "skip"] as const) {
      const { causes } = await explain({ job: job(gap, "0 30 2,3 * * *"), at });
      expect(causes.map(({ code }) => code)).toEqual(["to_come"]);
      const later = await explain({ job: job(gap), at: at + 2 });
      expect(later.causes.map(({ code }) => code)).toEqual(["not_scheduled"]);
    }
  });
});

describe("of a fire by a calendar it is said", () => {
  const at = (time: string): number => (Date.parse(time) - START.getTime()) / HOUR_MS;
  const daily = (calendar: ScheduleCalendar): DefinitionOverrides => ({
    options: { cron: "0 0 9 * * *", calendar },
  });

  test.each<[string, ScheduleCalendar, string, readonly object[]]>([
    [
      "on which day it does not fire, and what that day is called",
      { key: "c" },
      "2026-01-05T09:00Z",
      [{ code: "off_calendar", parameters: { calendar: "c", day: "2026-01-05", name: "元旦" } }],
    ],
    [
      "where it was moved to",
      { key: "c", otherwise: "next" },
      "2026-01-04T09:00Z",
      [
        {
          code: "moved_by_calendar",
          parameters: { calendar: "c", day: "2026-01-04", name: null, to: "2026-01-06T09:00:00.000Z" },
        },
      ],
    ],
    [
      "which fire has come to a time that no schedule names",
      { key: "c", otherwise: "next" },
      "2026-01-06T08:00Z",
      [{ code: "not_scheduled" }],
    ],
    [
      "that it waits for the calendar",
      { key: "c", beyond: "hold" },
      "2026-02-02T09:00Z",
      [{ code: "calendar_ended", parameters: { calendar: "c", day: "2026-02-02" } }],
    ],
    [
      "that the calendar is not there",
      { key: "gone" },
      "2026-01-06T09:00Z",
      [{ code: "calendar_missing", parameters: { calendar: "gone" } }],
    ],
    [
      "nothing of the kind on a day that it fires on",
      { key: "c" },
      "2026-01-12T09:00Z",
      [{ code: "to_come" }],
    ],
  ])("%s", async (_, calendar, time, causes) => {
    const { causes: found } = await explain({ job: daily(calendar), at: at(time) });
    expect(found).toMatchObject(causes);
    expect(found).toHaveLength(causes.length);
  });

  test("which fire it is that came to a time", async () => {
    const job = { options: { cron: "0 0 9 4 * *", calendar: { key: "c", otherwise: "next" } as const } };
    const { causes } = await explain({ job, at: at("2026-01-06T09:00Z") });
    expect(causes).toMatchObject([
      { code: "moved_here", parameters: { calendar: "c", from: "2026-01-04T09:00:00.000Z" } },
      { code: "not_scheduled" },
    ]);
  });
});

describe("of a fire it is said", () => {
  test.each<[string, Case, readonly object[]]>([
    [
      "that it happened",
      {
        at: 5,
        runs: [{ id: `${KEY}@${hour(5).toISOString()}`, trigger: { type: "cron", nominalTime: hour(5) } }],
      },
      [{ code: "fired", parameters: { run: `${KEY}@${hour(5).toISOString()}` } }],
    ],
    [
      "that it was missed with others",
      {
        at: 5,
        runs: [
          {
            id: `${KEY}@${hour(3).toISOString()}`,
            state: "Skipped",
            createdAt: hour(9),
            completedAt: hour(9),
            trigger: { type: "cron", nominalTime: hour(3) },
            missed: { count: 5, from: hour(3), to: hour(7) },
            reason: {
              code: "missed",
              parameters: {
                count: 5,
                from: hour(3).toISOString(),
                to: hour(7).toISOString(),
                policy: "skip",
              },
            },
          },
        ],
      },
      [{ code: "missed", parameters: { run: `${KEY}@${hour(3).toISOString()}`, count: 5, policy: "skip" } }],
    ],
    [
      "that the job has no schedule",
      { job: { kind: "triggered", options: { cron: undefined } }, at: 5 },
      [{ code: "not_recurring" }],
    ],
    [
      "that there was no such job",
      { job: { createdAt: hour(8) }, at: 5 },
      [{ code: "unknown_then", parameters: { createdAt: hour(8).toISOString() } }],
    ],
    [
      "that no schedule names it",
      { at: 5.5 },
      [
        {
          code: "not_scheduled",
          parameters: { before: hour(5).toISOString(), after: hour(6).toISOString() },
        },
      ],
    ],
    [
      "that the hour was repeated",
      {
        // 2025-10-26 02:30 comes twice in Berlin: 00:30Z and 01:30Z.
        job: {
          createdAt: new Date("2025-10-01T00:00:00Z"),
          options: { cron: "0 30 2 * * *", timeZone: "Europe/Berlin" },
        },
        at: (Date.parse("2025-10-26T01:30:00Z") - START.getTime()) / HOUR_MS,
      },
      [{ code: "repeated_hour", parameters: { timeZone: "Europe/Berlin" } }, { code: "not_scheduled" }],
    ],
    [
      "that its schedule had not begun",
      { job: { options: { startTime: hour(8) } }, at: 5 },
      [{ code: "before_start", parameters: { startTime: hour(8).toISOString() } }],
    ],
    [
      "that its schedule was over",
      { job: { options: { endTime: hour(4) } }, at: 5 },
      [{ code: "after_end", parameters: { endTime: hour(4).toISOString() } }],
    ],
    [
      "that its schedule was disabled",
      {
        job: {
          options: {
            cron: null,
            schedules: [{ name: "early", cron: "0 0 5 * * *", disabled: true }],
          },
        },
        at: 5,
      },
      [{ code: "schedule_disabled", parameters: { schedule: "early" } }],
    ],
    [
      "that the job was disabled then, by whom, though it is not now",
      {
        job: { scheduledSince: hour(6) },
        acts: [
          { at: hour(6), ...changed("disabled", "true", "false") },
          { at: hour(4), note: "Broken", ...changed("disabled", "false", "true") },
        ],
        at: 5,
      },
      [
        { code: "disabled", parameters: { by: "li", at: hour(4).toISOString(), note: "Broken" } },
        { code: "scheduled_since", parameters: { since: hour(6).toISOString(), names: ["disabled"] } },
      ],
    ],
    [
      "that another schedule was in force, which does not name it",
      {
        job: { scheduledSince: hour(6) },
        acts: [{ at: hour(6), ...changed("cron", '"0 0 0 * * *"', '"0 0 * * * *"') }],
        at: 5,
      },
      [
        {
          code: "not_scheduled",
          parameters: { before: hour(0).toISOString(), after: hour(24).toISOString() },
        },
      ],
    ],
    [
      "that the code no longer declares it",
      { job: { inCode: false }, at: 5 },
      [{ code: "left_code", parameters: { app: "mail" } }],
    ],
    [
      "that the job was paused, by whom",
      { job: { pause: { at: hour(4), until: hour(6), note: "Release", by: "li" } }, at: 5 },
      [{ code: "paused", parameters: { by: "li", note: "Release", until: hour(6).toISOString() } }],
    ],
    [
      "that the job was paused, in a pause before the latest one",
      {
        job: {
          pause: {
            at: hour(20),
            until: hour(21),
            note: null,
            earlier: [{ at: hour(4), until: hour(6) }],
          },
        },
        acts: [{ at: hour(4), kind: "pause", note: "Release" }],
        at: 5,
      },
      [{ code: "paused", parameters: { by: "li", note: "Release" } }],
    ],
    [
      "that its app was stopped",
      { job: { appPause: { at: hour(4), until: hour(6), note: null, by: "li" } }, at: 5 },
      [{ code: "app_stopped", parameters: { app: "mail", by: "li" } }],
    ],
    [
      "that no control plane fires",
      { firedTo: 4, at: 5 },
      [{ code: "firing_late", parameters: { firedTo: hour(4).toISOString() } }],
    ],
    [
      "that runs of then are no longer kept",
      { job: { options: { retention: { maxAgeDays: 1 } } }, at: 5 },
      [{ code: "no_longer_kept", parameters: { maxAgeDays: 1 } }],
    ],
    [
      "that its interval counts from ends",
      {
        job: { options: { cron: null, everyMs: HOUR_MS, everyFrom: "end" } as never },
        at: 5.5,
      },
      [{ code: "counts_from_ends", parameters: { everyMs: HOUR_MS } }, { code: "not_scheduled" }],
    ],
    ["that nothing explains it", { at: 5 }, [{ code: "unexplained" }]],
    [
      "that it is to come",
      { at: HOURS + 1 },
      [{ code: "to_come", parameters: { at: hour(HOURS + 1).toISOString() } }],
    ],
    [
      "that it is to come, and what is in its way now",
      { hasWorker: false, at: HOURS + 1 },
      [{ code: "no_worker" }, { code: "to_come" }],
    ],
  ])("%s", async (_what, given, causes) => {
    const explanation = await explain(given);
    expect(explanation.causes).toMatchObject(causes);
    expect(explanation.causes).toHaveLength(causes.length);
  });

  test.each<[string, Omit<Case, "at">, readonly object[]]>([
    ["nothing is", {}, [{ code: "to_come", parameters: { at: hour(HOURS + 1).toISOString() } }]],
    [
      "disabled, by whom",
      { job: { options: { disabled: true } }, acts: [changed("disabled", "false", "true")] },
      [{ code: "disabled", parameters: { by: "li" } }, { code: "no_fire_to_come" }],
    ],
    [
      "paused and stopped",
      {
        job: {
          pause: { at: hour(1), until: null, note: null },
          appPause: { at: hour(2), until: null, note: null },
        },
      },
      [{ code: "paused" }, { code: "app_stopped" }, { code: "no_fire_to_come" }],
    ],
    [
      "debug mode",
      { debugs: true },
      [{ code: "closed", parameters: { reason: { code: "debug_mode" } } }, { code: "to_come" }],
    ],
    ["a control plane that is behind", { firedTo: 4 }, [{ code: "firing_late" }, { code: "to_come" }]],
  ])("when the next is to come, and that what is in the way is %s", async (_what, given, causes) => {
    const explanation = await explain({ ...given, at: null });
    expect(explanation.causes).toMatchObject(causes);
    expect(explanation.causes).toHaveLength(causes.length);
  });
});

const SECONDS_A_WEEK = 7 * 24 * 60 * 60;
const CRONS = ["*/7 * * * * *", "0 */5 * * * *", "0 0 2 * * *", "30 15 */3 * * 1-5", "0 30 2 * * *"];

test("explains each second of a week as the planner decides it", () => {
  const aSecond = fc.integer({ min: 0, max: SECONDS_A_WEEK });
  const aTime = aSecond.map((seconds) => new Date(START.getTime() + seconds * 1000));
  const aPause = fc.record({ at: aTime, until: fc.option(aTime), note: fc.constant(null) });
  fc.assert(
    fc.property(
      fc.record({
        options: fc.record({
          cron: fc.constantFrom(...CRONS),
          disabled: fc.boolean(),
          startTime: fc.option(aTime),
          endTime: fc.option(aTime),
          timeZone: fc.constantFrom("UTC", "Asia/Shanghai", "America/New_York"),
          calendar: fc.option(
            fc.record({
              key: fc.constantFrom("c", "c", "gone"),
              on: fc.constantFrom("workday" as const, "offday" as const),
              otherwise: fc.constantFrom("skip" as const, "next" as const, "previous" as const),
            }),
          ),
        }),
        pause: fc.option(aPause),
        appPause: fc.option(aPause),
        inCode: fc.boolean(),
      }),
      aTime,
      fc.boolean(),
      (overrides, time, isNamed) => {
        const facts = { ...NO_FACTS, rules: { ...NO_FACTS.rules, calendars: new Map([["c", CALENDAR]]) } };
        const job = aDefinition({
          ...overrides,
          kind: "recurring",
          createdAt: new Date(START.getTime() - 1000),
          scheduledSince: new Date(START.getTime() - 1000),
        });
        const free = {
          ...job,
          pause: null,
          appPause: null,
          inCode: true,
          options: { ...job.options, disabled: false },
        };
        const now = new Date(START.getTime() + 8 * 24 * HOUR_MS);
        const planned = (of: typeof job, after: Date, to: Date) =>
          planFires([of], { after, to, now: to }, facts).fires;
        // Most seconds are no fire: half of the draws look at one.
        const at = isNamed ? (planned(free, time, now)[0]?.nominalTime ?? time) : time;
        // One that a calendar has brought here has another name.
        const owed = planned(job, new Date(at.getTime() - 1), at);
        const isOwed = owed.some(({ nominalTime }) => nominalTime.getTime() === at.getTime());
        const { causes } = explainFire({
          job,
          at,
          now,
          modes: { recurring: false, triggered: false },
          workers: [],
          acts: [],
          firedTo: now,
          facts,
          run: null,
          miss: null,
          isFull: false,
        });
        expect(causes.map(({ code }) => code === "unexplained")).toEqual(
          isOwed ? [true] : causes.map(() => false),
        );
      },
    ),
    { numRuns: 400 },
  );
});
