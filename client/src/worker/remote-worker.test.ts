import { writeFileSync } from "node:fs";
import { connectScheduler, type RemoteScheduler } from "@mojob/client";
import { startRemoteWorker } from "@mojob/client/worker";
import { defineTriggeredJob } from "@mojob/core";
import { defineTask } from "@mojob/core/tasks";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  EXECUTOR_TOKEN,
  type SpawnedScheduler,
  spawnScheduler,
  spawnWorker,
  temporaryFolder,
  TOKEN,
} from "../../fixtures/spawned.ts";

describe("startRemoteWorker()", () => {
  const folder = temporaryFolder();
  let server: SpawnedScheduler;
  let scheduler: RemoteScheduler;
  beforeAll(async () => {
    server = await spawnScheduler(folder.file("own.db"));
    scheduler = connectScheduler({ url: server.url, token: TOKEN });
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  it("runs jobs with all that their context offers", async () => {
    await using worker = await spawnWorker(server.url);
    const run = await scheduler.trigger("shop.double", 21);
    expect(await run.result()).toBe(42);
    expect(await scheduler.instances.get(run.id)).toMatchObject({
      progress: { fraction: 0.5, message: "half way" },
      attempt: 1,
    });
    expect(await scheduler.instances.logs(run.id)).toMatchObject([{ level: "info", message: "Doubling" }]);
    const parent = await scheduler.trigger("shop.parent", 4);
    expect(await parent.result()).toEqual({ child: 8, kept: true });
    const follows = { of: parent.id, depth: 1 };
    const { items: doubled } = await scheduler.call("listInstances", { query: { jobKey: "shop.double" } });
    expect(doubled[0]?.trigger).toMatchObject(follows);
    const snoozed = await scheduler.trigger("shop.snooze");
    expect(await snoozed.result()).toBe("attempt 2");
    const refused = await scheduler.ended((await scheduler.trigger("shop.refuse")).id);
    expect(refused).toMatchObject({
      state: "Terminated",
      attempt: 1,
      errorSummary: "There is no such order",
    });
    const numbered = await scheduler.ended((await scheduler.trigger("shop.numbered")).id);
    expect(numbered).toMatchObject({ attempt: 1, error: { code: "job_error", number: -19_001_004_000 } });
    const large = await scheduler.ended((await scheduler.trigger("shop.too-much")).id);
    expect(large).toMatchObject({
      state: "Terminated",
      error: { message: expect.stringMatching(/larger than/) },
    });
    const circle = await scheduler.ended((await scheduler.trigger("shop.circle")).id);
    expect(circle).toMatchObject({
      state: "Terminated",
      error: { message: expect.stringMatching(/BigInt/) },
    });
    expect(await scheduler.call("listWorkers", {})).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ name: "resizer", runtime: "node" }),
      ]) as unknown,
    });
    worker.signal("SIGTERM");
    expect((await worker.exit).code).toBe(0);
    // Nothing was refused.
    expect(worker.output()).not.toContain("[mojob]");
  });

  it("asks the code of a cancelled run to end, and says why", async () => {
    await using worker = await spawnWorker(server.url);
    const run = await scheduler.trigger("shop.slow", { ms: 600_000 });
    await worker.line(new RegExp(`^began ${run.id}`));
    await run.cancel();
    await worker.line(new RegExp(`^ended ${run.id} .+`));
    expect((await scheduler.ended(run.id)).state).toBe("Cancelled");
  });

  it("finishes what is under way when it is asked to end, and takes nothing more", async () => {
    const worker = await spawnWorker(server.url);
    const end = folder.file("end-of-under");
    const under = await scheduler.trigger("shop.slow", { file: end });
    await worker.line(new RegExp(`^began ${under.id}`));
    worker.signal("SIGTERM");
    await worker.line(/^closing/);
    // What it was given before the scheduler knows is run all the same.
    await until("the scheduler to know", async () => {
      const { items } = await scheduler.call("listWorkers", {});
      return items.some(({ pid, draining }) => pid === worker.pid && draining);
    });
    const late = await scheduler.trigger("shop.double", 1);
    writeFileSync(end, "");
    expect((await worker.exit).code, worker.output()).toBe(0);
    expect(await scheduler.ended(under.id)).toMatchObject({ state: "Succeeded", attempt: 1 });
    expect((await scheduler.instances.get(late.id)).state).toBe("Enqueued");
    expect(worker.output().split("\n").at(-1)).toBe("closed");
    await using next = await spawnWorker(server.url);
    expect(next.pid).not.toBe(worker.pid);
    expect(await late.result()).toBe(2);
  });

  it("loses no run to a kill -9: another worker executes it again", { timeout: 120_000 }, async () => {
    await using first = await spawnWorker(server.url);
    const end = folder.file("end-of-lost");
    const run = await scheduler.trigger("shop.slow", { file: end });
    await first.line(new RegExp(`^began ${run.id}`));
    first.signal("SIGKILL");
    writeFileSync(end, "");
    await using second = await spawnWorker(server.url);
    expect(await run.result()).toEqual({ pid: second.pid, attempt: 2 });
  });

  it("shares the runs of an app with other workers", async () => {
    await using one = await spawnWorker(server.url);
    await using other = await spawnWorker(server.url);
    const runs = await scheduler.triggerMany(
      "shop.slow",
      Array.from({ length: 8 }, () => ({ args: { ms: 800 } })),
    );
    const results = await Promise.all(runs.map(async ({ run }) => run?.result()));
    const pids = new Set(results.map((result) => (result as { readonly pid: number }).pid));
    expect(pids).toEqual(new Set([one.pid, other.pid]));
  });

  it(
    "goes on with its runs through a kill -9 of the scheduler, and has what ended meanwhile recorded",
    { timeout: 180_000 },
    async () => {
      const file = folder.file("killed.db");
      await using first = await spawnScheduler(file);
      await using worker = await spawnWorker(first.url);
      const client = connectScheduler({ url: first.url, token: TOKEN });
      const [endOfShort, endOfLong] = [folder.file("end-of-short"), folder.file("end-of-long")];
      const short = await client.trigger("shop.slow", { file: endOfShort });
      const long = await client.trigger("shop.slow", { file: endOfLong });
      await worker.line(new RegExp(`^began ${short.id}`));
      await worker.line(new RegExp(`^began ${long.id}`));
      first.signal("SIGKILL");
      await first.exit;
      // It ends while nobody is there to take its result.
      writeFileSync(endOfShort, "");
      await worker.line(new RegExp(`^ended ${short.id}`));
      await using second = await spawnScheduler(file, Number(new URL(first.url).port));
      expect(second.url).toBe(first.url);
      expect(await short.result()).toEqual({ pid: worker.pid, attempt: 1 });
      writeFileSync(endOfLong, "");
      expect(await long.result()).toEqual({ pid: worker.pid, attempt: 1 });
      const began = worker
        .output()
        .split("\n")
        .filter((line) => line.startsWith("began"));
      expect(began).toHaveLength(2);
      expect(await (await client.trigger("shop.double", 5)).result()).toBe(10);
    },
  );

  it("settles a run once though the responses to its calls are lost", async () => {
    const lost = new Map<string, number>();
    const lossy: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const name = (input as string).split("/").at(-1) ?? "";
      if ((lost.get(name) ?? 0) >= 2 || name === "heartbeat") return response;
      await response.text();
      lost.set(name, (lost.get(name) ?? 0) + 1);
      throw new TypeError("The connection was closed");
    };
    const executions: string[] = [];
    const job = defineTriggeredJob({
      key: "lossy.job",
      maxConcurrency: null,
      execute: (text: string, { instanceId }) => {
        executions.push(instanceId);
        return text;
      },
    });
    const worker = await startRemoteWorker({
      url: server.url,
      token: EXECUTOR_TOKEN,
      app: "shop",
      jobs: [job],
      fetch: lossy,
    });
    const run = await scheduler.trigger(job, "once");
    expect(await run.result()).toBe("once");
    await worker.close();
    expect(executions).toEqual([run.id]);
    expect(Object.fromEntries(lost)).toMatchObject({ register: 2, poll: 2, settle: 2, drain: 2, leave: 2 });
  });

  it("takes more at once while its process has time, where its limit follows the load", async () => {
    const held = Promise.withResolvers<void>();
    let [running, most] = [0, 0];
    const job = defineTriggeredJob({
      key: "shop.held",
      maxConcurrency: null,
      whenFull: "queue",
      execute: async () => {
        running += 1;
        most = Math.max(most, running);
        await held.promise;
        running -= 1;
      },
    });
    const worker = await startRemoteWorker({
      url: server.url,
      token: EXECUTOR_TOKEN,
      app: "shop",
      jobs: [job],
      maxConcurrentRuns: { max: 2 },
      runtime: {
        name: "node",
        version: "24.0.0",
        usage: () => ({ processorMs: 0, memoryBytes: 1 }),
        machine: () => ({ processors: 1, times: null }),
      },
    });
    try {
      const runs = await Promise.all([1, 2, 3].map(() => scheduler.trigger(job)));
      await until("one to run", () => running === 1);
      await until("two to run", () => running === 2);
      held.resolve();
      await Promise.all(runs.map((run) => run.result()));
      expect(most).toBe(2);
    } finally {
      held.resolve();
      await worker.close();
    }
  });

  it("is refused at once with limits that are none", async () => {
    const worker = { url: server.url, token: EXECUTOR_TOKEN, app: "shop", jobs: [] };
    for (const maxConcurrentRuns of [0, { max: 0.5 }, { min: 4, max: 2 }])
      await expect(startRemoteWorker({ ...worker, maxConcurrentRuns })).rejects.toMatchObject({
        code: "invalid_argument",
      });
  });

  it("is refused at once with a wrong token, or a job that cannot be", async () => {
    const worker = { url: server.url, app: "shop", jobs: [] };
    await expect(startRemoteWorker({ ...worker, token: "x".repeat(20) })).rejects.toMatchObject({
      code: "unauthorized",
    });
    const wrong = defineTriggeredJob({ key: "shop.wrong", priority: 9, execute: () => {} });
    await expect(
      startRemoteWorker({ ...worker, token: EXECUTOR_TOKEN, jobs: [wrong] }),
    ).rejects.toMatchObject({ status: 400 });
    const thread = defineTriggeredJob({ key: "shop.thread", isolation: "thread", execute: () => {} });
    await expect(
      startRemoteWorker({ ...worker, token: EXECUTOR_TOKEN, jobs: [thread] }),
    ).rejects.toMatchObject({ code: "invalid_configuration" });
    const task = defineTask("shop.task", {}, (graph) => void graph.wait("a", { ms: 1 }));
    await expect(startRemoteWorker({ ...worker, token: EXECUTOR_TOKEN, jobs: [task] })).rejects.toMatchObject(
      { code: "invalid_configuration" },
    );
  });

  it("has nothing of the scheduler in its context without one, and says what to do", async () => {
    const job = defineTriggeredJob({
      key: "shop.alone",
      execute: (_args, { scheduler }) => scheduler.trigger("shop.double", 1).then(() => null),
    });
    const worker = await startRemoteWorker({
      url: server.url,
      token: EXECUTOR_TOKEN,
      app: "shop",
      jobs: [job],
    });
    const run = await scheduler.trigger(job);
    const ended = await until("its end", async () => {
      const now = await scheduler.instances.get(run.id);
      return now.completedAt !== null && now;
    });
    expect(ended.error?.message).toMatch(/give startRemoteWorker a scheduler/);
    await worker.close();
  });
});
