import { executionRequested, orchestratorQueue, toApp, schedulerWorkflowId } from "@mojob/core/engine";
import { systemClock } from "@mojob/core/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cluster, startCluster } from "../fixtures/cluster.ts";
import { type SpawnedProgram, spawnProgram } from "../fixtures/spawned-program.ts";
import { inState, path, until } from "../fixtures/until.ts";
import { connectScheduler } from "./client/connect-scheduler.ts";
import { TemporalRuntime } from "./client/temporal-runtime.ts";
import { startControlPlane } from "./control-plane/mod.ts";

const EARLIEST_FIRE_MS = 1000;

/** Real processes, killed: nothing is lost, nothing happens twice, and it goes on within seconds. */
describe("a process that dies", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.close());

  test("a killed worker's runs begin again on another, each ends once, and its slots are free", async () => {
    const shared = cluster.tenant();
    const { tenant, store } = shared;
    const plane = await startControlPlane(shared);
    const first = await spawnProgram("worker-program", shared);
    const { instances } = plane.scheduler;
    const alone = await instances.trigger("alone", { args: 60_000 });
    // Asked for together, so that they travel in one workflow.
    const together = await Promise.all(
      Array.from({ length: 10 }, () => instances.trigger("linger", { args: 60_000 })),
    );
    const all = [alone, ...together];
    for (const { id } of all) await inState(store.instances, tenant, id, "Processing");
    const second = await spawnProgram("worker-program", shared);
    first.kill("SIGKILL");
    const ended = await Promise.all(
      all.map(({ id }) => inState(store.instances, tenant, id, "Succeeded", "Terminated")),
    );
    for (const run of ended) {
      expect(path(run)).toBe("Enqueued Processing Failed Processing Succeeded");
      expect(run).toMatchObject({ attempt: 2, result: "attempt 2", worker: second.ready.id, slot: null });
      expect(run.history[2]?.reason).toMatchObject({
        code: "attempt_failed",
        parameters: { failure: { code: "worker_lost" } },
      });
    }
    const again = await instances.trigger("alone", { args: 0 });
    await inState(store.instances, tenant, again.id, "Succeeded");
    second.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    await plane.close();
  }, 300_000);

  test("what waits for a killed worker, and for no other, begins on another one, once", async () => {
    const shared = cluster.tenant();
    const { tenant, store } = shared;
    const plane = await startControlPlane(shared);
    const first = await spawnProgram("worker-program", shared, { isRouted: true, limit: 1 });
    const second = await spawnProgram("worker-program", shared, { isRouted: true });
    const { instances } = plane.scheduler;
    const begun = await instances.trigger("first", { args: 60_000 });
    const { worker } = await inState(store.instances, tenant, begun.id, "Processing");
    expect(worker).toBe(first.ready.id);
    const alone = await instances.trigger("first", { args: 0 });
    const together = await instances.triggerMany("first", [{ args: 0 }, { args: 0 }, { args: 0 }]);
    const waiting = [alone.id, ...together.map(({ instance }) => instance?.id ?? "")];
    for (const run of await store.instances.get(tenant, waiting))
      expect(run).toMatchObject({ state: "Enqueued", routing: { executor: { id: first.ready.id } } });
    const broadcast = await instances.trigger("broadcast", { args: 0 });
    const shard = await until("the shard of the other worker to end", async () => {
      const shards = await instances.children(broadcast.id);
      return shards.some(({ state }) => state === "Succeeded") && shards[0];
    });
    expect(shard).toMatchObject({ state: "Enqueued", routing: { executor: { id: first.ready.id } } });
    first.kill("SIGKILL");
    expect(await inState(store.instances, tenant, broadcast.id, "Succeeded")).toMatchObject({
      worker: null,
      result: ["rested", "rested"],
    });
    waiting.push(shard.id);
    for (const id of waiting) {
      const ended = await inState(store.instances, tenant, id, "Succeeded");
      expect(path(ended)).toBe("Enqueued Processing Succeeded");
      expect(ended).toMatchObject({
        attempt: 1,
        worker: second.ready.id,
        routing: {
          executor: { id: second.ready.id },
          refused: [{ id: first.ready.id, why: "gone" }],
        },
      });
    }
    second.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    await plane.close();
  }, 300_000);

  test("a worker stopped past its heartbeat changes nothing when it goes on", async () => {
    const shared = cluster.tenant();
    const { tenant, store } = shared;
    const plane = await startControlPlane(shared);
    const first = await spawnProgram("worker-program", shared);
    const { id } = await plane.scheduler.instances.trigger("alone", { args: 12_000 });
    await inState(store.instances, tenant, id, "Processing");
    const second = await spawnProgram("worker-program", shared);
    first.kill("SIGSTOP");
    const lost = await until("the attempt to be given up", async () => {
      const [run] = await store.instances.get(tenant, [id]);
      return run?.state !== "Processing" && run;
    });
    expect(lost.error).toMatchObject({ code: "worker_lost" });
    const goesOnAt = new Date();
    first.kill("SIGCONT");
    const ended = await inState(store.instances, tenant, id, "Succeeded");
    // It has said again that it is there and has nothing left, so the code of the lost attempt has returned.
    await until("the worker to go on", async () =>
      (await store.executors.list(tenant, goesOnAt)).some(
        (worker) => worker.id === first.ready.id && worker.running === 0,
      ),
    );
    const [now] = await store.instances.get(tenant, [id]);
    expect(now).toEqual(ended);
    expect(now).toMatchObject({ attempt: 2, result: "attempt 2" });
    expect(path(ended)).toBe("Enqueued Processing Failed Processing Succeeded");
    for (const worker of [first, second]) worker.kill("SIGTERM");
    expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
    await plane.close();
  }, 300_000);

  test("a killed control plane's firing window is taken over: no fire is lost or doubled, none is late", async () => {
    const shared = cluster.tenant();
    const { tenant, store } = shared;
    const planes = await Promise.all([
      spawnProgram("control-plane-program", shared),
      spawnProgram("control-plane-program", shared),
    ]);
    const worker = await spawnProgram("worker-program", shared, { isTicking: true });
    const runs = async (): Promise<readonly string[]> =>
      (await store.queries.list({ tenant }, { limit: 200 })).items.map(({ id }) => id);
    await until("fires", async () => (await runs()).length >= 6);
    const holder = await until("whoever holds the window", () => holderOf(cluster, tenant, planes));
    holder.kill("SIGKILL");
    const killedAtMs = Date.now();
    const fired = await until("fires of 6 more seconds", async () => {
      const { items } = await store.queries.list({ tenant }, { limit: 200 });
      const isOver = items.some(({ trigger }) => (trigger.nominalTime?.getTime() ?? 0) > killedAtMs + 6000);
      return isOver && items.every(({ state }) => state === "Succeeded") && items;
    });
    for (const key of ["tick.a", "tick.b", "tick.c"]) {
      const seconds = fired
        .filter(({ jobKey }) => jobKey === key)
        .map(({ trigger }) => (trigger.nominalTime?.getTime() ?? 0) / 1000)
        .toSorted((a, b) => a - b);
      const [from = 0] = seconds;
      expect(seconds).toEqual(seconds.map((_, index) => from + index));
    }
    expect(fired.every(({ attempt }) => attempt === 1)).toBe(true);
    // The list shows who is left, and that it fires.
    const client = await connectScheduler(shared);
    const survivor = planes.find((plane) => plane !== holder);
    await until("the survivor alone to be listed with what it does", async () => {
      const listed = await client.scheduler.controlPlanes();
      return listed.length === 1 && listed[0]?.pid === survivor?.pid && listed[0]?.duties.includes("fire");
    });
    await client.close();
    const left = [worker, ...planes.filter((plane) => plane !== holder)];
    for (const program of left) program.kill("SIGTERM");
    expect(await Promise.all(left.map((program) => program.ended))).toEqual([0, 0]);
  }, 300_000);

  test.each([1, 2])(
    "the first step of a dispatch of %i that a control plane took with it is another one's after five seconds",
    async (count) => {
      const { tenant, store } = cluster.tenant();
      const { client } = cluster.connection;
      const onError = (): void => {};
      const runtime = new TemporalRuntime({
        client,
        tenant,
        store,
        clock: systemClock,
        onError,
      });
      const requests = Array.from({ length: count }, (_, index) => {
        return {
          instanceId: `${tenant}-${index}`,
          jobKey: "nap",
          lane: "nap",
          attempt: 1,
          priority: 3,
          dueAt: null,
        };
      });
      // Takes a step and then sends nothing any more.
      const take = () =>
        client.connection.withDeadline(Date.now() + 30_000, () =>
          client.workflowService.pollWorkflowTaskQueue({
            namespace: cluster.temporal.namespace,
            taskQueue: { name: orchestratorQueue(tenant) },
            identity: "a control plane that vanishes",
          }),
        );
      await runtime.carry(executionRequested(`${tenant}-d`, { destination: toApp(tenant, "app"), requests }));
      await take();
      const { history } = await take();
      expect(history?.events?.some((event) => event.workflowTaskTimedOutEventAttributes)).toBe(true);
      const limits = (history?.events ?? []).flatMap(
        ({ workflowTaskScheduledEventAttributes: task }) =>
          task?.startToCloseTimeout?.seconds?.toNumber() ?? [],
      );
      expect(limits).toEqual([5, 5]);
    },
    300_000,
  );

  test.each([600_000, -600_000])(
    "a control plane whose clock is %i ms wrong fires when it is time, and takes no live worker for dead",
    async (aheadMs) => {
      const shared = cluster.tenant();
      const { tenant, store } = shared;
      const now = (): Date => new Date(systemClock.now().getTime() + aheadMs);
      const plane = await startControlPlane({ ...shared, clock: { ...systemClock, now } });
      const worker = await spawnProgram("worker-program", shared, { isTicking: true });
      const fired = await until("fires of three seconds", async () => {
        const { items } = await store.queries.list({ tenant }, { limit: 200 });
        return items.filter(({ state }) => state === "Succeeded").length >= 9 && items;
      });
      const earlyMs = fired.map(
        ({ trigger, startedAt }) =>
          (trigger.nominalTime?.getTime() ?? 0) - (startedAt?.getTime() ?? Infinity),
      );
      expect(Math.max(...earlyMs)).toBeLessThan(EARLIEST_FIRE_MS);
      const [seen] = await plane.scheduler.workers();
      expect(seen?.id).toBe(worker.ready.id);
      worker.kill("SIGTERM");
      expect(await worker.ended).toBe(0);
      await plane.close();
    },
    300_000,
  );

  test("a run whose workflow is terminated is found and dispatched again", async () => {
    const shared = cluster.tenant();
    const { tenant, store } = shared;
    const plane = await startControlPlane(shared);
    const first = await spawnProgram("worker-program", shared);
    first.kill("SIGTERM");
    await first.ended;
    const { id } = await plane.scheduler.instances.trigger("nap", { args: 0 });
    const workflow = cluster.connection.client.workflow.getHandle(`${tenant}|${id}`);
    await until("its workflow", () =>
      workflow.terminate().then(
        () => true,
        () => false,
      ),
    );
    const second = await spawnProgram("worker-program", shared);
    const run = await inState(store.instances, tenant, id, "Succeeded");
    expect(path(run)).toBe("Enqueued Processing Succeeded");
    second.kill("SIGTERM");
    await second.ended;
    await plane.close();
  }, 300_000);

  test("without a worker runs wait, can be cancelled, and run when one comes", async () => {
    const shared = cluster.tenant();
    const { tenant, store } = shared;
    const plane = await startControlPlane(shared);
    const first = await spawnProgram("worker-program", shared);
    first.kill("SIGTERM");
    await first.ended;
    const { instances } = plane.scheduler;
    const kept = await instances.trigger("nap", { args: 0 });
    const dropped = await instances.trigger("nap", { args: 0 });
    const workflow = cluster.connection.client.workflow.getHandle(`${tenant}|${kept.id}`);
    await until(
      "its workflow",
      async () => (await workflow.describe().catch(() => null))?.historyLength === 5,
    );
    expect(await plane.scheduler.workers()).toEqual([]);
    expect((await instances.cancel(dropped.id)).state).toBe("Cancelled");
    const second = await spawnProgram("worker-program", shared);
    expect(path(await inState(store.instances, tenant, kept.id, "Succeeded"))).toBe(
      "Enqueued Processing Succeeded",
    );
    // It waited in one queue: nothing asked again and again.
    const { events } = await workflow.fetchHistory();
    expect((events ?? []).filter((event) => event.activityTaskScheduledEventAttributes)).toHaveLength(1);
    const [stillDropped] = await store.instances.get(tenant, [dropped.id]);
    expect(stillDropped && path(stillDropped)).toBe("Enqueued Cancelled");
    second.kill("SIGTERM");
    await second.ended;
    await plane.close();
  }, 300_000);
});

/** The control plane that holds the firing duty now. */
async function holderOf(
  { connection }: Cluster,
  tenant: string,
  planes: readonly SpawnedProgram[],
): Promise<SpawnedProgram | undefined> {
  const { raw } = await connection.client.workflow.getHandle(schedulerWorkflowId(tenant)).describe();
  const held = raw.pendingActivities?.find(({ heartbeatDetails }) =>
    heartbeatDetails?.payloads?.some(({ data }) => data && Buffer.from(data).toString() === '"fire"'),
  );
  return planes.find(({ pid }) => held?.lastWorkerIdentity?.startsWith(`${pid}@`) === true);
}
