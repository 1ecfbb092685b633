import { defineTriggeredJob, type JobContext, type JobInstance } from "@mojob/core";
import { parseKeyRing, runWorkflowId } from "@mojob/core/engine";
import { type IMoWorkRunner, TextMask } from "@mojob/core/ports";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Cluster, startCluster } from "../fixtures/cluster.ts";
import { inState, until } from "../fixtures/until.ts";
import { startControlPlane } from "./control-plane/mod.ts";
import { startWorker } from "./worker/mod.ts";

const RECOVERED_WITHIN_MS = 120_000;

describe("workers that do not have what the records say", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.close());

  const done = defineTriggeredJob({ key: "old", maxConcurrency: null, execute: () => "old" });
  const added = defineTriggeredJob({ key: "added", maxConcurrency: null, execute: () => "added" });

  test("a run that meets a worker without its code goes on at once where another worker has the code", async () => {
    const shared = cluster.tenant();
    const { store, tenant } = shared;
    const plane = await startControlPlane(shared);
    const before = await startWorker({ ...shared, app: "roll", jobs: [done], onWarning: () => {} });
    const after = await startWorker({ ...shared, app: "roll", jobs: [done, added], onWarning: () => {} });
    const { instances } = plane.scheduler;
    const alone: string[] = [];
    for (let run = 0; run < 6; run += 1) {
      const { id } = await instances.trigger("added", {});
      await inState(store.instances, tenant, id, "Succeeded");
      alone.push(id);
    }
    const many = await instances.triggerMany(
      "added",
      Array.from({ length: 300 }, () => ({})),
    );
    await until("a batch", async () => {
      const runs = await store.instances.get(
        tenant,
        many.map(({ instance }) => instance?.id ?? ""),
      );
      return runs.every((run) => run?.state === "Succeeded");
    });
    // No workflow waited on a timer: its run was passed on from worker to worker.
    for (const id of alone) {
      const handle = cluster.connection.client.workflow.getHandle(runWorkflowId(tenant, id));
      const { events } = await handle.fetchHistory();
      expect((events ?? []).filter((event) => event.timerStartedEventAttributes)).toEqual([]);
    }
    await Promise.all([before.close(), after.close()]);
    await plane.close();
  }, 300_000);

  test("a run that met only workers without its code goes on when one comes that has it", async () => {
    const shared = cluster.tenant();
    const { store, tenant } = shared;
    const { workflow } = cluster.connection.client;
    const plane = await startControlPlane(shared);
    const withCode = { ...shared, app: "late-code", jobs: [done, added], onWarning: () => {} };
    // It registers the job, and leaves.
    await (await startWorker(withCode)).close();
    const before = await startWorker({ ...withCode, jobs: [done], isComplete: false });
    const { instances } = plane.scheduler;
    const run = await instances.trigger("added", {});
    const timersOf = async (): Promise<readonly string[]> => {
      const { events } = await workflow.getHandle(runWorkflowId(tenant, run.id)).fetchHistory();
      return (events ?? []).flatMap((event) =>
        event.timerStartedEventAttributes
          ? ["started"]
          : event.timerFiredEventAttributes
            ? ["fired"]
            : event.timerCanceledEventAttributes
              ? ["cancelled"]
              : [],
      );
    };
    const waits = async (): Promise<boolean> => (await timersOf()).length > 0;
    await until("its workflow to wait for the code", () => waits().catch(() => false));
    expect([...(await instances.waitingForWorker([await instances.get(run.id)]))]).toEqual([run.id]);
    const after = await startWorker(withCode);
    await inState(store.instances, tenant, run.id, "Succeeded");
    const timers = await timersOf();
    expect([timers.at(-1), timers.filter((what) => what === "cancelled").length]).toEqual(["cancelled", 1]);
    await Promise.all([before.close(), after.close()]);
    await plane.close();
  }, 300_000);

  test("a worker takes no run before a thread can go on with its heartbeats, whatever its jobs do", async () => {
    const shared = cluster.tenant();
    const { store, tenant } = shared;
    const { executors } = store;
    let isReady = false;
    const ready = Promise.withResolvers<void>();
    const life = { ready: ready.promise, turned: () => {}, began: () => {}, close: () => Promise.resolve() };
    const keepAlive = executors.keepAlive?.bind(executors);
    onTestFinished(() => void Object.assign(executors, { keepAlive }));
    Object.assign(executors, { keepAlive: () => life });
    const plane = await startControlPlane(shared);
    const jobs = [defineTriggeredJob({ key: "first", execute: () => isReady })];
    const worker = { heartbeatMs: 1000 };
    const starting = startWorker({ ...shared, app: "first", jobs, worker, onWarning: () => {} });
    const run = await until("its job", () =>
      plane.scheduler.trigger("first", {}).catch(() => false as const),
    );
    await until("the worker's next heartbeats", async () => {
      const [shown] = await executors.list(tenant, new Date(0), "first");
      return shown !== undefined && shown.lastSeenAt.getTime() - shown.startedAt.getTime() >= 2000;
    });
    isReady = true;
    ready.resolve();
    expect(await run.result()).toBe(true);
    await (await starting).close();
    await plane.close();
  }, 300_000);

  test("a secret is sealed by a control plane and opened by a worker, and is in no history and in no record", async () => {
    const shared = cluster.tenant();
    const { store, state, tenant } = shared;
    const keys = parseKeyRing(`k1 ${btoa("k".repeat(32))}`);
    const value = "correct horse battery";
    const program: IMoWorkRunner<JobContext> = {
      kind: "command",
      handlers: [],
      canRun: ({ work }) => work.kind === "command",
      run: async ({ context, secrets }) => {
        const opened = secrets?.values.get("TOKEN");
        context.log.info(`opened ${opened}`);
        if (context.attempt === 1) throw new Error(`no ${opened}`);
        return { opened, isRight: opened === value };
      },
    };
    const plane = await startControlPlane({ ...shared, keys });
    const host = { ...shared, app: "sealed", jobs: [], runners: [program], onWarning: () => {} };
    const worker = await startWorker({ ...host, keys });
    const { scheduler } = plane;
    await scheduler.secrets.create("sealed", "TOKEN", value);
    const create = (key: string, secrets: readonly string[]): Promise<unknown> =>
      scheduler.jobs.create({
        key,
        app: "sealed",
        kind: "triggered",
        work: { kind: "command", argv: ["any"], secrets },
        options: { retryCount: 1 },
      });
    await create("named", ["TOKEN"]);
    await create("unknown", ["OTHER"]);
    const { instances } = scheduler;
    // One after the other: together they would share a workflow.
    const named = await instances.trigger("named", {});
    const ended = await inState(store.instances, tenant, named.id, "Succeeded");
    expect(ended).toMatchObject({ attempt: 2, result: { opened: "***", isRight: true } });
    const unknown = await instances.trigger("unknown", {});
    expect(await inState(store.instances, tenant, unknown.id, "Terminated")).toMatchObject({
      attempt: 1,
      error: { code: "secret_missing" },
    });
    const { workflow } = cluster.connection.client;
    const history = await workflow.getHandle(runWorkflowId(tenant, ended.id)).fetchHistory();
    const logs = await store.logs.list(tenant, ended.id, 0, 100);
    const kept = JSON.stringify([history, ended, logs, await state.list("")]);
    const shows = (text: string): boolean => new TextMask([text]).text(kept) !== kept;
    // Also within base64, in which histories have their payloads.
    expect([shows(ended.id), shows(value)]).toEqual([true, false]);
    // With other keys the worker does not start.
    const other = parseKeyRing(`k2 ${btoa("z".repeat(32))}`);
    await expect(startWorker({ ...host, keys: other })).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining('Secret "TOKEN" was sealed with key "k1"'),
    });
    await worker.close();
    await plane.close();
  }, 300_000);

  test("a report that a control plane takes at a callback address ends the run on its worker", async () => {
    const shared = { ...cluster.tenant(), publicUrl: () => "https://jobs.example.com" };
    const { store, tenant } = shared;
    const given = Promise.withResolvers<string>();
    const requests: IMoWorkRunner<JobContext> = {
      kind: "http",
      handlers: [],
      canRun: ({ work }) => work.kind === "http",
      async run({ context, openCallback }) {
        const callback = await openCallback?.();
        given.resolve(callback?.url ?? "");
        return callback?.ended(context);
      },
    };
    const plane = await startControlPlane(shared);
    const host = { ...shared, app: "asking", jobs: [], runners: [requests], onWarning: () => {} };
    const worker = await startWorker(host);
    const { scheduler } = plane;
    const to = { method: "POST", url: "http://a.test", headers: {}, body: null, success: null };
    await scheduler.jobs.create({
      key: "ask",
      app: "asking",
      kind: "triggered",
      work: { kind: "http", ...to },
    });
    const { id } = await scheduler.instances.trigger("ask", {});
    const [callbackId = "", token = ""] = (await given.promise).split("/").slice(-2);
    await scheduler.acceptCallback(callbackId, token, { state: "succeeded", result: 7 });
    expect(await inState(store.instances, tenant, id, "Succeeded")).toMatchObject({ result: 7 });
    await worker.close();
    await plane.close();
  }, 300_000);

  test("a routed run waits for its executor while another is idle, and goes to that one when the first leaves", async () => {
    const shared = cluster.tenant();
    const { store, tenant } = shared;
    const plane = await startControlPlane(shared);
    const gate = Promise.withResolvers<void>();
    const routed = defineTriggeredJob({
      key: "routed",
      maxConcurrency: null,
      routing: { strategy: "first" },
      execute: (wait: boolean) => (wait ? gate.promise : undefined),
    });
    const host = { ...shared, app: "routed", jobs: [routed, done], onWarning: () => {} };
    const leaving = await startWorker({ ...host, worker: { name: "a", maxConcurrentRuns: 1 } });
    const staying = await startWorker({ ...host, worker: { name: "b" } });
    const { instances } = plane.scheduler;
    const begun = await instances.trigger("routed", { args: true });
    expect(await inState(store.instances, tenant, begun.id, "Processing")).toMatchObject({
      worker: leaving.id,
    });
    const waiting: string[] = [];
    for (const delayMs of [0, 0, 2000])
      waiting.push((await instances.trigger("routed", { args: false, delayMs })).id);
    // The idle worker takes what is for any, and leaves what is not for it.
    const other = await instances.trigger("old", {});
    expect(await inState(store.instances, tenant, other.id, "Succeeded")).toMatchObject({
      worker: staying.id,
    });
    for (const run of await store.instances.get(tenant, waiting)) expect(run?.attempt).toBe(0);
    const closed = leaving.close();
    for (const id of waiting) {
      const ended = await inState(store.instances, tenant, id, "Succeeded");
      expect(ended).toMatchObject({
        attempt: 1,
        worker: staying.id,
        routing: { executor: { name: "b" }, refused: [{ name: "a", why: "gone" }] },
      });
    }
    gate.resolve();
    expect(await inState(store.instances, tenant, begun.id, "Succeeded")).toMatchObject({
      worker: leaving.id,
    });
    await closed;
    await staying.close();
    await plane.close();
  }, 300_000);

  test("a drained worker ends what it runs and begins nothing more; its app's other worker takes all", async () => {
    const shared = cluster.tenant();
    const { store, tenant } = shared;
    const plane = await startControlPlane(shared);
    const gate = Promise.withResolvers<void>();
    const held = defineTriggeredJob({ key: "held", execute: () => gate.promise });
    const host = { ...shared, app: "drain", jobs: [done, held], onWarning: () => {} };
    const leaving = await startWorker(host);
    const { instances } = plane.scheduler;
    const begun = await instances.trigger("held", {});
    await inState(store.instances, tenant, begun.id, "Processing");
    await plane.scheduler.drainWorker(leaving.id);
    await until("the worker to know it", async () =>
      (await plane.scheduler.workers()).some(({ draining }) => draining),
    );
    // Without another worker they wait, though the polls of this one are open.
    const many = await instances.triggerMany(
      "old",
      Array.from({ length: 30 }, () => ({})),
    );
    const ids = many.map(({ instance }) => instance?.id ?? "");
    const staying = await startWorker({ ...host, worker: { maxConcurrentRuns: 3 } });
    const workers = await Promise.all(
      ids.map(async (id) => (await inState(store.instances, tenant, id, "Succeeded")).worker),
    );
    expect(new Set(workers)).toEqual(new Set([staying.id]));
    gate.resolve();
    expect(await inState(store.instances, tenant, begun.id, "Succeeded")).toMatchObject({ attempt: 1 });
    await plane.scheduler.undrainWorker(leaving.id);
    await staying.close();
    const last = await instances.trigger("old", {});
    expect(await inState(store.instances, tenant, last.id, "Succeeded")).toMatchObject({
      worker: leaving.id,
    });
    await leaving.close();
    await plane.close();
  }, 300_000);

  test("runs of a job that asks for a later version go to the worker that has it, and wait where none has", async () => {
    const shared = cluster.tenant();
    const { store, tenant } = shared;
    const plane = await startControlPlane(shared);
    const grey = defineTriggeredJob({
      key: "grey",
      maxConcurrency: null,
      executors: { minVersion: "2.0.0" },
      execute: () => "grey",
    });
    const host = { ...shared, app: "grey", jobs: [done, grey], onWarning: () => {} };
    const stable = await startWorker({ ...host, worker: { version: "1.9.0" } });
    const { instances } = plane.scheduler;
    const waiting = await instances.trigger("grey", {});
    const beside = await instances.trigger("old", {});
    await inState(store.instances, tenant, beside.id, "Succeeded");
    const run = await instances.get(waiting.id);
    expect(run.state).toBe("Enqueued");
    expect([...(await instances.waitingForWorker([run]))]).toEqual([waiting.id]);
    const next = await startWorker({ ...host, worker: { version: "2.0.0" } });
    const many = await instances.triggerMany(
      "grey",
      Array.from({ length: 20 }, () => ({})),
    );
    const ids = [waiting.id, ...many.map(({ instance }) => instance?.id ?? "")];
    const workers = await Promise.all(
      ids.map(async (id) => (await inState(store.instances, tenant, id, "Succeeded")).worker),
    );
    expect(new Set(workers)).toEqual(new Set([next.id]));
    await Promise.all([stable.close(), next.close()]);
    await plane.close();
  }, 300_000);

  test("a worker runs jobs of its own beside those of several programs of the same app", async () => {
    const shared = cluster.tenant();
    const { store, tenant } = shared;
    const plane = await startControlPlane(shared);
    const worker = await startWorker({ ...shared, app: "mixed", jobs: [done], onWarning: () => {} });
    const host = worker.executorHost();
    const programs = await Promise.all(
      ["left", "right"].map((handler) => {
        const runner: IMoWorkRunner<JobContext> = {
          kind: "code",
          handlers: [handler],
          canRun: ({ work }) => work.kind === "code" && work.handler === handler,
          run: () => Promise.resolve(handler),
        };
        return host.open({ app: "mixed", runners: [runner], runtime: { name: "python", version: "3" } });
      }),
    );
    const { scheduler } = plane;
    for (const key of ["left", "right"])
      await scheduler.jobs.create({ key, app: "mixed", kind: "triggered" });
    for (const key of ["left", "right", "old"]) {
      const { id } = await scheduler.instances.trigger(key, {});
      expect(await inState(store.instances, tenant, id, "Succeeded")).toMatchObject({ result: key });
    }
    await Promise.all(programs.map((program) => program.close(0)));
    await worker.close();
    await plane.close();
  }, 300_000);

  test("a run that its living worker does not have is recovered: the store was set back to an older copy", async () => {
    const shared = cluster.tenant();
    const { store, tenant } = shared;
    const plane = await startControlPlane(shared);
    const gate = Promise.withResolvers<void>();
    const held = defineTriggeredJob({ key: "held", retryCount: 1, execute: () => gate.promise });
    const worker = await startWorker({ ...shared, app: "set-back", jobs: [held], onWarning: () => {} });
    const { id } = await plane.scheduler.instances.trigger("held", {});
    const begun = await inState(store.instances, tenant, id, "Processing");
    // As the worker's record is when its code had returned before the copy was put back.
    const copy: JobInstance = {
      ...begun,
      id: "copied",
      startedAt: new Date(Date.now() - 60_000),
      slot: null,
    };
    await store.instances.insert([copy]);
    const again = await until(
      "the attempt after the one that nobody has",
      async () => {
        const [run] = await store.instances.get(tenant, ["copied"]);
        return run && run.history.some(({ to }) => to === "Failed") && run;
      },
      { patienceMs: RECOVERED_WITHIN_MS },
    );
    expect(again.error).toMatchObject({ code: "worker_lost" });
    // The one it does have goes on.
    const [kept] = await store.instances.get(tenant, [id]);
    expect([kept?.state, kept?.attempt]).toEqual(["Processing", 1]);
    gate.resolve();
    await inState(store.instances, tenant, id, "Succeeded");
    await worker.close();
    await plane.close();
  }, 300_000);

  test("a worker takes runs for executors that are other programs, of any app, when they have room", async () => {
    const shared = cluster.tenant();
    const { store, tenant } = shared;
    const plane = await startControlPlane(shared);
    const gateway = await startWorker({ ...shared, app: "gateway", jobs: [], hooks: { onRunEnd: () => {} } });
    const { scheduler } = plane;
    await scheduler.jobs.create({
      key: "shop.report",
      app: "shop",
      kind: "triggered",
      options: { maxConcurrency: null, retryCount: 1, retryIntervalMs: 0 },
    });
    const begun: JobContext[] = [];
    const ends: string[] = [];
    let room = 0;
    const runner: IMoWorkRunner<JobContext> = {
      kind: "code",
      handlers: ["shop.report"],
      canRun: ({ work }) => work.kind === "code" && work.handler === "shop.report",
      run: ({ context }) => {
        room -= 1;
        begun.push(context);
        if (context.attempt === 1) return Promise.reject(new Error("Not yet"));
        return new Promise((resolve) => {
          context.signal.addEventListener("abort", () => resolve(null));
          if (context.args === "quick") resolve("done");
        });
      },
    };
    const executor = await gateway.executorHost().open({
      app: "shop",
      runners: [runner],
      runtime: { name: "python", version: "3.13" },
      worker: { maxConcurrentRuns: 4 },
      room: () => room,
      onSettled: ({ outcome }) => ends.push(outcome),
    });
    const quick = await scheduler.trigger("shop.report", "quick");
    // It is in Temporal's hands while the executor has no room.
    await until("it waits", async () => (await scheduler.instances.get(quick.id)).state === "Enqueued");
    expect(begun).toEqual([]);
    room = 4;
    executor.changed();
    expect(await quick.result()).toBe("done");
    expect(begun.map(({ attempt }) => attempt)).toEqual([1, 2]);
    // Its hook is called after what waits for the result.
    await until("both ends", () => ends.length >= 2);
    expect(ends).toEqual(["failed", "succeeded"]);

    const long = await scheduler.trigger("shop.report", "long");
    await until("its second attempt", () => begun.length === 4);
    await scheduler.instances.cancel(long.id, {});
    await inState(store.instances, tenant, long.id, "Cancelled");
    const workers = await scheduler.workers();
    expect(workers.find(({ id }) => id === executor.id)).toMatchObject({ app: "shop", runtime: "python" });

    await gateway.close();
    await expect(
      gateway.executorHost().open({ app: "shop", runners: [], runtime: { name: "go", version: "1.26" } }),
    ).rejects.toMatchObject({ code: "shutting_down" });
    await plane.close();
  }, 300_000);
});
