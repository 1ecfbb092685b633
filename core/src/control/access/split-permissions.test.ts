import { FEATURES } from "@mojob/features";
import { describe, expect, it } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { anExecutor, createWorld } from "@mojob/test-fixtures/world";
import { ALL_PERMISSIONS, Permission } from "../../access/permission.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { createScheduler } from "../create-scheduler.ts";
import { createEngine } from "../create-engine.ts";

const FORBIDDEN = { code: "forbidden" };
const OPS = "ops";
const HTTP = {
  kind: "http",
  method: "GET",
  url: "https://a.example/",
  headers: {},
  body: null,
  success: null,
};
const WITH_SECRET = { ...HTTP, headers: { Authorization: "{{secrets.KEY}}" } };

/** Jobs of two apps, one of which sends requests, and a worker that takes these. */
async function aPlace(work: object = HTTP) {
  const world = createWorld();
  await world.define(
    aDefinition({ key: "ops.call", app: OPS, work: work as never }),
    aDefinition({ key: "ops.other", app: OPS }),
    aDefinition({ key: "ledger.close", app: "ledger" }),
  );
  await world.store.executors.save(anExecutor({ app: OPS, workKinds: ["http", "task"] }));
  const whole = createScheduler(createEngine({ ...world, tenant: "default", features: FEATURES }));
  const as = (...permissions: readonly Permission[]): MoJobScheduler =>
    whole.as({ kind: "user", name: "li", permissions });
  const without = (...lacking: readonly Permission[]): MoJobScheduler =>
    as(...ALL_PERMISSIONS.filter((one) => !lacking.includes(one)));
  const revision = async (key: string): Promise<number> => (await whole.jobs.get(key)).definition.revision;
  return { world, whole, as, without, revision };
}

describe("jobs:edit", () => {
  it("changes options, and not what a job does", async () => {
    const { as, whole } = await aPlace();
    const { jobs, scripts } = as(Permission.ReadJobs, Permission.EditJobs);
    await expect(
      jobs.update("ops.call", { priority: 4, description: "n", timeoutMs: 5000 }, 1),
    ).resolves.toBeDefined();
    const url = { ...HTTP, url: "https://b.example/" };
    await expect(jobs.update("ops.call", { work: url }, 2)).rejects.toMatchObject(FORBIDDEN);
    await expect(jobs.update("ops.call", { argsSchema: {} }, 2)).rejects.toMatchObject(FORBIDDEN);
    await expect(jobs.update("ops.call", { priority: 1, work: HTTP }, 2)).rejects.toMatchObject(FORBIDDEN);
    for (const call of [
      () => scripts.save("ops.call", { source: "x", expectedVersion: 1 }),
      () => scripts.saveDraft("ops.call", { source: "x" }),
      () => scripts.release("ops.call", 1, { expectedVersion: 1 }),
    ])
      await expect(call()).rejects.toMatchObject(FORBIDDEN);
    expect((await whole.jobs.get("ops.call")).definition).toMatchObject({ revision: 2, work: HTTP });
  });

  it("is not needed to change the work alone, and work:edit changes no option", async () => {
    const { as, whole } = await aPlace();
    const { jobs } = as(Permission.ReadJobs, Permission.EditWork);
    await expect(jobs.update("ops.call", { priority: 1 }, 1)).rejects.toMatchObject(FORBIDDEN);
    await expect(jobs.update("ops.call", {}, 1)).rejects.toMatchObject(FORBIDDEN);
    const changed = { ...HTTP, url: "https://b.example/" };
    await expect(jobs.update("ops.call", { work: changed }, 1)).resolves.toBeDefined();
    expect((await whole.jobs.get("ops.call")).definition.work).toEqual(changed);
  });
});

it("jobs:create makes jobs of the app's code, and needs work:edit for other work", async () => {
  const { as } = await aPlace();
  const { jobs } = as(Permission.CreateJobs);
  const job = { app: OPS, kind: "triggered" } as const;
  await expect(jobs.create({ ...job, key: "ops.a" })).resolves.toBeDefined();
  const code = { kind: "code", handler: "ops.other" };
  await expect(jobs.create({ ...job, key: "ops.b", work: code })).resolves.toBeDefined();
  await expect(jobs.create({ ...job, key: "ops.c", work: HTTP })).rejects.toMatchObject(FORBIDDEN);
  const maker = as(Permission.CreateJobs, Permission.EditWork);
  await expect(maker.jobs.create({ ...job, key: "ops.c", work: HTTP })).resolves.toBeDefined();
});

it("tryWork needs work:edit, also for the work of a job that the caller may edit", async () => {
  const { without } = await aPlace();
  const request = { app: OPS, work: HTTP, jobKey: "ops.call" };
  await expect(without(Permission.EditWork).instances.tryWork(request)).rejects.toMatchObject(FORBIDDEN);
  await expect(without(Permission.TriggerRuns).instances.tryWork(request)).rejects.toMatchObject(FORBIDDEN);
  const editor = without(Permission.EditJobs, Permission.CreateJobs);
  await expect(editor.instances.tryWork(request)).resolves.toMatchObject({ app: OPS });
});

describe("secrets:use", () => {
  it("is needed to name a secret that the work did not name", async () => {
    const { without, whole } = await aPlace();
    const { jobs, instances } = without(Permission.UseSecrets);
    await expect(jobs.update("ops.call", { work: WITH_SECRET }, 1)).rejects.toMatchObject(FORBIDDEN);
    const tried = { app: OPS, work: WITH_SECRET };
    await expect(instances.tryWork(tried)).rejects.toMatchObject(FORBIDDEN);
    const made = { key: "ops.new", app: OPS, kind: "triggered", work: WITH_SECRET } as const;
    await expect(jobs.create(made)).rejects.toMatchObject(FORBIDDEN);
    expect((await whole.jobs.get("ops.call")).definition.revision).toBe(1);
    await expect(whole.jobs.get("ops.new")).rejects.toMatchObject({ code: "job_not_found" });
  });

  it("is not needed for those that it names already, and for a copy it is", async () => {
    const { without } = await aPlace(WITH_SECRET);
    const { jobs, instances } = without(Permission.UseSecrets);
    const changed = { ...WITH_SECRET, url: "https://b.example/" };
    await expect(jobs.update("ops.call", { work: changed }, 1)).resolves.toBeDefined();
    const tried = { app: OPS, work: WITH_SECRET, jobKey: "ops.call" };
    await expect(instances.tryWork(tried)).resolves.toBeDefined();
    await expect(jobs.copy("ops.call", { key: "ops.copy" })).rejects.toMatchObject(FORBIDDEN);
  });

  it("is needed for secrets of the nodes of a task, and for those of work that exists in it alone", async () => {
    const { without, whole, revision } = await aPlace();
    const { jobs } = without(Permission.UseSecrets);
    const own = { engine: 1, nodes: [{ id: "a", type: "job", job: { work: WITH_SECRET } }] };
    const given = {
      engine: 1,
      nodes: [
        {
          id: "a",
          type: "job",
          job: { key: "ops.call" },
          params: [{ name: "token", expression: "$.SECRET.KEY" }],
        },
      ],
    };
    for (const body of [own, given]) {
      const request = { app: OPS, kind: "triggered", work: { kind: "task", body } } as const;
      await expect(jobs.create({ ...request, key: "ops.task" })).rejects.toMatchObject(FORBIDDEN);
      await expect(whole.jobs.create({ ...request, key: "ops.task" })).resolves.toBeDefined();
      await whole.jobs.remove("ops.task", await revision("ops.task"));
    }
  });
});

describe("runs:trigger", () => {
  const child = (job: string) => ({ children: [{ job }] });

  it("is needed in the app of a child to have it started, also where it starts already on another end", async () => {
    const { whole, without, revision } = await aPlace();
    const none = without(Permission.TriggerRuns);
    await expect(none.jobs.update("ops.other", child("ledger.close"), 1)).rejects.toMatchObject(FORBIDDEN);
    await expect(none.jobs.update("ops.other", child("not.there"), 1)).rejects.toMatchObject(FORBIDDEN);
    const elsewhere = whole.as({
      kind: "user",
      name: "li",
      permissions: ALL_PERMISSIONS.filter((one) => one !== Permission.TriggerRuns),
      grants: [{ permission: Permission.TriggerRuns, apps: ["ledger"] }],
    });
    await expect(elsewhere.jobs.update("ops.other", child("ops.call"), 1)).rejects.toMatchObject(FORBIDDEN);
    await expect(elsewhere.jobs.update("ops.other", child("ledger.close"), 1)).resolves.toBeDefined();
    // One that stays as it is, and none at all, start nothing.
    await expect(
      none.jobs.update("ops.other", { ...child("ledger.close"), priority: 5 }, 2),
    ).resolves.toBeDefined();
    const failing = { children: [{ job: "ledger.close", on: "failure" }] };
    await expect(none.jobs.update("ops.other", failing, await revision("ops.other"))).rejects.toMatchObject(
      FORBIDDEN,
    );
    await expect(none.jobs.copy("ops.other", { key: "ops.copy" })).rejects.toMatchObject(FORBIDDEN);
    await expect(none.jobs.update("ops.other", { children: [] }, 3)).resolves.toBeDefined();
  });

  it("is needed in the apps of the jobs that a task names", async () => {
    const { without } = await aPlace();
    const body = { engine: 1, nodes: [{ id: "a", type: "job", job: { key: "ledger.close" } }] };
    const request = { key: "ops.task", app: OPS, kind: "triggered", work: { kind: "task", body } } as const;
    const { jobs } = without(Permission.TriggerRuns);
    await expect(jobs.create(request)).rejects.toMatchObject(FORBIDDEN);
    await expect(without().jobs.create(request)).resolves.toBeDefined();
  });
});

describe("runs:override", () => {
  it("is needed for a priority above the job's own, and for a run to be the next", async () => {
    const { without, whole } = await aPlace();
    const { instances, queue } = without(Permission.OverrideRuns);
    await expect(instances.trigger("ops.call", { priority: 2 })).rejects.toMatchObject(FORBIDDEN);
    const [refused] = await instances.triggerMany("ops.call", [{ priority: 1 }]);
    expect(refused?.problem).toMatchObject(FORBIDDEN);
    const run = await instances.trigger("ops.call", { priority: 5 });
    await expect(instances.trigger("ops.call", { priority: 3 })).resolves.toBeDefined();
    await expect(queue.prioritize(run.id, 2)).rejects.toMatchObject(FORBIDDEN);
    await expect(queue.runNext(run.id)).rejects.toMatchObject(FORBIDDEN);
    expect((await whole.instances.get(run.id)).priority).toBe(5);
    await expect(queue.prioritize(run.id, 3)).resolves.toMatchObject({ priority: 3 });
    expect(await whole.instances.count({}, 10)).toBe(2);
  });

  it("is needed to start by hand what debug mode or a stop of the app keeps, and only then", async () => {
    const { without, whole, world } = await aPlace();
    const { instances } = without(Permission.OverrideRuns);
    await expect(instances.trigger("ops.call", { manual: true })).resolves.toBeDefined();
    await whole.jobs.stopApp(OPS);
    await expect(instances.trigger("ops.call", { manual: true })).rejects.toMatchObject(FORBIDDEN);
    await whole.jobs.startApp(OPS);
    await world.debugMode.decide({ recurring: false, triggered: true });
    await world.clock.advance(2000);
    await expect(instances.trigger("ops.call", { manual: true })).rejects.toMatchObject(FORBIDDEN);
    const run = await instances.trigger("ops.call", {});
    expect(run.state).toBe("Skipped");
    await expect(instances.rerun(run.id)).rejects.toMatchObject(FORBIDDEN);
    const { failed } = await instances.bulk({ action: "rerun", ids: [run.id] });
    expect(failed).toEqual([expect.objectContaining({ id: run.id, ...FORBIDDEN })]);
    await expect(whole.instances.trigger("ops.call", { manual: true })).resolves.toMatchObject({
      state: "Enqueued",
    });
  });
});
