import type { JsonValue } from "@mojob/core";
import { describe, expect, it } from "vitest";
import { readDag } from "./dag.ts";
import { dagSchedule } from "./timetable.ts";

function scheduleOf(fields: Readonly<Record<string, JsonValue>>): ReturnType<typeof dagSchedule> {
  const tasks = [{ task_id: "a", task_type: "EmptyOperator" }];
  const dag = readDag({ __version: 1, dag: { _dag_id: "d", tasks, ...fields } });
  if (dag === null) throw new TypeError("The DAG cannot be read");
  return dagSchedule(dag, "Asia/Shanghai");
}

const table = (type: string, value: JsonValue): Readonly<Record<string, JsonValue>> => ({
  timetable: { __type: `airflow.timetables.${type}`, __var: value },
});

describe("dagSchedule()", () => {
  it.each([
    ["@hourly", "0 * * * *"],
    ["@quarterly", "0 0 1 */3 *"],
    ["15 2 * * 1-5", "15 2 * * 1-5"],
    ["0 3 * * * 30", "30 0 3 * * *"],
  ])("%s fires at %s", (interval, text) => {
    const { schedule } = scheduleOf({ schedule_interval: interval, timezone: "Europe/Berlin" });
    expect(schedule).toEqual({ dialect: "croniter", text, timeZone: "Europe/Berlin" });
  });

  it("the zone of a timetable comes before that of the DAG, and seconds from UTC are one", () => {
    const cron = { expression: "0 4 * * *", timezone: "Asia/Tokyo" };
    expect(scheduleOf(table("trigger.CronTriggerTimetable", cron)).schedule).toMatchObject({
      timeZone: "Asia/Tokyo",
    });
    const zones = [0, 28_800, -18_000].map(
      (timezone) => scheduleOf({ schedule_interval: "@daily", timezone }).schedule,
    );
    expect(zones).toMatchObject([{ timeZone: "UTC" }, { timeZone: "Etc/GMT-8" }, { timeZone: "Etc/GMT+5" }]);
    expect(scheduleOf({ schedule_interval: "@daily", timezone: 19_800 })).toMatchObject({
      schedule: null,
      findings: [{ code: "timetable_unknown" }],
    });
    expect(scheduleOf({ schedule_interval: "@daily" }).schedule).toMatchObject({ timeZone: "Asia/Shanghai" });
  });

  it("an interval goes on from the end of its first one", () => {
    const start_date = { __type: "datetime", __var: 1_704_067_200 };
    const delta = { __type: "timedelta", __var: 5400 };
    const expected = { everyMs: 5_400_000, anchor: new Date(1_704_072_600_000) };
    expect(scheduleOf({ start_date, schedule_interval: delta }).schedule).toMatchObject(expected);
    const relative = { __type: "relativedelta", __var: { hours: 1, minutes: 30 } };
    expect(
      scheduleOf({ start_date, ...table("interval.DeltaDataIntervalTimetable", { delta: relative }) })
        .schedule,
    ).toMatchObject(expected);
  });

  it("what has no time of its own has no schedule, and says what it had", () => {
    expect(scheduleOf({ schedule_interval: null })).toMatchObject({
      schedule: null,
      findings: [{ code: "no_schedule" }],
    });
    for (const [type, found, value] of [
      ["simple.OnceTimetable", "OnceTimetable", {}],
      [
        "trigger.MultipleCronTriggerTimetable",
        'MultipleCronTriggerTimetable {"timetables":["0 3 * * *","0 15 * * *"]}',
        { timetables: ["0 3 * * *", "0 15 * * *"] },
      ],
      ["simple.DatasetTriggeredTimetable", "DatasetTriggeredTimetable", {}],
    ] as const)
      expect(scheduleOf(table(type, value))).toMatchObject({
        schedule: null,
        findings: [{ code: "timetable_unknown", parameters: { found } }],
      });
    const monthly = { __type: "relativedelta", __var: { months: 1 } };
    expect(scheduleOf({ schedule_interval: monthly }).findings).toMatchObject([
      { code: "timetable_unknown" },
    ]);
    expect(scheduleOf({ schedule_interval: "@continuous" }).schedule).toMatchObject({ isFromEnd: true });
  });
});
