import { FEATURES } from "@mojob/features";
import { describe, expect, it } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import { ALL_PERMISSIONS, Permission } from "../../access/permission.ts";
import type { Principal } from "../../access/principal.ts";
import { JobKind } from "../../model/option/job-kind.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { createScheduler } from "../create-scheduler.ts";
import { createEngine } from "../create-engine.ts";

async function aScheduler(): Promise<MoJobScheduler> {
  const world = createWorld();
  await world.define(aDefinition(), aDefinition({ key: "tick", kind: JobKind.Recurring }));
  return createScheduler(createEngine({ ...world, tenant: "default", features: FEATURES }));
}

const PUBLIC_KEY = "MCowBQYDK2VwAyEAovsBh37cn/VK7NfVYrZaG1U0ur79bKSgvO5SArzGKG0=";
const user = (...permissions: readonly Permission[]): Principal => ({
  kind: "user",
  name: "li",
  permissions,
});

/** Every method that needs a permission, with the one it needs. */
const CALLS: readonly (readonly [Permission, string, (scheduler: MoJobScheduler) => Promise<unknown>])[] = [
  [Permission.ReadJobs, "jobs.list", (s) => s.jobs.list({}, { limit: 1 })],
  [Permission.ReadRuns, "jobs.names", (s) => s.jobs.names(["tick"])],
  [Permission.ReadJobs, "jobs.get", (s) => s.jobs.get("tick")],
  [Permission.ReadJobs, "jobs.upcoming", (s) => s.jobs.upcoming("tick", 1)],
  [Permission.EditJobs, "jobs.update", (s) => s.jobs.update("tick", { priority: 1 }, 1)],
  [Permission.PauseJobs, "jobs.pause", (s) => s.jobs.pause("tick")],
  [Permission.PauseJobs, "jobs.resume", (s) => s.jobs.resume("tick")],
  [Permission.TriggerRuns, "instances.trigger", (s) => s.instances.trigger("mail.send", {})],
  [Permission.TriggerRuns, "instances.triggerMany", (s) => s.instances.triggerMany("mail.send", [{}])],
  [Permission.TriggerRuns, "trigger", (s) => s.trigger("mail.send")],
  [Permission.ReadRuns, "ended", (s) => s.ended("x")],
  [Permission.ReadRuns, "instances.list", (s) => s.instances.list({}, { limit: 1 })],
  [Permission.ReadRuns, "instances.count", (s) => s.instances.count({}, 1)],
  [Permission.ReadRuns, "instances.recentByJob", (s) => s.instances.recentByJob(["tick"], 1)],
  [Permission.ReadRuns, "instances.get", (s) => s.instances.get("x")],
  [Permission.ReadRuns, "instances.waitingForWorker", (s) => s.instances.waitingForWorker([])],
  [Permission.ReadRuns, "instances.workerNames", (s) => s.instances.workerNames([])],
  [Permission.CancelRuns, "instances.cancel", (s) => s.instances.cancel("x")],
  [Permission.CancelRuns, "instances.release", (s) => s.instances.release("x")],
  [Permission.RerunRuns, "instances.rerun", (s) => s.instances.rerun("x")],
  [Permission.CancelRuns, "bulk cancel", (s) => s.instances.bulk({ action: "cancel", ids: [] })],
  [Permission.RerunRuns, "bulk rerun", (s) => s.instances.bulk({ action: "rerun", ids: [] })],
  [Permission.RegisterJobs, "registry.check", (s) => s.registry.check([])],
  [Permission.RegisterJobs, "registry.register", (s) => s.registry.register("mail", [])],
  [Permission.ReadWorkers, "workers", (s) => s.workers()],
  [Permission.ReadSystem, "controlPlanes", (s) => s.controlPlanes()],
  [Permission.ReadSystem, "apps", (s) => s.apps()],
  [Permission.DrainWorkers, "drainWorker", (s) => s.drainWorker("w")],
  [Permission.DrainWorkers, "undrainWorker", (s) => s.undrainWorker("w")],
  [Permission.ReadWorkers, "expectedExecutors", (s) => s.expectedExecutors("mail")],
  [Permission.EditWorkers, "expectExecutor", (s) => s.expectExecutor("mail", { name: "w" })],
  [Permission.EditWorkers, "forgetExecutor", (s) => s.forgetExecutor("mail", "w")],
  [Permission.ReadWorkers, "executorKeys", (s) => s.executorKeys("mail")],
  [Permission.EditWorkers, "removeExecutorKey", (s) => s.removeExecutorKey("mail", "k")],
  [Permission.ReadSystem, "overview", (s) => s.overview()],
  [Permission.ReadSystem, "completions", (s) => s.completions(new Date(0))],
  [Permission.ReadSystem, "incidents.attention", (s) => s.incidents.attention()],
  [Permission.ReadSystem, "watch", async (s) => (await s.watch(["instance"], () => {})).close()],
  [Permission.ReadSystem, "health", (s) => s.health()],
  [Permission.ReadMetrics, "metrics", (s) => s.metrics()],
  [Permission.ReadMetrics, "measurements", (s) => s.measurements()],
];

describe("a scheduler of a principal", () => {
  it.each(CALLS)("needs %s for %s, and only that", async (needed, _, call) => {
    const scheduler = await aScheduler();
    const others = ALL_PERMISSIONS.filter((permission) => permission !== needed);
    await expect(call(scheduler.as(user(...others)))).rejects.toMatchObject({ code: "forbidden" });
    const allowed = await call(scheduler.as(user(needed))).then(
      () => "done",
      (error: unknown) => (error as { readonly code: string }).code,
    );
    expect(["done", "instance_not_found", "worker_not_found"]).toContain(allowed);
  });

  it("needs all that an executor may do to add a key with which one signs", async () => {
    const scheduler = await aScheduler();
    const needed = [Permission.EditWorkers, Permission.RunJobs, Permission.RegisterJobs];
    const add = (...given: Permission[]) =>
      scheduler.as(user(...given)).addExecutorKey("mail", { publicKey: PUBLIC_KEY });
    for (const lacking of needed)
      await expect(add(...needed.filter((one) => one !== lacking))).rejects.toMatchObject({
        code: "forbidden",
      });
    await expect(add(...needed)).resolves.toMatchObject({ app: "mail" });
  });

  it("keeps who asked with every change, whatever the request says", async () => {
    const scheduler = (await aScheduler()).as(user(...ALL_PERMISSIONS));
    const { jobs, instances } = scheduler;
    const run = await instances.trigger("mail.send", { by: "somebody else", delayMs: 1000 });
    expect(run.trigger.by).toBe("user:li");
    expect((await instances.rerun(run.id, { by: "somebody else" })).trigger.by).toBe("user:li");
    expect((await instances.cancel(run.id)).state).toBe("Cancelled");
    expect(JSON.stringify(await instances.get(run.id))).toContain("user:li");
    expect((await jobs.update("tick", { priority: 1 }, 1)).definition.updatedBy).toBe("user:li");
    expect((await jobs.pause("tick")).definition).toMatchObject({
      pause: { by: "user:li" },
      updatedBy: "user:li",
    });
    expect((await jobs.resume("tick")).definition.updatedBy).toBe("user:li");
  });

  it("keeps on whose behalf the program itself asks, and nothing where it does not say", async () => {
    const { instances, jobs } = await aScheduler();
    expect((await instances.trigger("mail.send", { by: "Ada" })).trigger.by).toBe("Ada");
    expect((await instances.trigger("mail.send", {})).trigger).not.toHaveProperty("by");
    expect((await jobs.pause("tick")).definition).toMatchObject({ updatedBy: null });
  });

  it("needs leave to cancel runs besides where a pause ends fires that wait", async () => {
    const scheduler = await aScheduler();
    const pause = (...given: Permission[]) =>
      scheduler.as(user(...given)).jobs.pause("tick", { waiting: "cancel" });
    await expect(pause(Permission.PauseJobs)).rejects.toMatchObject({ code: "forbidden" });
    await expect(pause(Permission.CancelRuns)).rejects.toMatchObject({ code: "forbidden" });
    await expect(pause(Permission.PauseJobs, Permission.CancelRuns)).resolves.toBeDefined();
  });

  it("passes on no permission that it lacks, also within one app", async () => {
    const reader = (await aScheduler()).as(user(Permission.ReadJobs)).scoped("mail");
    await expect(reader.as(user(...ALL_PERMISSIONS)).jobs.pause("tick")).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(reader.jobs.get("tick")).resolves.toMatchObject({ definition: { key: "tick" } });
  });
});

it("asks for the permissions of a triggered run's own methods too", async () => {
  const scheduler = (await aScheduler()).as(user(Permission.TriggerRuns));
  const run = await scheduler.trigger("mail.send");
  await expect(run.cancel()).rejects.toMatchObject({ code: "forbidden" });
  await expect(run.result()).rejects.toMatchObject({ code: "forbidden" });
});

describe("a caller of several apps", () => {
  const APPS = ["ledger", "mail"];
  const grants = ALL_PERMISSIONS.map((permission) => ({ permission, apps: APPS }));

  async function aPlace() {
    const world = createWorld();
    await world.define(
      aDefinition(),
      aDefinition({ key: "ledger.close", app: "ledger" }),
      aDefinition({ key: "shop.report", app: "shop" }),
    );
    const whole = createScheduler(createEngine({ ...world, tenant: "default", features: FEATURES }));
    const own = whole.as({ kind: "user", name: "li", permissions: [], grants });
    const started = [];
    for (const key of ["mail.send", "ledger.close", "shop.report", "shop.report"])
      started.push(await whole.instances.trigger(key, {}));
    return { whole, own, shops: started.at(-1)?.id ?? "" };
  }

  it("reads and counts those of its apps, whatever it asks for", async () => {
    const { whole, own, shops } = await aPlace();
    const page = { limit: 10 };
    const seen = {
      jobs: await own.jobs.list({}, page),
      sorted: await own.jobs.list({ orderBy: "name" }, page),
      names: [...(await own.jobs.names(["mail.send", "shop.report"]))],
      runs: await own.instances.list({}, page),
      recent: [...(await own.instances.recentByJob(["mail.send", "shop.report"], 5))],
      failures: await own.instances.failures({ from: new Date(0) }),
      queue: await own.queue.list({}, 10),
      overview: await own.overview(),
      apps: await own.apps(),
      attention: await own.incidents.attention(),
      delays: await own.delays(),
    };
    expect(JSON.stringify(seen)).not.toContain("shop");
    expect(seen.runs.items).toHaveLength(2);
    expect(seen.queue.items).toHaveLength(2);
    expect(seen.overview).toMatchObject({ apps: APPS, jobs: { total: 2 }, counts: { Enqueued: 2 } });
    expect(await own.jobs.count({})).toBe(2);
    expect(await own.instances.count({}, 10)).toBe(2);
    expect(await own.instances.count({ app: "shop" }, 10)).toBe(0);
    expect(await own.registry.check(["mail.send", "shop.report", "nothing"])).toEqual([
      "shop.report",
      "nothing",
    ]);
    expect(await own.queue.clear({ all: true })).toEqual({ matched: 2, done: 2 });
    expect((await whole.instances.get(shops)).state).toBe("Enqueued");
  });

  it("does nothing with what is of other apps, which do not exist to it", async () => {
    const { whole, own, shops } = await aPlace();
    const [gone] = (await own.instances.bulk({ action: "cancel", ids: [shops] })).failed;
    expect(gone).toMatchObject({ id: shops, code: "instance_not_found" });
    await expect(own.instances.cancel(shops)).rejects.toMatchObject({ code: "instance_not_found" });
    await expect(own.ended(shops)).rejects.toMatchObject({ code: "instance_not_found" });
    await expect(own.queue.runNext(shops)).rejects.toMatchObject({ code: "instance_not_found" });
    await expect(own.trigger("shop.report")).rejects.toMatchObject({ code: "job_not_found" });
    await expect(own.jobs.stopApp("shop")).rejects.toMatchObject({ code: "forbidden" });
    await expect(own.registry.register("shop", [])).rejects.toMatchObject({ code: "forbidden" });
    const job = { key: "shop.new", app: "shop", kind: "triggered" } as const;
    await expect(own.jobs.create(job)).rejects.toMatchObject({ code: "forbidden" });
    expect((await whole.instances.get(shops)).state).toBe("Enqueued");
  });

  it("watches the changes of its apps", async () => {
    const { whole, own } = await aPlace();
    const seen: string[] = [];
    const watch = await own.watch(["instance"], (changes) => {
      for (const change of changes) if (change.topic === "instance") seen.push(change.instance.app);
    });
    for (const key of ["shop.report", "mail.send", "ledger.close"]) await whole.instances.trigger(key, {});
    await expect.poll(() => seen).toContain("ledger");
    expect(new Set(seen)).toEqual(new Set(APPS));
    await watch.close();
  });
});

it("a limit to what something is for is never widened", async () => {
  const scheduler = (await aScheduler()).as(user(...ALL_PERMISSIONS), {
    always: [Permission.ReadJobs],
    sometimes: [Permission.PauseJobs],
  });
  await expect(scheduler.jobs.pause("tick")).resolves.toBeDefined();
  await expect(scheduler.jobs.remove("tick", 2)).rejects.toMatchObject({ code: "forbidden" });
  const again = scheduler.as(scheduler.principal, { always: [Permission.DeleteJobs], sometimes: [] });
  await expect(again.jobs.remove("tick", 2)).rejects.toMatchObject({ code: "forbidden" });
  await expect(again.jobs.get("tick")).resolves.toBeDefined();
});
