import { defineTriggeredJob, type IMoEventBus } from "@mojob/core";
import type { JsonObject } from "@mojob/core/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cluster, startCluster } from "../fixtures/cluster.ts";
import { inState } from "../fixtures/until.ts";
import { startControlPlane } from "./control-plane/mod.ts";
import { startWorker } from "./worker/mod.ts";

/** The store's feed has an end ten seconds later: it would take this long for the nodes of a task below. */
const BY_THE_FEED_MS = 100_000;

/** Brings nothing to anybody. */
const SILENT_BUS: IMoEventBus = {
  publish: () => Promise.resolve(),
  subscribe: () => Promise.resolve({ resume: () => {}, close: () => Promise.resolve() }),
  close: () => Promise.resolve(),
};

function chain(keys: readonly string[]): JsonObject {
  const nodes = keys.map((key, index) => ({
    id: `n${index}`,
    type: "job",
    job: { key },
    pre: index === 0 ? [] : [{ node: `n${index - 1}` }],
  }));
  return { engine: 1, nodes };
}

describe("tasks", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.close());

  test("are moved on by the workers that end their nodes, and by those of tasks within them", async () => {
    const shared = { ...cluster.tenant(), bus: SILENT_BUS };
    const { store, tenant } = shared;
    const plane = await startControlPlane(shared);
    const host = (app: string): ReturnType<typeof startWorker> => {
      const job = defineTriggeredJob({ key: `${app}.step`, maxConcurrency: null, execute: () => app });
      return startWorker({ ...shared, app, jobs: [job], onWarning: () => {} });
    };
    const workers = [await host("one"), await host("two")];
    const { jobs } = plane.scheduler;
    const create = (key: string, app: string, body: JsonObject): Promise<unknown> =>
      jobs.create({ key, app, kind: "triggered", work: { kind: "task", body } });
    await create("inner", "two", chain(["two.step", "one.step", "two.step"]));
    const turns = Array.from({ length: 7 }, (_, index) => (index % 2 === 0 ? "one.step" : "two.step"));
    const body = chain(turns);
    const last = { id: "inner", type: "task", key: "inner", pre: [{ node: "n6" }] };
    await create("outer", "one", { ...body, nodes: [...(body["nodes"] as JsonObject[]), last] });
    const begunMs = performance.now();
    const { id } = await plane.scheduler.trigger("outer", null);
    await inState(store.instances, tenant, id, "Succeeded");
    expect(performance.now() - begunMs).toBeLessThan(BY_THE_FEED_MS / 2);
    await Promise.all(workers.map((worker) => worker.close()));
    await plane.close();
  }, 300_000);

  test("go on at the worker that ended a node, without a workflow for each; what it cannot take goes to others", async () => {
    const shared = cluster.tenant();
    const { store, tenant } = shared;
    const plane = await startControlPlane(shared);
    const host = (
      app: string,
      key: string,
      maxConcurrentRuns: number | null,
    ): ReturnType<typeof startWorker> => {
      const job = defineTriggeredJob({ key, maxConcurrency: null, execute: () => key });
      return startWorker({ ...shared, app, jobs: [job], worker: { maxConcurrentRuns }, onWarning: () => {} });
    };
    const workers = [
      await host("app", "step", null),
      // The run that has just ended has its only place still.
      await host("narrow", "narrow.step", 1),
      await host("narrow", "narrow.other", 1),
    ];
    const carriersOf = async (id: string): Promise<number> => {
      const parts = await plane.scheduler.instances.children(id);
      const carriers = await Promise.all(parts.map((run) => plane.scheduler.instances.carrier(run.id)));
      return carriers.filter((one) => one !== null).length;
    };
    const run = async (key: string, app: string, keys: readonly string[]): Promise<string> => {
      await plane.scheduler.jobs.create({
        key,
        app,
        kind: "triggered",
        work: { kind: "task", body: chain(keys) },
      });
      const { id } = await plane.scheduler.trigger(key, null);
      await inState(store.instances, tenant, id, "Succeeded");
      return id;
    };
    const alone = await run(
      "alone",
      "app",
      Array.from({ length: 6 }, () => "step"),
    );
    expect(await carriersOf(alone)).toBe(0);
    const turns = ["narrow.step", "narrow.other", "narrow.step"];
    expect(await carriersOf(await run("apart", "narrow", turns))).toBeGreaterThan(1);
    await Promise.all(workers.map((worker) => worker.close()));
    await plane.close();
  }, 300_000);
});
