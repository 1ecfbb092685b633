import { expect, it } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { createScheduler } from "../create-scheduler.ts";
import { createEngine } from "../create-engine.ts";

const issue = expect.objectContaining({ pointer: "/app", code: "other_app" }) as object;
const OTHER_APP = { code: "invalid_argument", issues: [issue] };

async function ofMail(): Promise<MoJobScheduler> {
  const world = createWorld();
  await world.define(aDefinition(), aDefinition({ key: "ledger.close", app: "ledger" }));
  return createScheduler(createEngine({ ...world, tenant: "default" })).scoped("mail");
}

it("a scheduler of one app never becomes one of another app", async () => {
  const mail = await ofMail();
  expect(() => mail.scoped("ledger")).toThrow(expect.objectContaining(OTHER_APP));
  expect(() => mail.as(mail.principal).scoped("ledger")).toThrow(expect.objectContaining(OTHER_APP));
  const same = mail.scoped("mail");
  expect(same.scope).toBe("mail");
  await expect(same.jobs.get("ledger.close")).rejects.toMatchObject({ code: "job_not_found" });
});

it("a scheduler of one app registers no jobs of another app", async () => {
  const mail = await ofMail();
  await expect(mail.registry.register("ledger", [])).rejects.toMatchObject(OTHER_APP);
  await expect(mail.registry.register("mail", [])).resolves.toEqual([]);
});
