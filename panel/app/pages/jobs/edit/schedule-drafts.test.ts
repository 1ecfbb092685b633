import { expect, test } from "vitest";
import {
  draftsOf,
  freeName,
  hasReadableArgs,
  type NamedSchedule,
  readDrafts,
  schedulesOf,
  statedBeside,
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
  expect(statedBeside(monthEnd)).toBe('{"misfire":{"policy":"skip"}}');
  expect(statedBeside(weekly)).toBe("");
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
