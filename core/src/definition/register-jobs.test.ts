import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { expect, test } from "vitest";
import { createWorld } from "@mojob/test-fixtures/world";
import { createScheduler } from "../control/create-scheduler.ts";
import { createEngine } from "../control/create-engine.ts";
import { defineRecurringJob, defineTriggeredJob } from "../job/define-job.ts";
import { registerJobs } from "./register-jobs.ts";

test("warns of arguments whose schema has no JSON Schema, and says what to do", async () => {
  const args = v.object({ to: v.string() });
  const job = { execute: () => null };
  const jobs = [
    defineTriggeredJob({ ...job, key: "mail.silent", args }),
    defineTriggeredJob({ ...job, key: "mail.told", args: toStandardJsonSchema(args) }),
    defineTriggeredJob({ ...job, key: "mail.by-hand", args, argsJsonSchema: { type: "object" } }),
    defineTriggeredJob({ ...job, key: "mail.any" }),
  ];
  const warnings: string[] = [];
  const { registry } = createEngine({ ...createWorld(), tenant: "default" });
  await registerJobs({ app: "mail", jobs, registry, onWarning: (warning) => warnings.push(warning) });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('job "mail.silent" has no JSON Schema');
  expect(warnings[0]).toContain("toStandardJsonSchema()");
});

test("warns of a recurring job that nothing fires, whatever its code says", async () => {
  const job = { execute: () => null };
  const jobs = [
    defineRecurringJob({ ...job, key: "mail.never", timeZone: "Europe/London" }),
    defineRecurringJob({ ...job, key: "mail.cron", cron: "0 0 1 * * *" }),
    defineRecurringJob({ ...job, key: "mail.every", everyMs: 60_000 }),
    defineRecurringJob({ ...job, key: "mail.named", schedules: [{ name: "night", cron: "0 0 1 * * *" }] }),
    defineTriggeredJob({ ...job, key: "mail.triggered" }),
  ];
  const warnings: string[] = [];
  const engine = createEngine({ ...createWorld(), tenant: "default" });
  const { registry } = engine;
  const register = (): Promise<unknown> =>
    registerJobs({ app: "mail", jobs, registry, onWarning: (warning) => warnings.push(warning) });
  await register();
  const told = /^Job "mail.never" is a recurring one without a schedule: it never fires until /;
  expect(warnings).toEqual([expect.stringMatching(told)]);
  // Somebody gives it one in the panel.
  await createScheduler(engine).jobs.update("mail.never", { everyMs: 60_000 }, 1);
  await register();
  expect(warnings.filter((warning) => told.test(warning))).toHaveLength(1);
});
