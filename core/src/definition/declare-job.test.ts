import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { defineRecurringJob, defineTriggeredJob } from "../job/define-job.ts";
import { type JobRegistration, recurring, triggered } from "../job/job-registration.ts";
import type { DeclaredJob } from "../scheduler/job-registry.ts";
import type { JobDefaults, RecurringJobOptions } from "../model/option/job-options.ts";
import { jobOptions } from "../job/options-decorator.ts";
import { RecurringJob } from "../job/recurring-job.ts";
import { TriggeredJob } from "../job/triggered-job.ts";
import { declareJob as declare, stateJob } from "./declare-job.ts";

const execute = (): null => null;

function declareJob(job: JobRegistration, defaults: JobDefaults = {}): DeclaredJob {
  return declare(stateJob(job, "ledger"), defaults);
}

class CloseDay extends RecurringJob {
  static override readonly options: RecurringJobOptions = { cron: "0 0 1 * * *", retryCount: 2 };
  override execute(): void {}
}

class Greet extends TriggeredJob {
  override execute(): void {}
}

describe("declareJob()", () => {
  test("names a job after its app and its class where it has no other name", () => {
    expect(declareJob(recurring(CloseDay))).toMatchObject({
      key: "ledger.CloseDay",
      kind: "recurring",
      options: { name: "CloseDay", retryCount: 2, schedule: { cron: "0 0 1 * * *" } },
      argsSchema: null,
    });
  });

  test("takes a class without options of its own", () => {
    expect(declareJob(triggered(Greet))).toMatchObject({ key: "ledger.Greet", kind: "triggered" });
  });

  test("lets options from outside the class win over its own", () => {
    class Night extends CloseDay {}
    jobOptions({ key: "night", retryCount: 5 })(Night);
    expect(declareJob(recurring(Night))).toMatchObject({
      key: "night",
      options: { name: "Night", retryCount: 5, schedule: { cron: "0 0 1 * * *" } },
    });
  });

  test("stores the schema of the arguments as JSON Schema where it can say itself so", () => {
    const args = toStandardJsonSchema(v.object({ to: v.string() }));
    expect(declareJob(defineTriggeredJob({ key: "greet", args, execute })).argsSchema).toMatchObject({
      type: "object",
      properties: { to: { type: "string" } },
      required: ["to"],
    });
  });

  test("leaves the arguments to the worker where the schema cannot say itself", () => {
    const args = v.object({ to: v.string() });
    expect(declareJob(defineTriggeredJob({ key: "greet", args, execute })).argsSchema).toBeNull();
  });

  test("prefers the JSON Schema that is given beside one", () => {
    const args = toStandardJsonSchema(v.object({ to: v.string() }));
    const argsJsonSchema = { type: "object", title: "By hand" };
    const job = defineTriggeredJob({ key: "greet", args, argsJsonSchema, execute });
    expect(declareJob(job).argsSchema).toEqual(argsJsonSchema);
  });

  test.each<[string, Parameters<typeof defineRecurringJob>[0], string]>([
    ["a key with a blank", { key: "close day", execute }, "invalid_argument"],
    ["an empty key", { key: "", execute }, "invalid_argument"],
    ["a wrong cron", { key: "a", cron: "every day", execute }, "invalid_cron"],
    ["an unknown zone", { key: "a", timeZone: "Mars/Base", execute }, "invalid_argument"],
    [
      "an end before the start",
      { key: "a", startTime: "2026-01-02T00:00:00Z", endTime: "2026-01-01T00:00:00Z", execute },
      "invalid_argument",
    ],
    ["a value out of bounds", { key: "a", retryCount: -1, execute }, "invalid_argument"],
  ])("refuses %s", (_what, job, code) => {
    expect(() => declareJob(defineRecurringJob(job))).toThrow(expect.objectContaining({ code }));
  });

  test("refuses a global default that makes the job wrong", () => {
    const job = defineRecurringJob({ key: "a", cron: "0 0 1 * * *", execute });
    expect(() => declareJob(job, { timeZone: "Mars/Base" })).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
  });
});

describe("a stated job", () => {
  const job = { key: "greet", kind: "triggered", argsSchema: null } as const;

  test("refuses global defaults that no job could state", () => {
    const job = defineTriggeredJob({ key: "send", execute: () => {} });
    expect(() => declareJob(job, { retryCount: -1 })).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ pointer: "/retryCount" })] }),
    );
  });

  test("names the job after its key and fills in the defaults", () => {
    expect(declare({ ...job, options: {} }, { retryCount: 4 })).toMatchObject({
      options: { name: "greet", retryCount: 4 },
    });
  });

  test("refuses what no job has", () => {
    expect(() => declare({ ...job, options: { cron: "* * * * * *" } })).toThrow(
      expect.objectContaining({
        issues: [{ pointer: "/cron", code: "unknown_name", message: "is not known here" }],
      }),
    );
  });
});
