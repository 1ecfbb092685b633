import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { expect, test } from "vitest";
import { createWorld } from "../../fixtures/world.ts";
import { createEngine } from "../control/engine.ts";
import { defineTriggeredJob } from "../job/define-job.ts";
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
