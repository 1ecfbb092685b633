import { expect, test } from "vitest";
import { aDefinition, START } from "@mojob/test-fixtures/records";
import type { JobDefinition } from "../model/job-definition.ts";
import type { StatedOptions } from "../model/option/job-options.ts";
import { applyStatedOptions } from "../model/option/resolve-options.ts";
import { owedNotBefore, owedSince } from "./owed-since.ts";

const LATER = new Date(START.getTime() + 60_000);
const NOW = new Date(START.getTime() + 3_600_000);
const monthEnd = { name: "month-end", cron: "0 0 3 L * *" };
const weekly = { name: "weekly", cron: "0 0 4 * * 1" };

function jobWith(options: StatedOptions, changes: Partial<JobDefinition> = {}): JobDefinition {
  return { ...aDefinition({ kind: "recurring", options: { cron: "0 0 1 * * *", ...options } }), ...changes };
}

function after(definition: JobDefinition, stated: StatedOptions): unknown {
  const { scheduledSince, schedulesSince } = owedSince(
    definition,
    applyStatedOptions(definition.options, stated),
    NOW,
  );
  return [scheduledSince, schedulesSince];
}

test("owedSince() keeps a job of one schedule as simple as it was", () => {
  expect(after(jobWith({}), { owner: "ada" })).toEqual([START, undefined]);
  expect(after(jobWith({}), { cron: "0 0 2 * * *" })).toEqual([NOW, undefined]);
});

test("owedSince() lets a changed schedule owe from now on, and the others what they owed", () => {
  const definition = jobWith({ schedules: [monthEnd] }, { schedulesSince: { "month-end": LATER } });
  expect(after(definition, { cron: "0 0 2 * * *" })).toEqual([NOW, { "month-end": LATER }]);
  expect(after(definition, { schedules: [{ ...monthEnd, timeZone: "Asia/Shanghai" }] })).toEqual([
    START,
    { "month-end": NOW },
  ]);
  expect(after(definition, { schedules: [monthEnd, weekly] })).toEqual([
    START,
    { "month-end": LATER, weekly: NOW },
  ]);
  expect(after(definition, { schedules: [] })).toEqual([START, {}]);
});

test("owedSince() lets a schedule that was registered with its job owe from then on", () => {
  expect(after(jobWith({ schedules: [monthEnd] }), { cron: null })).toEqual([NOW, { "month-end": START }]);
});

test("owedSince() counts neither arguments nor a misfire rule as another schedule", () => {
  const args = { ...monthEnd, args: { full: true }, misfire: { policy: "skip" as const } };
  const definition = jobWith({ schedules: [monthEnd] });
  expect(after(definition, { schedules: [args] })).toEqual([START, { "month-end": START }]);
});

test("owedSince() owes from now on what is enabled, all of the job or one schedule", () => {
  const off = jobWith({ schedules: [{ ...monthEnd, disabled: true }, weekly] });
  expect(after(off, { schedules: [monthEnd, weekly] })).toEqual([START, { "month-end": NOW, weekly: START }]);
  const disabled = jobWith({ disabled: true, schedules: [monthEnd] });
  expect(after(disabled, { disabled: false })).toEqual([NOW, { "month-end": NOW }]);
});

test("owedSince() lets a schedule follow the zone of its job", () => {
  const definition = jobWith({ schedules: [monthEnd, { ...weekly, timeZone: "UTC" }] });
  expect(after(definition, { timeZone: "Asia/Shanghai" })).toEqual([
    NOW,
    { "month-end": NOW, weekly: START },
  ]);
});

test("owedNotBefore() moves every schedule to an instant, and none back", () => {
  expect(owedNotBefore({ scheduledSince: NOW, schedulesSince: { a: START, b: NOW } }, LATER)).toEqual({
    scheduledSince: NOW,
    schedulesSince: { a: LATER, b: NOW },
  });
});
