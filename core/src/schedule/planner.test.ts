import { describe, expect, test } from "vitest";
import { processorMs } from "@mojob/test-fixtures/processor-time";
import { aDefinition } from "@mojob/test-fixtures/records";
import type { JobDefinition } from "../model/job-definition.ts";
import { JobKind } from "../model/option/job-kind.ts";
import { MisfirePolicy } from "../model/option/value/misfire-options.ts";
import type { ResolvedJobOptions, ScheduleOptions } from "../model/option/job-options.ts";
import { resolveJobOptions } from "../model/option/resolve-options.ts";
import type { NamedSchedule } from "../model/option/value/named-schedule.ts";
import {
  type FirePlan,
  MAX_LATE_FIRES,
  nextFire,
  type PlannedFire,
  planFires,
  upcomingFires,
} from "./planner.ts";
import { NO_FACTS } from "./schedule-facts.ts";

const EPOCH = new Date(0);

const hourly: ScheduleOptions = {
  cron: "0 0 * * * *",
  cronDialect: "standard",
  everyMs: null,
  everyFrom: "start",
  calendar: null,
  jitterMs: 0,
  timeZone: "UTC",
  startTime: null,
  endTime: null,
  misfire: { policy: MisfirePolicy.FireOnce, graceMs: 5000 },
  dst: { gap: "shift", overlap: "first" },
  schedules: [],
};

interface DefinitionChanges extends Partial<Omit<JobDefinition, "options">> {
  readonly disabled?: boolean;
  readonly schedule?: Partial<ScheduleOptions> | null;
}

function definitionOf({
  disabled = false,
  schedule = {},
  ...changes
}: DefinitionChanges = {}): JobDefinition {
  const options: ResolvedJobOptions = {
    ...resolveJobOptions(JobKind.Recurring, { disabled }, "close day"),
    schedule: schedule && { ...hourly, ...schedule },
  };
  return {
    ...aDefinition({ key: "close-day", app: "ledger", kind: JobKind.Recurring, scheduledSince: EPOCH }),
    options,
    declared: options,
    ...changes,
  };
}

/** `10:00`, `10:00:30` or `10:00:30.500` on the day all these tests play. */
function at(time: string): Date {
  return new Date(`2026-06-01T${time}Z`);
}

function plan(definition: JobDefinition, after: string, to: string, now: string = to): FirePlan {
  return planFires([definition], { after: at(after), to: at(to), now: at(now) }, NO_FACTS);
}

function timesOf({ fires }: FirePlan): string[] {
  return fires.map(({ nominalTime }) => nominalTime.toISOString().slice(11, 19).replace(/:00$/, ""));
}

function missOf({ misses }: FirePlan): unknown {
  expect(misses.length).toBeLessThanOrEqual(1);
  return misses[0]?.missed ?? null;
}

describe("planFires()", () => {
  test("plans what lies in the window: after exclusive, to inclusive", () => {
    const planned = plan(definitionOf(), "10:00", "12:00", "10:00");
    expect(timesOf(planned)).toEqual(["11:00", "12:00"]);
    expect(planned.misses).toEqual([]);
    expect(planned.nextDue).toEqual(at("13:00"));
  });

  test("orders fires by time, then key, over all definitions", () => {
    const b = definitionOf({ key: "b" });
    const a = definitionOf({ key: "a", schedule: { cron: "0 */30 * * * *" } });
    const { fires, nextDue } = planFires(
      [b, a],
      { after: at("10:00"), to: at("11:00"), now: at("10:00") },
      NO_FACTS,
    );
    expect(fires.map(({ definition, nominalTime }) => [definition.key, nominalTime])).toEqual([
      ["a", at("10:30")],
      ["a", at("11:00")],
      ["b", at("11:00")],
    ]);
    expect(nextDue).toEqual(at("11:30"));
  });

  test.each<[string, DefinitionChanges]>([
    ["a triggered job", { kind: JobKind.Triggered, schedule: null }],
    ["a disabled job", { disabled: true }],
    ["a job without a cron", { schedule: { cron: null } }],
    ["a job whose cron cannot be read", { schedule: { cron: "* * *" } }],
    ["a job whose zone is unknown", { schedule: { timeZone: "Mars/Olympus" } }],
    ["a job paused for good", { pause: { at: at("09:00"), until: null, note: null } }],
    ["a job that has ended", { schedule: { endTime: at("10:00") } }],
  ])("plans nothing for %s and leaves the others alone", (_, changes) => {
    const silent = definitionOf({ key: "silent", ...changes });
    const window = { after: at("10:00"), to: at("11:00"), now: at("11:00") };
    const alone = planFires([silent], window, NO_FACTS);
    expect(alone).toEqual({ fires: [], misses: [], nextDue: null });
    expect(nextFire(silent, at("10:00"), NO_FACTS)).toBeNull();
    const together = planFires([silent, definitionOf()], window, NO_FACTS);
    expect(timesOf(together)).toEqual(["11:00"]);
    expect(together.nextDue).toEqual(at("12:00"));
  });

  test("returns the earliest next fire over all definitions, and null without any", () => {
    const window = { after: at("10:00"), to: at("10:10"), now: at("10:10") };
    const later = definitionOf({ key: "later" });
    const sooner = definitionOf({ key: "sooner", schedule: { cron: "0 20 * * * *" } });
    expect(planFires([later, sooner], window, NO_FACTS).nextDue).toEqual(at("10:20"));
    expect(planFires([], window, NO_FACTS)).toEqual({ fires: [], misses: [], nextDue: null });
  });

  test("plans nothing again where the clock went back behind what was planned", () => {
    const planned = plan(definitionOf(), "12:00", "11:00");
    expect(planned).toEqual({ fires: [], misses: [], nextDue: at("13:00") });
  });
});

describe("what is owed", () => {
  test("begins after scheduledSince, so that an edit, a resume or a registration owes nothing of before", () => {
    const definition = definitionOf({ scheduledSince: at("11:00") });
    expect(timesOf(plan(definition, "09:00", "13:00", "09:00"))).toEqual(["12:00", "13:00"]);
    expect(
      timesOf(plan(definitionOf({ scheduledSince: at("10:59:59.999") }), "09:00", "11:00", "09:00")),
    ).toEqual(["11:00"]);
  });

  test("lies within start and end time, both inclusive", () => {
    const definition = definitionOf({ schedule: { startTime: at("10:00"), endTime: at("12:00") } });
    const planned = plan(definition, "08:00", "20:00", "08:00");
    expect(timesOf(planned)).toEqual(["10:00", "11:00", "12:00"]);
    expect(planned.nextDue).toBeNull();
    const within = definitionOf({ schedule: { startTime: at("10:00:00.001"), endTime: at("11:59:59.999") } });
    expect(timesOf(plan(within, "08:00", "20:00", "08:00"))).toEqual(["11:00"]);
  });

  test("a start time in the future is when it is next due", () => {
    const definition = definitionOf({ schedule: { startTime: at("15:30") } });
    expect(plan(definition, "10:00", "11:00")).toEqual({ fires: [], misses: [], nextDue: at("16:00") });
  });

  test("leaves out a pause, from its beginning until before its end, without a record", () => {
    const pause = { at: at("11:00"), until: at("13:00"), note: null };
    const planned = plan(definitionOf({ pause }), "09:00", "14:00", "09:00");
    expect(timesOf(planned)).toEqual(["10:00", "13:00", "14:00"]);
    expect(planned.misses).toEqual([]);
    expect(plan(definitionOf({ pause }), "09:00", "10:30").nextDue).toEqual(at("13:00"));
  });

  test("a pause counts no fire as missed during an outage", () => {
    const pause = { at: at("11:00"), until: at("13:00"), note: null };
    const skip = { policy: MisfirePolicy.Skip, graceMs: 5000 };
    const planned = plan(definitionOf({ pause, schedule: { misfire: skip } }), "09:00", "14:30");
    expect(missOf(planned)).toEqual({ count: 3, from: at("10:00"), to: at("14:00") });
  });

  test("a pause for good still owes what came before it", () => {
    const pause = { at: at("11:30"), until: null, note: null };
    const planned = plan(definitionOf({ pause }), "10:00", "13:00", "10:00");
    expect(timesOf(planned)).toEqual(["11:00"]);
    expect(planned.nextDue).toBeNull();
  });

  test("a pause that ends before it begins pauses nothing", () => {
    const pause = { at: at("11:00"), until: at("10:00"), note: null };
    expect(timesOf(plan(definitionOf({ pause }), "09:00", "12:00", "09:00"))).toEqual([
      "10:00",
      "11:00",
      "12:00",
    ]);
  });

  test("an edit at the instant of a fire owes the new schedule's fires alone", () => {
    const edited = definitionOf({ scheduledSince: at("11:00"), schedule: { cron: "0 0,15 * * * *" } });
    expect(timesOf(plan(edited, "10:59", "12:00", "11:00"))).toEqual(["11:15", "12:00"]);
  });
});

describe("misfires", () => {
  const late = (policy: MisfirePolicy, graceMs = 5000): JobDefinition =>
    definitionOf({ schedule: { misfire: { policy, graceMs } } });

  test("begin beyond the grace period, not at it", () => {
    const definition = late(MisfirePolicy.Skip);
    expect(timesOf(plan(definition, "10:30", "11:00:05"))).toEqual(["11:00"]);
    const planned = plan(definition, "10:30", "11:00:05.001");
    expect(planned.fires).toEqual([]);
    expect(planned.misses).toEqual([
      {
        definition,
        schedule: expect.objectContaining({ name: null }),
        missed: { count: 1, from: at("11:00"), to: at("11:00") },
      },
    ]);
  });

  test("fireOnce runs the latest and records the earlier ones as one", () => {
    const planned = plan(late(MisfirePolicy.FireOnce), "05:30", "10:30");
    expect(timesOf(planned)).toEqual(["10:00"]);
    expect(missOf(planned)).toEqual({ count: 4, from: at("06:00"), to: at("09:00") });
  });

  test("fireOnce records nothing when only one fire was missed", () => {
    const planned = plan(late(MisfirePolicy.FireOnce), "09:30", "10:30");
    expect(timesOf(planned)).toEqual(["10:00"]);
    expect(planned.misses).toEqual([]);
  });

  test("fireOnce runs no missed fire beside one that is due and on time, which is the latest", () => {
    const planned = plan(late(MisfirePolicy.FireOnce), "07:30", "10:00:02");
    expect(timesOf(planned)).toEqual(["10:00"]);
    expect(missOf(planned)).toEqual({ count: 2, from: at("08:00"), to: at("09:00") });
  });

  test("fireOnce runs the latest one before a pause that has not ended", () => {
    const pause = { at: at("09:30"), until: null, note: null };
    const planned = plan({ ...late(MisfirePolicy.FireOnce), pause }, "06:30", "12:30");
    expect(timesOf(planned)).toEqual(["09:00"]);
    expect(missOf(planned)).toEqual({ count: 2, from: at("07:00"), to: at("08:00") });
  });

  test("skip runs none and records all as one", () => {
    const planned = plan(late(MisfirePolicy.Skip), "05:30", "10:00:02");
    expect(timesOf(planned)).toEqual(["10:00"]);
    expect(missOf(planned)).toEqual({ count: 4, from: at("06:00"), to: at("09:00") });
  });

  test("fireAll runs all of them", () => {
    const planned = plan(late(MisfirePolicy.FireAll), "05:30", "10:30");
    expect(timesOf(planned)).toEqual(["06:00", "07:00", "08:00", "09:00", "10:00"]);
    expect(planned.misses).toEqual([]);
  });

  test("fireAll runs the latest 1,000 and records the earlier ones as one", () => {
    const everySecond = { cron: "* * * * * *", misfire: { policy: MisfirePolicy.FireAll, graceMs: 0 } };
    const planned = plan(definitionOf({ schedule: everySecond }), "10:00", "11:00:00.500");
    expect(planned.fires).toHaveLength(MAX_LATE_FIRES);
    expect(planned.fires[0]?.nominalTime).toEqual(at("10:43:21"));
    expect(planned.fires.at(-1)?.nominalTime).toEqual(at("11:00:00"));
    expect(missOf(planned)).toEqual({ count: 2600, from: at("10:00:01"), to: at("10:43:20") });
  });

  test.each(Object.values(MisfirePolicy))(
    "an outage of a day over a cron of every second is planned at once: %s",
    (policy) => {
      const definition = definitionOf({
        schedule: { cron: "* * * * * *", misfire: { policy, graceMs: 5000 } },
      });
      const to = at("12:00");
      const after = new Date(to.getTime() - 86_400_000);
      const plan = (): FirePlan => planFires([definition], { after, to, now: to }, NO_FACTS);
      expect(processorMs(plan)).toBeLessThan(200);
      const planned = plan();
      const missed = planned.misses[0]?.missed.count ?? 0;
      expect(planned.fires.length + missed).toBe(86_400);
    },
  );

  test("an outage of three years is counted exactly", () => {
    const definition = definitionOf({ schedule: { cron: "* * * * * *", timeZone: "Europe/London" } });
    const planned = planFires(
      [definition],
      {
        after: new Date("2023-06-01T00:00Z"),
        to: at("00:00"),
        now: at("00:00"),
      },
      NO_FACTS,
    );
    // Six fires are within the grace period, and the late ones are before them.
    expect(planned.fires).toHaveLength(6);
    expect(missOf(planned)).toEqual({
      count: 1096 * 86_400 - 6,
      from: new Date("2023-06-01T00:00:01Z"),
      to: new Date("2026-05-31T23:59:54Z"),
    });
  });
});

describe("nextFire()", () => {
  test("returns the first owed fire strictly after the instant", () => {
    expect(nextFire(definitionOf(), at("10:00"), NO_FACTS)).toEqual(at("11:00"));
    expect(nextFire(definitionOf({ scheduledSince: at("15:00") }), at("10:00"), NO_FACTS)).toEqual(
      at("16:00"),
    );
    const pause = { at: at("10:30"), until: at("13:30"), note: null };
    expect(nextFire(definitionOf({ pause }), at("10:00"), NO_FACTS)).toEqual(at("14:00"));
  });

  test("returns `null` for a job that its code no longer declares, unless it was made through the API", () => {
    expect(nextFire(definitionOf({ inCode: false }), at("10:00"), NO_FACTS)).toBeNull();
    expect(nextFire(definitionOf({ inCode: false, origin: "api" }), at("10:00"), NO_FACTS)).toEqual(
      at("11:00"),
    );
  });
});

describe("upcomingFires()", () => {
  test("returns as many owed fires as are asked for, or as many as will come", () => {
    const definition = definitionOf({ schedule: { endTime: at("12:30") } });
    const timesOfNext = (count: number): readonly Date[] =>
      upcomingFires(definition, at("09:00"), count, NO_FACTS).map((fire) => fire.at);
    expect(timesOfNext(2)).toEqual([at("10:00"), at("11:00")]);
    expect(timesOfNext(9)).toEqual([at("10:00"), at("11:00"), at("12:00")]);
    expect(timesOfNext(0)).toEqual([]);
  });

  test("keeps a hashed job's times apart from another's and the same every time", () => {
    const jobOf = (key: string): JobDefinition => definitionOf({ key, schedule: { cron: "H H H * * *" } });
    const fires = upcomingFires(jobOf("a"), at("00:00"), 3, NO_FACTS);
    expect(upcomingFires(jobOf("a"), at("00:00"), 3, NO_FACTS)).toEqual(fires);
    expect(upcomingFires(jobOf("b"), at("00:00"), 3, NO_FACTS)).not.toEqual(fires);
  });
});

describe("several schedules of a job", () => {
  const monthEnd: NamedSchedule = { name: "month-end", cron: "0 30 * * * *", args: { full: true } };
  const named = (fires: readonly PlannedFire[]): readonly unknown[] =>
    fires.map(({ schedule, nominalTime }) => [nominalTime.toISOString().slice(11, 16), schedule.name]);

  test("each fires at its own times, and both where they name the same second", () => {
    const definition = definitionOf({ schedule: { schedules: [{ ...monthEnd, cron: "0 0,30 * * * *" }] } });
    const { fires, nextDue } = plan(definition, "10:00", "11:30", "10:00");
    expect(named(fires)).toEqual([
      ["10:30", "month-end"],
      ["11:00", null],
      ["11:00", "month-end"],
      ["11:30", "month-end"],
    ]);
    expect(nextDue).toEqual(at("12:00"));
    expect(upcomingFires(definition, at("10:00"), 2, NO_FACTS)).toEqual([
      { at: at("10:30"), schedule: "month-end", timeZone: "UTC", movedFrom: null, isEstimated: false },
      { at: at("11:00"), schedule: null, timeZone: "UTC", movedFrom: null, isEstimated: false },
    ]);
  });

  test("a disabled one and one that cannot be read keep none of the others from firing", () => {
    const schedules = [
      { ...monthEnd, disabled: true },
      { name: "broken", cron: "* * *" },
    ];
    expect(timesOf(plan(definitionOf({ schedule: { schedules } }), "10:00", "11:30", "10:00"))).toEqual([
      "11:00",
    ]);
    const without = definitionOf({ schedule: { cron: null, schedules: [monthEnd] } });
    expect(timesOf(plan(without, "10:00", "11:30", "10:00"))).toEqual(["10:30", "11:30"]);
  });

  test("each has its own zone, start, end and misfire rule, and takes the job's where it states none", () => {
    const schedules: readonly NamedSchedule[] = [
      { name: "delhi", cron: "0 0 16 * * *", timeZone: "Asia/Kolkata" },
      { name: "all", cron: "0 15 * * * *", misfire: { policy: "fireAll" } },
      {
        name: "bound",
        cron: "0 20 * * * *",
        startTime: "2026-06-01T10:20:00Z",
        endTime: "2026-06-01T11:20:00Z",
      },
    ];
    const { fires, misses } = plan(definitionOf({ schedule: { schedules } }), "09:45", "12:45");
    expect(named(fires)).toEqual([
      ["10:15", "all"],
      ["10:30", "delhi"],
      ["11:15", "all"],
      ["11:20", "bound"],
      ["12:00", null],
      ["12:15", "all"],
    ]);
    expect(misses.map(({ schedule, missed }) => [schedule.name, missed.count])).toEqual([
      [null, 2],
      ["bound", 1],
    ]);
  });

  test("one that owes nothing of before leaves the others what they owe", () => {
    const definition = definitionOf({
      schedule: { schedules: [monthEnd] },
      schedulesSince: { "month-end": at("11:00") },
    });
    expect(named(plan(definition, "10:00", "11:30", "10:00").fires)).toEqual([
      ["11:00", null],
      ["11:30", "month-end"],
    ]);
  });
});
