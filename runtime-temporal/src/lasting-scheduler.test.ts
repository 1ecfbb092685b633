import { type IMoStateStore, MoJobError, MoJobErrorCode } from "@mojob/core";
import { schedulerWorkflowId } from "@mojob/core/engine";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cluster, startCluster } from "../fixtures/cluster.ts";
import { spawnProgram } from "../fixtures/spawned-program.ts";
import { until } from "../fixtures/until.ts";
import { startControlPlane } from "./control-plane/mod.ts";
import { DUTY_DUE } from "./workflows/protocol.ts";

/** A state store whose cursor cannot be written while the test says so. */
function withBrokenCursor(state: IMoStateStore, isBroken: () => boolean): IMoStateStore {
  return new Proxy(state, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown =>
        name === "set" && String(args[0]).endsWith("/firing/cursor") && isBroken()
          ? Promise.reject(new MoJobError(MoJobErrorCode.StoreUnavailable, "The cursor cannot be written"))
          : Reflect.apply(value, target, args);
    },
  });
}

describe("the scheduler of a tenant", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.close());

  /** How many fires have been recorded. */
  async function fires(tenant: string): Promise<number> {
    return cluster.store.queries.count({ tenant, jobKey: "tick.a" }, 10_000);
  }

  test("continues after a duty that was due before its time has failed", async () => {
    const shared = cluster.tenant();
    const { tenant } = shared;
    let isBroken = false;
    const state = withBrokenCursor(shared.state, () => isBroken);
    const plane = await startControlPlane({ ...shared, state, onError: () => {} });
    const worker = await spawnProgram("worker-program", shared, { isTicking: true });
    await until("a fire", async () => (await fires(tenant)) > 0);
    const scheduler = cluster.connection.client.workflow.getHandle(schedulerWorkflowId(tenant));
    isBroken = true;
    await scheduler.signal(DUTY_DUE, "fire");
    await until("the window to fail", async () =>
      (await scheduler.fetchHistory()).events?.some(
        ({ activityTaskFailedEventAttributes: failed }) => failed !== null && failed !== undefined,
      ),
    );
    isBroken = false;
    const before = await fires(tenant);
    await until("more fires", async () => (await fires(tenant)) > before + 2);
    expect((await scheduler.describe()).status.name).toBe("RUNNING");
    worker.kill("SIGTERM");
    await worker.ended;
    await plane.close();
  }, 300_000);

  test("gives a step that died with its control plane to another after five seconds", async () => {
    const shared = cluster.tenant();
    const plane = await startControlPlane(shared);
    const scheduler = cluster.connection.client.workflow.getHandle(schedulerWorkflowId(shared.tenant));
    const { raw } = await scheduler.describe();
    expect(Number(raw.executionConfig?.defaultWorkflowTaskTimeout?.seconds)).toBe(5);
    await plane.close();
  });

  test("is started again after an operator ended it", async () => {
    const shared = cluster.tenant();
    const { tenant } = shared;
    const plane = await startControlPlane(shared);
    const worker = await spawnProgram("worker-program", shared, { isTicking: true });
    await until("a fire", async () => (await fires(tenant)) > 0);
    const scheduler = cluster.connection.client.workflow.getHandle(schedulerWorkflowId(tenant));
    await scheduler.terminate("By mistake");
    const ended = await fires(tenant);
    await until("more fires", async () => (await fires(tenant)) > ended + 2);
    worker.kill("SIGTERM");
    await worker.ended;
    await plane.close();
  }, 300_000);
});
