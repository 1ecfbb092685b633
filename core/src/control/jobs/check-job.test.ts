import { expect, test } from "vitest";
import { createWorld } from "@mojob/test-fixtures/world";
import { Permission } from "../../access/permission.ts";
import { JobKind } from "../../model/option/job-kind.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { createEngine } from "../create-engine.ts";
import { createScheduler } from "../create-scheduler.ts";

const NEW = { key: "mail.close", app: "mail", kind: JobKind.Recurring, options: { cron: "0 0 1 * *" } };

function open(): MoJobScheduler {
  return createScheduler(createEngine({ ...createWorld(), tenant: "default" }));
}

const valuesOf = ({ key, app, kind, options, args, work }: JobDefinition): object => ({
  key,
  app,
  kind,
  options,
  args,
  work,
});

test("jobs.check() resolves to what create() and update() write, and writes nothing", async () => {
  const { jobs, audit } = open();
  const checked = await jobs.check({ create: NEW });
  expect((await jobs.list({}, { limit: 1 })).items).toEqual([]);
  const { definition } = await jobs.create(NEW);
  expect(valuesOf(checked)).toEqual(valuesOf(definition));
  const patch = { retryCount: 2, args: { to: "all" } };
  const changed = await jobs.check({ update: { key: NEW.key, patch } });
  expect((await jobs.get(NEW.key)).definition.revision).toBe(1);
  expect(valuesOf(changed)).toEqual(valuesOf((await jobs.update(NEW.key, patch, 1)).definition));
  expect((await audit.list({}, { limit: 10 })).items.map(({ kind }) => kind)).toEqual(["edit", "create"]);
});

test("jobs.check() refuses what create() and update() refuse", async () => {
  const { jobs } = open();
  await jobs.create(NEW);
  for (const [change, error] of [
    [{ create: NEW }, { code: "job_key_taken" }],
    [{ create: { ...NEW, key: "mail.x", options: { cron: "61 * * * *" } } }, { code: "invalid_cron" }],
    [{ create: { ...NEW, key: "mail.x", options: { late: 1 } } }, { issues: [{ pointer: "/late" }] }],
    [{ update: { key: NEW.key, patch: { retryCount: -1 } } }, { issues: [{ pointer: "/retryCount" }] }],
    [{ update: { key: "mail.none", patch: {} } }, { code: "job_not_found" }],
  ] as const)
    await expect(jobs.check(change)).rejects.toMatchObject(error);
});

test("jobs.check() takes jobs and defaults for there that are to be there by then", async () => {
  const { jobs } = open();
  const child = await jobs.check({ create: { ...NEW, key: "mail.child" } });
  const parent = { ...NEW, key: "mail.parent", options: { children: [{ job: "mail.child" }] } };
  const together = { jobs: new Map([[child.key, child]]), defaults: { retryCount: 7 } };
  expect((await jobs.check({ create: parent }, together)).options.retryCount).toBe(7);
  const back = { ...NEW, key: "mail.child", options: { children: [{ job: "mail.parent" }] } };
  const made = await jobs.check({ create: parent }, together);
  await expect(jobs.check({ create: back }, { jobs: new Map([[made.key, made]]) })).rejects.toMatchObject({
    issues: [{ code: "child_cycle" }],
  });
  await expect(jobs.check({ create: { ...NEW, key: "mail.child" } }, together)).rejects.toMatchObject({
    code: "job_key_taken",
  });
});

test("jobs.check() needs the rights of what it checks", async () => {
  const scheduler = open();
  await scheduler.jobs.create(NEW);
  const as = (...permissions: readonly Permission[]): MoJobScheduler["jobs"] =>
    scheduler.as({ kind: "user", name: "li", permissions }).jobs;
  const edit = { update: { key: NEW.key, patch: { retryCount: 1 } } };
  await expect(as(Permission.ReadJobs).check({ create: { ...NEW, key: "mail.x" } })).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(as(Permission.CreateJobs).check(edit)).rejects.toMatchObject({ code: "forbidden" });
  const shown = await as(Permission.EditJobs).check(edit);
  // Who may not read payloads does not read them here.
  expect([shown.options.retryCount, shown.args, "hidden" in shown]).toEqual([1, null, true]);
});
