import { expect, test } from "vitest";
import {
  draftsOf,
  freeName,
  hasReadableArgs,
  type NamedSchedule,
  readDrafts,
  schedulesOf,
  newDraft,
  textOfDrafts,
} from "./schedule-drafts.ts";

const stated: readonly NamedSchedule[] = [
  { cron: "0 0 3 L * *", name: "month-end", args: { full: true }, misfire: { policy: "skip" } },
  { name: "weekly", cron: "0 0 4 * * 1", disabled: true, timeZone: "Asia/Shanghai" },
];

test("schedules that nobody edits come back as they were, in their order", () => {
  const drafts = readDrafts(textOfDrafts(draftsOf(stated)));
  expect(JSON.stringify(schedulesOf(drafts))).toBe(JSON.stringify(stated));
  expect(textOfDrafts([])).toBe("");
  expect(schedulesOf(readDrafts(""))).toEqual([]);
});

test("what is edited changes, and what has no input stays", () => {
  const [monthEnd, weekly] = draftsOf(stated);
  if (monthEnd === undefined || weekly === undefined) throw new Error("Two were given");
  const edited = [
    { ...monthEnd, args: "", timeZone: "UTC", isOn: false },
    { ...weekly, isOn: true, timeZone: "", args: "[1]" },
  ];
  expect(schedulesOf(edited)).toEqual([
    { name: "month-end", cron: "0 0 3 L * *", misfire: { policy: "skip" }, timeZone: "UTC", disabled: true },
    { name: "weekly", cron: "0 0 4 * * 1", args: [1] },
  ]);
});

test("each part is the job's where it is empty, and what a part says is kept as the API has it", () => {
  const [monthEnd, weekly] = draftsOf(stated);
  if (monthEnd === undefined || weekly === undefined) throw new Error("Two were given");
  const startTime = new Date("2027-03-01T08:00:00").toISOString();
  const schedules = schedulesOf([
    {
      ...monthEnd,
      args: "",
      parts: {
        ...monthEnd.parts,
        startTime: "2027-03-01T08:00:00",
        "misfire.policy": "",
        "misfire.graceMs": "2 min",
        "dst.overlap": "both",
        cronDialect: "quartz",
      },
    },
    { ...weekly, parts: { ...weekly.parts, endTime: "2027-03-01T08:00" } },
  ]);
  expect(schedules).toEqual([
    {
      name: "month-end",
      cron: "0 0 3 L * *",
      startTime,
      misfire: { graceMs: 120_000 },
      dst: { overlap: "both" },
      cronDialect: "quartz",
    },
    { ...stated[1], endTime: startTime },
  ]);
  const back = draftsOf(schedules ?? []);
  expect(back.map(({ parts }) => [parts.startTime, parts.endTime, parts["misfire.graceMs"]])).toEqual([
    ["2027-03-01T08:00:00", "", "2m"],
    ["", "2027-03-01T08:00:00", ""],
  ]);
  const cleared = back.map((draft) => ({ ...draft, parts: newDraft([]).parts }));
  expect(schedulesOf(cleared)).toEqual([{ name: "month-end", cron: "0 0 3 L * *" }, stated[1]]);
});

test("a job's limit that a schedule lifts stays lifted until it is edited", () => {
  const lifted: readonly NamedSchedule[] = [{ name: "ever", cron: "0 0 3 * * *", endTime: null }];
  const [draft] = draftsOf(lifted);
  if (draft === undefined) throw new Error("One was given");
  expect(schedulesOf([{ ...draft, timeZone: "UTC" }])).toEqual([{ ...lifted[0], timeZone: "UTC" }]);
});

test("a time or duration that cannot be read means nothing", () => {
  const draft = newDraft([]);
  expect(schedulesOf([{ ...draft, parts: { ...draft.parts, "misfire.graceMs": "soon" } }])).toBeUndefined();
  expect(schedulesOf([{ ...draft, parts: { ...draft.parts, startTime: "soon" } }])).toBeUndefined();
  expect(schedulesOf([draft])).toEqual([{ name: "schedule-1", cron: "0 0 2 * * *" }]);
});

test("an interval comes back as it was, takes the place of the cron, and is refused while it cannot be read", () => {
  const every: readonly NamedSchedule[] = [{ name: "poll", everyMs: 90_000, everyFrom: "end" }];
  const [draft] = draftsOf(every);
  if (draft === undefined) throw new Error("One was given");
  expect(draft.every).toBe("1m 30s");
  expect(schedulesOf([draft])).toEqual(every);
  expect(schedulesOf([{ ...draft, every: "7 parsecs" }])).toBeUndefined();
  expect(schedulesOf([{ ...draft, every: null, cron: "0 0 3 * * *" }])).toEqual([
    { name: "poll", everyFrom: "end", cron: "0 0 3 * * *" },
  ]);
});

test("arguments that are no JSON mean nothing", () => {
  const [draft] = draftsOf(stated).map((one) => ({ ...one, args: "{" }));
  if (draft === undefined) throw new Error("Two were given");
  expect(hasReadableArgs(draft)).toBe(false);
  expect(schedulesOf([draft])).toBeUndefined();
});

test("a new one gets a name that no other has", () => {
  expect(freeName([])).toBe("schedule-1");
  const taken = draftsOf([{ name: "schedule-2", cron: "* * * * *" }]);
  expect(freeName(taken)).toBe("schedule-3");
});

test("a calendar is the job's, every day or one of its own", () => {
  const own = { key: "cn", on: "workday", otherwise: "next" } as const;
  const given: readonly NamedSchedule[] = [
    { name: "as-the-job", cron: "0 0 1 * * *" },
    { name: "every-day", calendar: null, cron: "0 0 2 * * *" },
    { name: "own", cron: "0 0 3 * * *", calendar: own },
  ];
  const drafts = readDrafts(textOfDrafts(draftsOf(given)));
  expect(drafts.map(({ calendar }) => calendar)).toEqual(["", "null", JSON.stringify(own)]);
  expect(JSON.stringify(schedulesOf(drafts))).toBe(JSON.stringify(given));
  const [first, second, third] = drafts.map(({ calendar }) => calendar);
  const turned = drafts.map((draft, index) => ({ ...draft, calendar: [third, first, second][index] ?? "" }));
  expect(schedulesOf(turned)?.map(({ calendar }) => calendar)).toEqual([own, undefined, null]);
  expect(schedulesOf(turned)?.[1]).not.toHaveProperty("calendar");
});
