import { spawn } from "node:child_process";
import { defineRecurringJob, defineTriggeredJob, type JobInstance } from "@mojob/core";
import { schedulerWorkflowId } from "@mojob/core/engine";
import { sleep, systemClock } from "@mojob/core/ports";
import { WorkflowFailedError } from "@temporalio/client";
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import { resolveTemporalProgram } from "@mojob/test-services/temporal-program";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Cluster, startCluster } from "../fixtures/cluster.ts";
import { inState, path, until } from "../fixtures/until.ts";
import { orchestratorQueue, startJob } from "./client/mod.ts";
import { type DistributedControlPlane, startControlPlane } from "./control-plane/mod.ts";
import { type DistributedWorker, startWorker } from "./worker/mod.ts";

const DESTINATION = { tenant: "default", app: "app", executor: null };

/** Lets the run of "one-at-a-time" that is under way end. */
let letGo = Promise.withResolvers<void>();

const jobs = [
  defineTriggeredJob({
    key: "one-at-a-time",
    whenFull: "queue",
    execute: async (args) => {
      await letGo.promise;
      return args;
    },
  }),
  defineTriggeredJob({ key: "echo", maxConcurrency: null, execute: (args) => args }),
  defineTriggeredJob({ key: "indexed", debounceMs: 3000, execute: (args) => args }),
  defineTriggeredJob({ key: "indexed-late", debounceMs: 600_000, execute: (args) => args }),
  defineTriggeredJob({
    key: "greet",
    argsJsonSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    execute: (args) => `Hello ${(args as { name: string }).name}`,
  }),
  defineTriggeredJob({
    key: "unsteady",
    retryCount: 1,
    retryIntervalMs: 1000,
    execute: (_args, { attempt }) => {
      if (attempt === 1) throw new Error("not yet");
      return attempt;
    },
  }),
  defineTriggeredJob({ key: "broken", execute: () => Promise.reject(new RangeError("too far")) }),
  defineTriggeredJob({
    key: "spread",
    routing: { strategy: "broadcast" },
    execute: (_args, { shard }) => shard,
  }),
  defineTriggeredJob({ key: "off", disabled: true, execute: () => {} }),
  defineTriggeredJob({
    key: "endless",
    maxConcurrency: null,
    execute: async (_args, { signal }) => {
      await sleep(systemClock, 60_000, signal);
      signal.throwIfAborted();
    },
  }),
  defineRecurringJob({ key: "nightly", cron: "0 0 1 * * *", execute: ({ trigger }) => trigger.type }),
];

describe("runs started from a Temporal client", () => {
  let cluster: Cluster;
  let plane: DistributedControlPlane;
  let worker: DistributedWorker;
  const tenant = "default";
  beforeAll(async () => {
    cluster = await startCluster();
    const shared = { ...cluster.tenant(), tenant };
    plane = await startControlPlane(shared);
    worker = await startWorker({ ...shared, app: "clients", jobs, onWarning: () => {} });
  });
  afterAll(async () => {
    await worker.close();
    await plane.close();
    await cluster.close();
  });

  /** An id that no other try of the test has used. */
  let tries = 0;
  const own = (id: string): string => `${id}-${tries}`;
  beforeEach(() => {
    tries += 1;
  });

  const read = async (id: string): Promise<JobInstance | null> =>
    (await cluster.store.instances.get(tenant, [id]))[0] ?? null;

  test("the workflow's id is the run's, and its result the job's", async () => {
    const { workflow } = cluster.connection.client;
    const handle = await workflow.start("runJobInstance", {
      args: [{ jobKey: "greet", args: { name: "Ada" } }],
      taskQueue: orchestratorQueue(tenant),
      workflowId: own("greeting-1"),
    });
    expect(await handle.result()).toBe("Hello Ada");
    const run = await inState(cluster.store.instances, tenant, own("greeting-1"), "Succeeded");
    expect(run).toMatchObject({ jobKey: "greet", trigger: { type: "temporal" }, result: "Hello Ada" });
    expect(path(run)).toBe("Enqueued Processing Succeeded");
  });

  test("a workflow started for a job that is broadcast ends with the last shard", async () => {
    const { workflow } = cluster.connection.client;
    const handle = await workflow.start("runJobInstance", {
      args: [{ jobKey: "spread" }],
      taskQueue: orchestratorQueue(tenant),
      workflowId: own("spread-1"),
    });
    expect(await handle.result()).toEqual([{ index: 0, total: 1 }]);
    expect(await plane.scheduler.instances.children(own("spread-1"))).toMatchObject([
      { state: "Succeeded", trigger: { type: "broadcast", of: own("spread-1") }, worker: worker.id },
    ]);
  });

  test("a run of the dispatcher is one workflow with one activity, and nothing more", async () => {
    const { id } = await plane.scheduler.instances.trigger("echo", { args: 2 });
    await inState(cluster.store.instances, tenant, id, "Succeeded");
    const handle = cluster.connection.client.workflow.getHandle(id);
    expect(await handle.result()).toBe(2);
    // Started, completed, three of the activity, and two workflow tasks of three each.
    expect((await handle.describe()).historyLength).toBe(11);
    const { events } = await handle.fetchHistory();
    const started = events?.[0]?.workflowExecutionStartedEventAttributes;
    // It began on the control plane that started it, with the response to the start.
    expect(started?.eagerExecutionAccepted).toBe(true);
  });

  test("a run's carrier is its own workflow, or that of the batch it was dispatched with", async () => {
    const { instances } = plane.scheduler;
    const { id } = await instances.trigger("echo", { args: 1 });
    await inState(cluster.store.instances, tenant, id, "Succeeded");
    expect(await instances.carrier(id)).toEqual({
      id,
      queue: orchestratorQueue(tenant),
      isOpen: expect.any(Boolean),
    });
    const due = { delayMs: 86_400_000 };
    const [one, other] = await instances.triggerMany("echo", [due, due]);
    const ids = [one, other].map((answer) => answer?.instance?.id ?? "");
    const [first, second] = await until("the batch of both", async () => {
      const found = await Promise.all(ids.map((each) => instances.carrier(each)));
      return found.every((each) => each !== null) && found;
    });
    expect(first).toMatchObject({ isOpen: true, queue: orchestratorQueue(tenant) });
    expect(second).toEqual(first);
    const { memo } = await cluster.connection.client.workflow.getHandle(first?.id ?? "").describe();
    expect(memo).toEqual({ tenant, app: "clients", jobs: ["echo"], runs: 2 });
    const scheduler = cluster.connection.client.workflow.getHandle(schedulerWorkflowId(tenant));
    expect(await (await scheduler.describe()).staticSummary()).toBe("scheduler of tenant default");
    await instances.bulk({ action: "cancel", ids });
  });

  test("it is one activity more where the run is still to be recorded", async () => {
    const { client } = cluster.connection;
    const handle = await startJob(client, { instanceId: own("counted"), jobKey: "echo", args: [1] });
    expect(await handle.result()).toEqual([1]);
    const { events } = await handle.fetchHistory();
    const scheduled = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: activity }) =>
      activity ? [activity.activityType?.name] : [],
    );
    expect(scheduled).toEqual(["recordRun", "JobExecutionRequested"]);
  });

  test("attempts follow as the job says, within the one workflow", async () => {
    const handle = await startJob(cluster.connection.client, {
      instanceId: own("twice"),
      jobKey: "unsteady",
    });
    expect(await handle.result()).toBe(2);
    expect(path((await read(own("twice"))) as JobInstance)).toBe(
      "Enqueued Processing Failed Processing Succeeded",
    );
  });

  test("a recurring job can be run so as well", async () => {
    const handle = await startJob(cluster.connection.client, {
      instanceId: own("by-hand"),
      jobKey: "nightly",
    });
    expect(await handle.result()).toBe("temporal");
  });

  test("the job's error is the workflow's", async () => {
    const handle = await startJob(cluster.connection.client, {
      instanceId: own("broken-1"),
      jobKey: "broken",
    });
    const failure = await failureOf(handle.result());
    expect(failure).toMatchObject({ type: "job_error", nonRetryable: true });
    expect(failure.message).toContain("too far");
    expect((await read(own("broken-1")))?.state).toBe("Terminated");
  });

  test.each([
    ["an unknown job", "job-1", { jobKey: "nobody" }, "job_not_found", "no job has this key"],
    ["arguments that do not fit", "job-2", { jobKey: "greet", args: { name: 7 } }, "invalid_args", "greet"],
    ["a disabled job", "job-3", { jobKey: "off" }, "job_disabled", "disabled"],
    ["a priority out of range", "job-5", { jobKey: "echo", priority: 9 }, "invalid_argument", "priority"],
    ["a key that is no text", "job-6", { jobKey: 7 }, "invalid_argument", "jobKey"],
    ["no input at all", "job-8", null, "invalid_argument", "jobKey"],
    ["a field it does not have", "job-9", { jobKey: "echo", runInMs: 5 }, "invalid_argument", "jobKey"],
    [
      "the id of a fire",
      "nightly@2026-11-22T01:00:00.000Z",
      { jobKey: "echo" },
      "invalid_argument",
      "another id",
    ],
    ["the id of another job's run", "greet#1", { jobKey: "echo" }, "invalid_argument", "another id"],
    ["an id of another tenant", "acme|job-7", { jobKey: "echo" }, "invalid_argument", "tenant"],
  ])(
    "%s fails the workflow at once, in words, and leaves no record",
    async (_what, instanceId, start, code, told) => {
      const handle = await cluster.connection.client.workflow.start("runJobInstance", {
        args: start === null ? [] : [start],
        taskQueue: orchestratorQueue(tenant),
        workflowId: instanceId,
      });
      const failure = await failureOf(handle.result());
      expect(failure).toMatchObject({ type: code, nonRetryable: true });
      expect(failure.message).toContain(told);
      expect(await read(instanceId)).toBeNull();
    },
  );

  test.each([
    ["runJobBatch", []],
    ["runJobBatch", [{ destination: DESTINATION, requests: [] }]],
    ["runJobInstance", [{ destination: 7, request: null }]],
    ["runJobInstance", [{ destination: DESTINATION, request: {} }]],
    ["runJobInstance", [{ jobKey: "echo" }, { delayMs: 5 }]],
    ["scheduleJobs", []],
  ])("%s fails at once with the input %j", async (type, args) => {
    const handle = await cluster.connection.client.workflow.start(type, {
      args,
      taskQueue: orchestratorQueue(tenant),
      workflowId: `malformed-${JSON.stringify(args).length}-${type}`,
    });
    expect(await failureOf(handle.result())).toMatchObject({ type: "invalid_argument", nonRetryable: true });
  });

  test("a workflow that an operator resets while its run is under way ends as the run does", async () => {
    const { client } = cluster.connection;
    const handle = await startJob(client, { instanceId: own("reset"), jobKey: "unsteady" });
    await inState(cluster.store.instances, tenant, own("reset"), "Failed");
    await client.workflowService.resetWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId: own("reset") },
      reason: "an operator's",
      requestId: "1",
      // The first workflow task, the fourth event: its steps are done again.
      workflowTaskFinishEventId: (await handle.fetchHistory()).events?.[3]?.eventId ?? null,
    });
    expect(await client.workflow.getHandle(own("reset")).result()).toBe(2);
    expect((await read(own("reset")))?.attempt).toBe(2);
  });

  test("an id that has been used for a run is refused and its run left as it was", async () => {
    const { client } = cluster.connection;
    const first = await startJob(client, { instanceId: own("again"), jobKey: "echo", args: 1 });
    await first.result();
    const before = await read(own("again"));
    const second = await startJob(client, { instanceId: own("again"), jobKey: "echo", args: 2 });
    expect(await failureOf(second.result())).toMatchObject({ type: "idempotency_mismatch" });
    expect(await read(own("again"))).toEqual(before);
  });

  test("a delayed run is recorded as Scheduled at once, and runs when it is due", async () => {
    const { client } = cluster.connection;
    const handle = await startJob(client, {
      instanceId: own("later"),
      jobKey: "echo",
      args: 3,
      delayMs: 3000,
    });
    const waiting = await inState(cluster.store.instances, tenant, own("later"), "Scheduled");
    const { items } = await plane.scheduler.instances.list({ states: ["Scheduled"] }, { limit: 10 });
    expect(items.map(({ id }) => id)).toContain(own("later"));
    expect(await handle.result()).toBe(3);
    const run = await inState(cluster.store.instances, tenant, own("later"), "Succeeded");
    expect(path(run)).toBe("Scheduled Enqueued Processing Succeeded");
    expect(run.startedAt?.getTime()).toBeGreaterThanOrEqual(waiting.scheduledFor?.getTime() ?? Infinity);
  });

  test("a debounced run that is postponed resolves its client's wait with the latest arguments, and is not looked for as lost", async () => {
    const { client } = cluster.connection;
    const handle = await startJob(client, { instanceId: own("edit"), jobKey: "indexed", args: 1 });
    await until("its record", () => read(own("edit")));
    // Temporal's clock cannot be faked, and only a second between the two has the workflow wake before the run is due.
    await sleep(systemClock, 1000);
    const { id } = await plane.scheduler.instances.trigger("indexed", { args: 2 });
    // On a busy machine it may have begun before.
    expect(await handle.result()).toBe(id === own("edit") ? 2 : 1);
    const { events } = await handle.fetchHistory();
    const activities = (events ?? []).flatMap(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name ?? [],
    );
    expect(activities).toContain("recordRun");
    expect(activities).not.toContain("recoverRuns");
  });

  test("a client's run that is folded into another one is skipped, and gives that its arguments", async () => {
    const { client } = cluster.connection;
    await startJob(client, { instanceId: own("edit-1"), jobKey: "indexed-late", args: 1 });
    onTestFinished(async () => void (await plane.scheduler.instances.cancel(own("edit-1")).catch(() => {})));
    await inState(cluster.store.instances, tenant, own("edit-1"), "Scheduled");
    const second = await startJob(client, { instanceId: own("edit-2"), jobKey: "indexed-late", args: 2 });
    expect(await failureOf(second.result())).toMatchObject({
      type: "skipped",
      message: `Run "${own("edit-2")}" was skipped: Run "${own("edit-1")}" begins with its arguments (debounceMs)`,
    });
    expect(await read(own("edit-1"))).toMatchObject({ state: "Scheduled", args: 2 });
    await plane.scheduler.instances.cancel(own("edit-1"));
  });

  test("a run that waited for a slot resolves its client's wait when it has ended, and leaves no workflow of the dispatcher's open", async () => {
    letGo = Promise.withResolvers();
    onTestFinished(() => letGo.resolve());
    const { client } = cluster.connection;
    const { instances } = plane.scheduler;
    const first = await instances.trigger("one-at-a-time", { args: 1 });
    await inState(cluster.store.instances, tenant, first.id, "Processing");
    const waits = async (id: string): Promise<boolean> => (await read(id))?.reason?.code === "waits_for_slot";
    const handle = await startJob(client, { instanceId: own("queued"), jobKey: "one-at-a-time", args: 2 });
    await until("the client's run to wait", () => waits(own("queued")));
    const third = await instances.trigger("one-at-a-time", { args: 3 });
    await until("the third run to wait", () => waits(third.id));
    // Nobody waits for its result there, and a worker gives it its turn.
    await until("its workflow to end", async () => (await instances.carrier(third.id))?.isOpen === false);
    letGo.resolve();
    expect(await handle.result()).toBe(2);
    await inState(cluster.store.instances, tenant, third.id, "Succeeded");
    expect((await read(own("queued")))?.attempt).toBe(1);
  });

  test("a delay that is none is refused", async () => {
    const { client } = cluster.connection;
    const handle = await startJob(client, { instanceId: "wrong-delay", jobKey: "echo", delayMs: -1 });
    expect(await failureOf(handle.result())).toMatchObject({ type: "invalid_argument" });
  });

  test("the workflow's cancel is the run's: it aborts the running run, and both end as cancelled", async () => {
    const handle = await startJob(cluster.connection.client, {
      instanceId: own("endless-1"),
      jobKey: "endless",
    });
    await inState(cluster.store.instances, tenant, own("endless-1"), "Processing");
    await handle.cancel();
    const run = await inState(cluster.store.instances, tenant, own("endless-1"), "Cancelled");
    expect(JSON.stringify(run.reason)).toContain("Temporal");
    await expect(handle.result()).rejects.toMatchObject({ cause: expect.any(CancelledFailure) as unknown });
    expect((await handle.describe()).status.name).toBe("CANCELLED");
  });

  test("a delayed run is cancelled from either side during its delay", async () => {
    const { client } = cluster.connection;
    const start = async (instanceId: string): Promise<Awaited<ReturnType<typeof startJob>>> => {
      const handle = await startJob(client, { instanceId, jobKey: "echo", delayMs: 600_000 });
      await inState(cluster.store.instances, tenant, instanceId, "Scheduled");
      return handle;
    };
    const [theirs, ours] = [await start(own("never-1")), await start(own("never-2"))];
    await theirs.cancel();
    await plane.scheduler.instances.cancel(own("never-2"));
    for (const handle of [theirs, ours])
      await expect(handle.result()).rejects.toMatchObject({ cause: expect.any(CancelledFailure) as unknown });
    for (const id of [own("never-1"), own("never-2")])
      expect(path(await inState(cluster.store.instances, tenant, id, "Cancelled"))).toBe(
        "Scheduled Cancelled",
      );
  });

  test("a delayed run that is cancelled leaves no workflow that waits", async () => {
    const { instances } = plane.scheduler;
    const { id } = await instances.trigger("echo", { delayMs: 86_400_000 });
    const workflow = cluster.connection.client.workflow.getHandle(id);
    await until(
      "its workflow",
      async () => (await workflow.describe().catch(() => null))?.status.name === "RUNNING",
    );
    await instances.cancel(id);
    await until("its end", async () => (await workflow.describe()).status.name === "TERMINATED");
    expect(path((await read(id)) as JobInstance)).toBe("Scheduled Cancelled");
  });

  test("a run's cancel is the workflow's", async () => {
    const handle = await startJob(cluster.connection.client, {
      instanceId: own("endless-2"),
      jobKey: "endless",
    });
    await inState(cluster.store.instances, tenant, own("endless-2"), "Processing");
    await plane.scheduler.instances.cancel(own("endless-2"), { by: "Ada" });
    await expect(handle.result()).rejects.toMatchObject({ cause: expect.any(CancelledFailure) as unknown });
  });

  test("a cancel between two attempts gives up the retry", async () => {
    const { client } = cluster.connection;
    const { key } = (await plane.scheduler.jobs.get("unsteady")).definition;
    const { definition } = await plane.scheduler.jobs.get(key);
    await plane.scheduler.jobs.update(key, { retryIntervalMs: 60_000 }, definition.revision);
    const handle = await startJob(client, { instanceId: own("between"), jobKey: key });
    await inState(cluster.store.instances, tenant, own("between"), "Failed");
    await handle.cancel();
    const run = await inState(cluster.store.instances, tenant, own("between"), "Cancelled");
    expect(path(run)).toBe("Enqueued Processing Failed Cancelled");
  });

  test("Temporal's own command line starts one", async () => {
    const { command } = await resolveTemporalProgram();
    const { address } = cluster.tenant().temporal;
    const started = spawn(command, [
      "workflow",
      "start",
      `--address=${address}`,
      "--type=runJobInstance",
      "--task-queue=mojob:default",
      `--workflow-id=${own("from-the-shell")}`,
      '--input={"jobKey":"greet","args":{"name":"Grace"}}',
    ]);
    expect(await new Promise((resolve) => started.once("exit", resolve))).toBe(0);
    const run = await until("the run", async () => {
      const found = await read(own("from-the-shell"));
      return found?.state === "Succeeded" && found;
    });
    expect(run.result).toBe("Hello Grace");
  });
});

/** What a workflow failed with, whichever step of it failed. */
async function failureOf(result: Promise<unknown>): Promise<ApplicationFailure> {
  let error: unknown = await result.then(
    () => new Error("it succeeded"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WorkflowFailedError);
  while (error instanceof Error && !(error instanceof ApplicationFailure)) error = error.cause;
  return error as ApplicationFailure;
}
