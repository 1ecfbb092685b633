import { describe, expect, test } from "vitest";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { createWorld, storeGone, type World } from "@mojob/test-fixtures/world";
import { Requester, PROGRAM } from "../../access/requester.ts";
import { AppSet } from "../../access/app-set.ts";
import { StoreRegistry } from "../../definition/store-registry.ts";
import { GlobalDefaults } from "../../definition/global-defaults.ts";
import { InstanceCreator } from "../../dispatch/instance-creator.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { Instances } from "../instances/instances.ts";
import { Jobs } from "../jobs/jobs.ts";
import { createOperationService } from "../create-operation-service.ts";
import { ActLog } from "./act-log.ts";
import { createAuditService } from "./create-audit-service.ts";
import { createHistoryService } from "./create-history-service.ts";

const LI = requesterOf("user:li", AppSet.ALL);
const PAGE = { limit: 50 };

function requesterOf(by: string, apps: AppSet): Requester {
  return new Requester({ by, scope: null, may: apps, known: () => apps, needed: [] });
}

function servicesOf(world: World) {
  const parts = { ...world, tenant: "default", code: null, workers: () => Promise.resolve([]) };
  const globals = new GlobalDefaults({ ...parts, store: world.store.definitions, own: {} });
  const registry = new StoreRegistry({
    ...parts,
    store: world.store.definitions,
    scripts: world.store.scripts,
    globals,
  });
  const creator = new InstanceCreator({ ...world, store: world.store.instances });
  const jobs = new Jobs({ ...parts, registry });
  const instances = new Instances({ ...parts, creator });
  const operations = createOperationService({ ...parts, jobs, instances });
  return { jobs, instances, operations, history: createHistoryService(parts) };
}

function aRecurring(key: string, app = "mail"): JobDefinition {
  return aDefinition({ key, app, kind: "recurring" });
}

async function aPlace(world: World = createWorld()) {
  await world.define(aRecurring("close"), aRecurring("report"), aRecurring("ship", "shop"), aDefinition());
  return { ...world, ...servicesOf(world) };
}

describe("the history", () => {
  test("says who paused, edited and resumed a job, with what was before and after, on the job and for its app", async () => {
    const { jobs, history, clock } = await aPlace();
    await jobs.pause(LI, "close", { note: "Release" });
    await clock.advance(60_000);
    await jobs.resume(PROGRAM, "close");
    const { definition } = await jobs.get(LI, "close");
    await jobs.update(LI, "close", { retryCount: 3, args: { password: "x" } }, definition.revision);
    await jobs.stopApp(LI, "mail", { note: "Night" });
    await jobs.stopApp(LI, "shop");
    const { items } = await history.list(LI, { jobKey: "close" }, PAGE);
    expect(items.map(({ kind, by, note }) => [kind, by?.id ?? null, note])).toEqual([
      ["stop_app", "user:li", "Night"],
      ["edit", "user:li", null],
      ["resume", null, null],
      ["pause", "user:li", "Release"],
    ]);
    expect(items[1]?.changes).toEqual([
      { pointer: "/retryCount", before: "0", after: "3" },
      { pointer: "/args", before: null, after: '{"password":"***"}' },
    ]);
    expect(items[3]?.changes).toEqual([
      { pointer: "/pause", before: null, after: '{"until":null,"note":"Release"}' },
    ]);
    const { items: ofShop } = await history.list(requesterOf("user:wu", AppSet.of(["shop"])), {}, PAGE);
    expect(ofShop.map(({ app, kind }) => [app, kind])).toEqual([["shop", "stop_app"]]);
  });

  test("has a change's act although the process ended right after the change, and none without its change", async () => {
    const world = createWorld();
    const place = await aPlace(world);
    const append = world.store.history.append.bind(world.store.history);
    world.store.history.append = () => Promise.reject(storeGone());
    await place.jobs.pause(LI, "close");
    expect(world.errors).toHaveLength(1);
    await expect(place.jobs.resume(LI, "close")).rejects.toMatchObject({ code: "store_unavailable" });
    world.store.history.append = append;
    await expect(place.jobs.update(LI, "report", { retryCount: 1 }, 99)).rejects.toThrow("revision");
    // Another process begins, which knows nothing of this one.
    const after = servicesOf({ ...world, actLog: new ActLog({ ...world, tenant: "default" }) });
    const { items } = await after.history.list(LI, {}, PAGE);
    expect(items.map(({ kind, jobKey }) => [kind, jobKey])).toEqual([["pause", "close"]]);
  });

  test("links a run to those that repeat it, and says who cancelled one", async () => {
    const { instances, history, store } = await aPlace();
    await store.instances.insert([
      anInstance({ id: "a", state: "Terminated", completedAt: START }),
      anInstance({ id: "b" }),
    ]);
    const made = await instances.rerun(LI, "a");
    await instances.cancel(LI, "b", { reason: "stuck" });
    const { items } = await history.list(LI, { instanceId: "a" }, PAGE);
    expect(items).toMatchObject([{ kind: "rerun", madeId: made.id, by: { id: "user:li", name: "li" } }]);
    expect((await history.list(LI, { instanceId: made.id }, PAGE)).items).toEqual(items);
    expect((await history.list(LI, { instanceId: "b" }, PAGE)).items).toMatchObject([
      { kind: "cancel", note: "stuck" },
    ]);
  });
});

describe("the audit", () => {
  test("has an act that could not be written with the next one, and its chains are whole", async () => {
    const world = createWorld();
    const audit = createAuditService({ ...world, tenant: "default" });
    const noted = { kind: "sign_in", app: null, by: { id: "user:li", name: "li" }, from: null } as const;
    const append = world.store.history.append.bind(world.store.history);
    world.store.history.append = () => Promise.reject(storeGone());
    await audit.note(LI, noted);
    expect(world.errors).toHaveLength(1);
    world.store.history.append = append;
    await audit.note(LI, { ...noted, kind: "sign_out" });
    const { items } = await audit.list(LI, {}, PAGE);
    expect(items.map(({ kind }) => kind)).toEqual(["sign_out", "sign_in"]);
    expect(await audit.verify(LI)).toMatchObject({ ok: true, entries: 2 });
  });

  test("has ten refusals of one actor a minute, and the number of the others", async () => {
    const world = createWorld();
    const audit = createAuditService({ ...world, tenant: "default" });
    const by = (name: string) => ({ id: `user:${name}`, name });
    const refuse = (name: string) =>
      audit.note(LI, { kind: "refused", app: null, by: by(name), from: null, outcome: "refused" });
    for (let n = 0; n < 15; n += 1) await refuse("wu");
    await refuse("li");
    expect((await audit.list(LI, {}, PAGE)).items).toHaveLength(11);
    await world.clock.advance(60_000);
    await refuse("li");
    const { items } = await audit.list(LI, { actor: "wu" }, PAGE);
    expect(items).toHaveLength(11);
    expect(items[0]?.changes).toEqual([{ pointer: "/refusals", before: null, after: "5" }]);
  });

  test("has nothing of a process that stands by", async () => {
    const world = createWorld();
    const runner = { pid: 1, host: "db-1", since: START };
    const audit = createAuditService({ ...world, tenant: "default", standby: () => runner });
    await audit.note(LI, { kind: "sign_in", app: null, by: null, from: null });
    expect((await audit.list(LI, {}, PAGE)).items).toEqual([]);
  });

  test("shows acts on the tenant as a whole to those alone who read it of every app", async () => {
    const world = createWorld();
    const audit = createAuditService({ ...world, tenant: "default" });
    const of = (app: string | null) => ({ kind: "edit_alarms", app, by: null, from: null }) as const;
    for (const app of [null, "mail", "shop"]) await audit.note(LI, of(app));
    const appsOf = async (requester: Requester) =>
      (await audit.list(requester, {}, PAGE)).items.map(({ app }) => app);
    expect(await appsOf(LI)).toEqual(["shop", "mail", null]);
    expect(await appsOf(requesterOf("user:wu", AppSet.of(["shop"])))).toEqual(["shop"]);
    expect(await appsOf(requesterOf("user:wu", AppSet.of(["mail", "shop"])))).toEqual(["shop", "mail"]);
  });
});

describe("an operation", () => {
  test("pauses many, shows what was left alone and why, and its undo resumes those that it paused", async () => {
    const { jobs, operations, history, clock } = await aPlace();
    await jobs.pause(PROGRAM, "report", { note: "Audit" });
    const request = {
      action: "pause",
      keys: ["close", "report", "ship", "nobody"],
      note: "Release",
    } as const;
    const { operation: id, results } = await operations.changeJobs(LI, request);
    expect(results.map(({ key, problem }) => [key, problem?.code ?? null])).toEqual([
      ["close", null],
      ["report", "already_paused"],
      ["ship", null],
      ["nobody", "job_not_found"],
    ]);
    const { operation, items } = await operations.get(LI, id);
    expect(operation).toMatchObject({ kind: "pause", total: 4, done: 2, leftAlone: 2, note: "Release" });
    expect(operation.endedAt).not.toBeNull();
    expect(items.map(({ jobKey, app }) => [jobKey, app])).toContainEqual(["ship", "shop"]);
    // Somebody else pauses one of them for a reason of their own: the undo leaves that pause.
    await clock.advance(1000);
    await jobs.pause(PROGRAM, "ship", { note: "Stock" });
    const undone = await operations.resumePaused(LI, id);
    expect(undone).toMatchObject({ kind: "resume", undoOf: id, done: 1 });
    const pauseOf = async (key: string) => (await jobs.get(LI, key)).definition.pause?.note ?? null;
    expect([await pauseOf("close"), await pauseOf("report"), await pauseOf("ship")]).toEqual([
      null,
      "Audit",
      "Stock",
    ]);
    await expect(operations.resumePaused(LI, id)).rejects.toMatchObject({ code: "not_undoable" });
    expect((await operations.get(LI, id)).operation.undoneBy).toBe(undone.id);
    const { items: acts } = await history.list(LI, { operation: id }, PAGE);
    expect(new Set(acts.map(({ jobKey }) => jobKey))).toEqual(new Set(["close", "ship"]));
  });

  test("of re-runs links each run to the new one, and its undo cancels these within ten minutes", async () => {
    const { instances, operations, store, clock, instance } = await aPlace();
    const failed = ["a", "b"].map((id) => anInstance({ id, state: "Terminated", completedAt: START }));
    await store.instances.insert(failed);
    const { operation: id } = await instances.bulk(LI, { action: "rerun", ids: ["a", "b", "nobody"] });
    const { operation, items } = await operations.get(LI, id as string);
    expect(operation).toMatchObject({ kind: "rerun", total: 3, done: 2, leftAlone: 1 });
    const made = items.flatMap(({ madeId }) => madeId ?? []);
    expect(made).toHaveLength(2);
    await expect(operations.resumePaused(LI, id as string)).rejects.toMatchObject({ code: "not_undoable" });
    const undone = await operations.cancelMade(LI, id as string);
    expect(undone).toMatchObject({ kind: "cancel", done: 2, undoOf: id });
    expect((await instance(made[0] as string)).state).toBe("Cancelled");
    const { operation: later } = await instances.bulk(LI, { action: "rerun", ids: ["a"] });
    await clock.advance(601_000);
    await expect(operations.cancelMade(LI, later as string)).rejects.toMatchObject({ code: "not_undoable" });
  });

  test("of other apps does not exist to one who may see some apps", async () => {
    const { operations } = await aPlace();
    const { operation: id } = await operations.changeJobs(LI, { action: "pause", keys: ["close"] });
    const wu = requesterOf("user:wu", AppSet.of(["shop"]));
    await expect(operations.get(wu, id)).rejects.toMatchObject({ code: "operation_not_found" });
    expect(await operations.list(wu)).toEqual([]);
    expect(await operations.list(LI)).toHaveLength(1);
  });
});
