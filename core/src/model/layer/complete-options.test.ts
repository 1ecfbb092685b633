import { expect, test } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { differencesFromCode } from "../job-definition.ts";
import type { ResolvedJobOptions } from "../option/job-options.ts";
import { completeOptions } from "./complete-options.ts";

const { options } = aDefinition({ kind: "recurring", options: { owner: "", cron: "0 * * * * *" } });

/** As they were stored before these options were there. */
function before(): ResolvedJobOptions {
  const { owner: _, schedule, ...older } = options;
  const { dst: __, ...olderSchedule } = schedule as NonNullable<typeof schedule>;
  return {
    ...older,
    retention: { maxInstances: 7 },
    schedule: olderSchedule,
  } as unknown as ResolvedJobOptions;
}

test("completeOptions() gives an option that a record lacks its default, parts of one too", () => {
  expect(completeOptions(before())).toEqual({
    ...options,
    retention: { ...options.retention, maxInstances: 7 },
  });
});

test("completeOptions() returns options that lack nothing as they are", () => {
  expect(completeOptions(options)).toBe(options);
});

test("a job that was stored before an option was there does not differ from code that states its default", () => {
  const stored = { ...before(), retention: options.retention };
  const older = aDefinition({ kind: "recurring", options: { cron: "0 * * * * *" } });
  expect(differencesFromCode({ ...older, options: completeOptions(stored), declared: options })).toEqual([]);
});
