import { defineTriggeredJob } from "@mojob/core";
import { setTimeout as timer } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cluster, startCluster } from "../fixtures/cluster.ts";
import { until } from "../fixtures/until.ts";
import { type DistributedControlPlane, startControlPlane } from "./control-plane/mod.ts";
import { type DistributedWorker, startWorker } from "./worker/mod.ts";

const LIMIT = 5;
const RUN_MS = 5;
const URGENT = 10;

interface Place {
  readonly tenant: string;
  readonly plane: DistributedControlPlane;
  readonly begun: string[];
  readonly state: { running: number; most: number; held: Promise<void> | null };
  addWorker(name: string): Promise<DistributedWorker>;
  close(): Promise<void>;
}

describe("a worker with few places and very many runs that wait", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.close());

  async function aPlace(): Promise<Place> {
    const shared = cluster.tenant();
    const plane = await startControlPlane(shared);
    const begun: string[] = [];
    const state: Place["state"] = { running: 0, most: 0, held: null };
    const workers: DistributedWorker[] = [];
    return {
      tenant: shared.tenant,
      plane,
      begun,
      state,
      async addWorker(name) {
        const nap = defineTriggeredJob({
          key: "nap",
          maxConcurrency: null,
          retention: { maxInstances: 100_000 },
          execute: async (args) => {
            begun.push(typeof args === "string" ? args : name);
            state.running += 1;
            state.most = Math.max(state.most, state.running);
            await (state.held ?? timer(RUN_MS));
            state.running -= 1;
          },
        });
        const worker = await startWorker({
          ...shared,
          app: "limited",
          jobs: [nap],
          worker: { maxConcurrentRuns: LIMIT },
          onWarning: () => {},
        });
        workers.push(worker);
        return worker;
      },
      async close() {
        for (const worker of workers) await worker.close();
        await plane.close();
      },
    };
  }

  /** How many workflows of the dispatcher there are, or were. */
  async function countWorkflows(tenant: string, and = ""): Promise<number> {
    const query = `TaskQueue = "mojob:${tenant}" AND WorkflowType != "scheduleJobs"${and}`;
    return (await cluster.connection.client.workflow.count(query)).count;
  }

  test("workflows deliver runs by the hundred, its places are never exceeded, urgent runs go first", async () => {
    const count = 2000;
    const { tenant, plane, begun, state, addWorker, close } = await aPlace();
    await addWorker("a");
    const { instances } = plane.scheduler;
    for (let sent = 0; sent < count; sent += 500)
      await instances.triggerMany(
        "nap",
        Array.from({ length: 500 }, () => ({})),
      );
    const before = begun.length;
    await instances.triggerMany(
      "nap",
      Array.from({ length: URGENT }, () => ({ args: "urgent", priority: 1 })),
    );
    await until("all runs", async () => begun.length === count + URGENT, { patienceMs: 60_000 });
    expect(state.most).toBe(LIMIT);
    expect(begun.lastIndexOf("urgent")).toBeLessThan(before + (count - before) / 2);
    await until("its workflows", async () => (await countWorkflows(tenant)) > 0);
    expect(await countWorkflows(tenant)).toBeLessThan(count / 100);
    await close();
  }, 300_000);

  test("a second worker shares a batch that the first one took", async () => {
    const { plane, begun, state, addWorker, close } = await aPlace();
    const gate = Promise.withResolvers<void>();
    state.held = gate.promise;
    await addWorker("a");
    await addWorker("b");
    await plane.scheduler.instances.triggerMany(
      "nap",
      Array.from({ length: 100 }, () => ({})),
    );
    await until("both at their limit", async () => state.running === 2 * LIMIT);
    expect(Map.groupBy(begun, (name) => name).get("b")).toHaveLength(LIMIT);
    gate.resolve();
    await until("all runs", async () => begun.length === 100);
    expect(state.most).toBe(2 * LIMIT);
    await close();
  }, 300_000);

  test("a cancel of all of them leaves no workflow, and a fresh run does not wait behind them", async () => {
    const count = 1000;
    const { tenant, plane, begun, state, addWorker, close } = await aPlace();
    const gate = Promise.withResolvers<void>();
    state.held = gate.promise;
    await addWorker("a");
    const { instances } = plane.scheduler;
    await instances.triggerMany(
      "nap",
      Array.from({ length: count }, () => ({})),
    );
    await until("the first", async () => state.running === LIMIT);
    await instances.bulk({ action: "cancel", filter: { jobKey: "nap" } });
    gate.resolve();
    await instances.trigger("nap", { args: "fresh" });
    await until("the fresh one", async () => begun.includes("fresh"));
    // None of the cancelled ones began before it.
    expect(begun.length).toBeLessThanOrEqual(2 * LIMIT + 1);
    await until("no workflow", async () => {
      return (await countWorkflows(tenant, ` AND ExecutionStatus = "Running"`)) === 0;
    });
    await close();
  }, 300_000);

  test("waiting runs that are cancelled leave no batch, also where no worker lives", async () => {
    const { tenant, plane, addWorker, close } = await aPlace();
    await (await addWorker("a")).close();
    const { instances } = plane.scheduler;
    const due = { delayMs: 86_400_000 };
    await instances.triggerMany(
      "nap",
      Array.from({ length: 50 }, () => due),
    );
    const running = ` AND ExecutionStatus = "Running"`;
    await until("its batch", async () => (await countWorkflows(tenant, running)) > 0);
    const { items } = await instances.list({}, { limit: 100 });
    const [kept, ...others] = items.map(({ id }) => id);
    await instances.bulk({ action: "cancel", ids: others });
    const spared = await countWorkflows(tenant, running);
    await instances.cancel(kept ?? "");
    await until("no workflow", async () => (await countWorkflows(tenant, running)) === 0);
    expect(spared).toBeGreaterThan(0);
    await close();
  }, 300_000);
});
