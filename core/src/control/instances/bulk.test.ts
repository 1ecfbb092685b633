import { cancelled } from "../../model/reason.ts";
import { describe, expect, test, vi } from "vitest";
import { aDefinition, anInstance, aRunningInstance, START } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import { InstanceCreator } from "../../dispatch/instance-creator.ts";
import { AppSet } from "../../access/app-set.ts";
import { Requester, PROGRAM } from "../../access/requester.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { type BulkContext, runBulk } from "./bulk.ts";
import { Instances } from "./instances.ts";

async function aPlace(...runs: readonly JobInstance[]) {
  const world = createWorld();
  await world.define(aDefinition());
  await world.store.instances.insert(runs);
  const creator = new InstanceCreator({ ...world, store: world.store.instances });
  const service = new Instances({
    ...world,
    creator,
    tenant: "default",
    code: null,
    workers: () => Promise.resolve([]),
  });
  return { ...world, service };
}

const done = anInstance({ id: "done", state: "Succeeded", completedAt: START });

describe("runBulk()", () => {
  test("cancels the runs it can and reports each it cannot", async () => {
    const { service, instance } = await aPlace(anInstance({ id: "a" }), aRunningInstance({ id: "b" }), done);
    const ids = ["a", "b", "done", "nobody"];
    const answer = await service.bulk(PROGRAM, { action: "cancel", ids, by: "ada", reason: "enough" });
    expect(answer).toMatchObject({ matched: 4, done: 2 });
    expect(Object.fromEntries(answer.failed.map(({ id, code }) => [id, code]))).toEqual({
      done: "already_terminal",
      nobody: "instance_not_found",
    });
    expect((await instance("a")).reason).toEqual(cancelled("ada", "enough"));
    expect((await instance("b")).cancelReason).toEqual(cancelled("ada", "enough"));
  });

  test("acts once on a run that is named twice", async () => {
    const { service } = await aPlace(anInstance({ id: "a" }));
    expect(await service.bulk(PROGRAM, { action: "cancel", ids: ["a", "a"] })).toMatchObject({
      matched: 1,
      done: 1,
      failed: [],
    });
  });

  test("cancels only open runs by a filter that names no state, all pages of them", async () => {
    const open = Array.from({ length: 450 }, (_, index) => anInstance({ id: `run-${index}` }));
    const { service, store } = await aPlace(...open, done);
    const request = { action: "cancel", filter: { jobKey: "mail.send" } } as const;
    expect(await service.bulk(PROGRAM, { ...request, dryRun: true })).toEqual({
      operation: null,
      parts: [{ app: "mail", jobKey: "mail.send", count: 450 }],
      rerunBefore: 0,
      matched: 450,
      done: 0,
      failed: [],
    });
    expect((await store.statistics.countByState("default")).Enqueued).toBe(450);
    expect(await service.bulk(PROGRAM, request)).toMatchObject({ matched: 450, done: 450, failed: [] });
    expect((await store.statistics.countByState("default")).Cancelled).toBe(450);
  });

  test("leaves ended runs out of what a filter cancels, whichever states it names", async () => {
    const { service, instance } = await aPlace(anInstance({ id: "a" }), done);
    const both = { states: ["Enqueued", "Succeeded"] } as const;
    for (const dryRun of [true, false])
      expect(await service.bulk(PROGRAM, { action: "cancel", filter: both, dryRun })).toMatchObject({
        matched: 1,
        failed: [],
      });
    expect((await instance("a")).state).toBe("Cancelled");
    expect(
      await service.bulk(PROGRAM, { action: "cancel", filter: { states: ["Succeeded"] } }),
    ).toMatchObject({ operation: null, matched: 0, parts: [] });
  });

  test("cancels many with as many calls of the store as one takes", async () => {
    const { service, store, runtime } = await aPlace(
      ...Array.from({ length: 450 }, (_, index) => anInstance({ id: `run-${index}` })),
    );
    const update = vi.spyOn(store.instances, "update");
    const get = vi.spyOn(store.instances, "get");
    expect(await service.bulk(PROGRAM, { action: "cancel", filter: {} })).toMatchObject({ done: 450 });
    expect([update.mock.calls.length, get.mock.calls.length]).toEqual([1, 2]);
    expect(runtime.forgotten).toHaveLength(450);
  });

  test("re-runs by a filter without running again what it has just made", async () => {
    const { service, instances } = await aPlace(
      done,
      anInstance({ id: "b", state: "Terminated", completedAt: START }),
    );
    const answer = await service.bulk(PROGRAM, { action: "rerun", filter: {} });
    expect(answer).toMatchObject({ matched: 2, done: 2 });
    const made = (await instances()).filter(({ trigger }) => trigger.type === "rerun");
    expect(made.map(({ trigger }) => trigger.of)).toEqual(expect.arrayContaining(["b", "done"]));
    expect(made).toHaveLength(2);
  });

  test("leaves alone what was run again already, where that is asked for, and counts it before", async () => {
    const { service, instances } = await aPlace(
      done,
      anInstance({ id: "b", state: "Terminated", completedAt: START }),
    );
    const first = await service.bulk(PROGRAM, { action: "rerun", ids: ["b"] });
    expect(first).toMatchObject({ rerunBefore: 0, done: 1 });
    const ids = ["b", "done"];
    expect(await service.bulk(PROGRAM, { action: "rerun", ids, dryRun: true })).toMatchObject({
      matched: 2,
      rerunBefore: 1,
    });
    const second = await service.bulk(PROGRAM, { action: "rerun", ids, unlessRerun: true });
    expect(second).toMatchObject({ done: 1, failed: [{ id: "b", code: "already_rerun" }] });
    expect(await instances()).toHaveLength(4);
  });

  test("re-runs once under one idempotency key, however often it is called", async () => {
    const { service, instances } = await aPlace(done);
    const request = { action: "rerun", ids: ["done"], idempotencyKey: "night" } as const;
    await service.bulk(PROGRAM, request);
    expect(await service.bulk(PROGRAM, request)).toMatchObject({ done: 1, failed: [] });
    expect(await instances()).toHaveLength(2);
  });

  test("refuses a call that names neither runs nor a filter", async () => {
    const { service } = await aPlace();
    await expect(service.bulk(PROGRAM, { action: "cancel" })).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [{ pointer: "/ids" }],
    });
  });

  test("goes on only while its caller has the rights that it began with", async () => {
    const runs = Array.from({ length: 450 }, (_, index) =>
      anInstance({ id: `run-${index}`, state: "Succeeded", completedAt: START }),
    );
    const { service } = await aPlace(...runs);
    let parts = 0;
    const all = { by: "user:li", scope: null, may: AppSet.ALL, known: () => AppSet.ALL, needed: [] };
    const requester = new Requester({ ...all, isLive: () => Promise.resolve((parts += 1) <= 1) });
    const { done: count, failed } = await service.bulk(requester, {
      action: "rerun",
      ids: runs.map(({ id }) => id),
    });
    expect(count).toBe(200);
    expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(["forbidden"]));
    expect(failed).toHaveLength(250);
  });

  test("fails as a whole for an error that no item caused", async () => {
    const { operationRecords } = await aPlace();
    const broken: BulkContext = {
      list: () => Promise.resolve({ items: [], nextCursor: null }),
      rerun: () => Promise.reject(new TypeError("broken")),
      cancel: () => Promise.reject(new TypeError("broken")),
      read: () => Promise.resolve([null]),
      lost: () => Promise.resolve(null),
      rerunBefore: () => Promise.resolve(new Map()),
      begin: (plan) => operationRecords.begin({ ...plan, by: null }),
    };
    for (const action of ["cancel", "rerun"] as const)
      await expect(runBulk(broken, { action, ids: ["a"] })).rejects.toThrow("broken");
  });
});
