import { type IMoStateStore, MoJobError, MoJobErrorCode } from "@mojob/core";
import { schedulerWorkflowId } from "@mojob/core/engine";
import type { WorkflowHandle } from "@temporalio/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cluster, startCluster } from "../fixtures/cluster.ts";
import { spawnProgram } from "../fixtures/spawned-program.ts";
import { until } from "../fixtures/until.ts";
import { startControlPlane } from "./control-plane/mod.ts";
import { DUTY_DUE } from "./workflows/protocol.ts";

/** A state store that refuses to write its cursor while the test says so. */
function withBreakableCursor(real: IMoStateStore): {
  readonly state: IMoStateStore;
  readonly cursor: { isBroken: boolean };
} {
  const cursor = { isBroken: false };
  const state = new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        if (name !== "set" || !String(args[0]).endsWith("/firing/cursor") || !cursor.isBroken)
          return Reflect.apply(value, target, args);
        return Promise.reject(
          new MoJobError(MoJobErrorCode.StoreUnavailable, "The cursor cannot be written"),
        );
      };
    },
  });
  return { state, cursor };
}

type History = Awaited<ReturnType<WorkflowHandle["fetchHistory"]>>;
type HistoryEvent = NonNullable<History["events"]>[number];

/** Which activity ended with this event, by the event that scheduled it. */
function endOf(event: HistoryEvent): unknown {
  const end =
    event.activityTaskFailedEventAttributes ??
    event.activityTaskCanceledEventAttributes ??
    event.activityTaskCompletedEventAttributes;
  return end?.scheduledEventId;
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
    const { state, cursor } = withBreakableCursor(shared.state);
    const plane = await startControlPlane({ ...shared, state, onError: () => {} });
    const worker = await spawnProgram("worker-program", shared, { isTicking: true });
    await until("a fire", async () => (await fires(tenant)) > 0);
    const scheduler = cluster.connection.client.workflow.getHandle(schedulerWorkflowId(tenant));
    const history = async (): Promise<readonly HistoryEvent[]> =>
      (await scheduler.fetchHistory()).events ?? [];
    // What is refused before it is given up is tried again by Temporal; what has ended by then was given up without a failure.
    await until("a window that was given up to fail", async () => {
      const known = (await history()).length;
      await scheduler.signal(DUTY_DUE, "fire");
      const givenUp = await until("a window to be given up", async () =>
        (await history())
          .slice(known)
          .map((event) => event.activityTaskCancelRequestedEventAttributes)
          .findLast((asked) => asked != null),
      );
      cursor.isBroken = true;
      const end = await until("it to end", async () =>
        (await history()).find((event) => String(endOf(event)) === String(givenUp.scheduledEventId)),
      );
      cursor.isBroken = false;
      return end.activityTaskFailedEventAttributes != null;
    });
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
