import { defineRecurringJob, defineTriggeredJob, type JobInstanceSummary } from "@mojob/core";
import { schedulerWorkflowId } from "@mojob/core/engine";
import { connectMongodb, type MongodbStores } from "@mojob/mongodb";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Cluster, startCluster } from "../fixtures/cluster.ts";
import { inState, path, until } from "../fixtures/until.ts";
import { connectScheduler, startJob } from "./client/mod.ts";
import { startControlPlane } from "./control-plane/mod.ts";
import { startWorker } from "./worker/mod.ts";

const double = defineTriggeredJob({
  key: "double",
  maxConcurrency: null,
  execute: (args) => Number(args) * 2,
});
/** Longer than any test: ends do not come by the store's feed. */
const NEVER_MS = 3_600_000;

describe("several tenants in one control plane", { timeout: 300_000 }, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.close());

  /** Two tenants, a control plane for both, and a worker for the second. */
  async function startTwo(stores: Partial<Pick<MongodbStores, "store" | "state">> = {}) {
    const { tenant: first, ...shared } = cluster.tenant();
    const { tenant: second } = cluster.tenant();
    const ends: JobInstanceSummary[] = [];
    const follower = {
      name: "test",
      follow: async (runs: readonly JobInstanceSummary[]) => void ends.push(...runs),
    };
    const tenants = [first, second];
    const plane = await startControlPlane({ ...shared, ...stores, tenants, followers: [follower] });
    onTestFinished(() => plane.close());
    const tick = defineRecurringJob({ key: "tick", cron: "* * * * * *", execute: () => {} });
    const jobs = [double, tick];
    const worker = await startWorker({ ...shared, tenant: second, deployment: first, app: "two", jobs });
    onTestFinished(() => worker.close());
    return { shared, first, second, tenants, plane, ends };
  }

  test("have their schedulers, jobs and runs apart, and their workflows on one queue", async () => {
    const { first, second, plane, shared } = await startTwo();
    expect(plane.deployment.tenants).toEqual([first, second]);
    await until(
      "fires of the second tenant",
      async () => (await shared.store.queries.count({ tenant: second }, 10)) > 2,
    );
    expect(await shared.store.queries.count({ tenant: first }, 10)).toBe(0);
    const { client } = cluster.connection;
    const queues = await Promise.all(
      [first, second].map(async (tenant) => {
        const { taskQueue, status } = await client.workflow.getHandle(schedulerWorkflowId(tenant)).describe();
        return [taskQueue, status.name];
      }),
    );
    expect(queues).toEqual([
      [`mojob:${first}`, "RUNNING"],
      [`mojob:${first}`, "RUNNING"],
    ]);
    const one = { instanceId: "direct", jobKey: "double", args: 4, tenant: second, deployment: first };
    expect(await (await startJob(client, one)).result()).toBe(8);
    await expect(startJob(client, { ...one, tenant: first }).then((run) => run.result())).rejects.toThrow();
  });

  test("are reached by a process that only connects: it dispatches by itself", async () => {
    const { second, tenants, shared } = await startTwo();
    const { deployment, close } = await connectScheduler({ ...shared, tenants });
    onTestFinished(close);
    const scheduler = deployment.scheduler({ tenant: second });
    const { id } = await scheduler.instances.trigger("double", { args: 21 });
    const run = await inState(shared.store.instances, second, id, "Succeeded");
    expect([run.result, path(run)]).toEqual([42, "Enqueued Processing Succeeded"]);
    expect((await scheduler.health()).every(({ ok }) => ok)).toBe(true);
  });

  test("are added and removed in every control plane and worker while the others go on", async () => {
    const { tenant: first, ...shared } = cluster.tenant();
    const { tenant: added } = cluster.tenant();
    const tick = defineRecurringJob({ key: "tick", cron: "* * * * * *", execute: () => {} });
    const options = { ...shared, tenants: [first] };
    const planes = await Promise.all([startControlPlane(options), startControlPlane(options)]);
    const worker = await startWorker({ ...options, app: "ops", jobs: [double, tick] });
    const connected = await connectScheduler(options);
    const parts = [...planes, worker, connected];
    for (const part of parts) onTestFinished(() => part.close());
    await connected.deployment.addTenant(added);
    const served = (): boolean => parts.every(({ deployment }) => deployment.tenants.includes(added));
    await until("the tenant in every process", async () => served());
    const run = await connected.deployment.scheduler({ tenant: added }).trigger(double, 21);
    expect(await run.result()).toBe(42);
    const fires = (tenant: string): Promise<number> =>
      shared.store.queries.count({ tenant, jobKey: "tick" }, 1000);
    await until("fires of the added tenant", async () => (await fires(added)) > 1);
    await planes[1].deployment.removeTenant(added);
    await until("no tenant in any process", async () =>
      parts.every(({ deployment }) => !deployment.tenants.includes(added)),
    );
    const scheduler = cluster.connection.client.workflow.getHandle(schedulerWorkflowId(added));
    await until(
      "the end of its scheduler",
      async () => (await scheduler.describe()).status.name === "TERMINATED",
    );
    const goesOn = async (): Promise<void> => {
      const before = await fires(first);
      await until("more fires of the first", async () => (await fires(first)) > before + 2);
    };
    // A step of its scheduler that was under way may still end.
    await goesOn();
    const left = await fires(added);
    await goesOn();
    expect(await fires(added)).toBe(left);
    await planes[0].deployment.addTenant(added);
    await until("the tenant again", async () => served());
    await until("fires of the tenant again", async () => (await fires(added)) > left);
  });

  test("notify followers of an end by the bus, long before the store's feed has it", async () => {
    const { mongodb } = cluster.tenant();
    const { close, ...stores } = await connectMongodb(mongodb, { endsSettleMs: NEVER_MS });
    onTestFinished(close);
    const { second, plane, ends } = await startTwo(stores);
    const scheduler = plane.deployment.scheduler({ tenant: second });
    const { id } = await scheduler.instances.trigger("double", { args: 1 });
    await until("the follower", async () => ends.find((run) => run.id === id));
  });
});
