import {
  defineTriggeredJob,
  type JobContext,
  type JobRegistration,
  type JsonValue,
  type MoJobScheduler,
} from "@mojob/core";
import type { IMoWorkRunner } from "@mojob/core/ports";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { FEATURES } from "@mojob/features";
import { afterEach, describe, expect, it } from "vitest";
import { startEmbedded } from "./embedded.ts";

interface Sum {
  readonly a: number;
  readonly b: number;
}

/** Ids of the runs that wait to be cancelled. */
const hanging = new Set<string>();
/** Keys of jobs that fail. */
const broken = new Set<string>();
let close: () => Promise<void> = async () => {};
afterEach(() => close());

const jobs: readonly JobRegistration[] = [
  defineTriggeredJob({ key: "ops.add", execute: (args: Sum) => ({ sum: args.a + args.b }) }),
  defineTriggeredJob({ key: "ops.echo", execute: (args: JsonValue) => args }),
  defineTriggeredJob({
    key: "ops.hang",
    maxConcurrency: null,
    execute: (_, { signal, instanceId }) => {
      hanging.add(instanceId);
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => (hanging.delete(instanceId), reject(signal.reason)));
      });
    },
  }),
  defineTriggeredJob({
    key: "ops.flaky",
    execute: (_, { jobKey }) => {
      if (broken.has(jobKey)) throw new Error("broken");
    },
  }),
  defineTriggeredJob({
    key: "ops.fail",
    execute: () => {
      throw new Error("broken");
    },
  }),
];

async function start(): Promise<MoJobScheduler> {
  const started = await startEmbedded({
    features: FEATURES,
    app: "ops",
    jobs,
    hooks: { onRunEnd: () => {} },
  });
  ({ close } = started);
  return started.scheduler;
}

async function createTask(scheduler: MoJobScheduler, key: string, body: object): Promise<void> {
  await scheduler.jobs.create({
    key,
    app: "ops",
    kind: "triggered",
    work: { kind: "task", body: { engine: 1, ...body } },
  });
}

describe("tasks, embedded", () => {
  it("execute jobs that their bodies hold, in groups for each item too, however deep", async () => {
    const executed: string[] = [];
    const runner: IMoWorkRunner<JobContext> = {
      kind: "script",
      names: ["shell"],
      handlers: [],
      canRun: ({ work }) => work.kind === "script",
      run: ({ definition: { key } }) => Promise.resolve(executed.push(key.replace(/^.*#/, "#"))),
    };
    const started = await startEmbedded({ features: FEATURES, app: "ops", jobs, runners: [runner] });
    ({ close } = started);
    const own = (id: string): object => ({
      id,
      type: "job",
      job: { work: { kind: "script", language: "shell", source: id } },
    });
    const box = (id: string, nodes: readonly object[]): object => ({
      id,
      type: "group",
      each: { items: "[1, 2]" },
      nodes,
    });
    await createTask(started.scheduler, "ops.boxes", {
      nodes: [own("top"), box("outer", [own("in"), box("inner", [own("deep")])])],
    });
    const run = await started.scheduler.trigger("ops.boxes");
    await run.result({ timeoutMs: 10_000 });
    const deep = Array.from({ length: 4 }, () => "#deep@1");
    expect(executed.toSorted()).toEqual([...deep, "#in@1", "#in@1", "#top@1"]);
  });

  it("run a chain whose results flow on", async () => {
    const scheduler = await start();
    await createTask(scheduler, "ops.chain", {
      params: [{ name: "from", type: "number", required: true }],
      nodes: [
        {
          id: "one",
          type: "job",
          job: { key: "ops.add" },
          params: [
            { name: "a", expression: "$.TASK.PARAMS.from" },
            { name: "b", value: 1 },
          ],
        },
        {
          id: "two",
          type: "job",
          job: { key: "ops.add" },
          pre: [{ node: "one" }],
          params: [
            { name: "a", expression: "$.JOB['one'].RESULT.sum" },
            { name: "b", value: 10 },
          ],
        },
      ],
      results: [{ name: "total", type: "number", expression: "$.JOB['two'].RESULT['sum']" }],
    });
    const run = await scheduler.trigger("ops.chain", { from: 5 });
    expect(await run.result({ timeoutMs: 10_000 })).toEqual({ total: 16 });
    await expect(scheduler.trigger("ops.chain", {})).rejects.toMatchObject({ code: "invalid_args" });
  });

  it("fail with the names of nodes whose failure nothing handled", async () => {
    const scheduler = await start();
    await createTask(scheduler, "ops.broken", {
      nodes: [
        { id: "bad", type: "job", job: { key: "ops.fail" } },
        { id: "after", type: "job", job: { key: "ops.echo" }, pre: [{ node: "bad" }] },
      ],
    });
    const run = await scheduler.trigger("ops.broken");
    await expect(run.result({ timeoutMs: 10_000 })).rejects.toThrow("bad: broken");
    const parts = await scheduler.instances.children(run.instance.id);
    expect(parts.map(({ jobKey, state }) => [jobKey, state])).toEqual([["ops.fail", "Terminated"]]);
  });

  it("take branches, visit loops again, and wait", async () => {
    const scheduler = await start();
    await createTask(scheduler, "ops.loop", {
      nodes: [
        { id: "pause", type: "wait", for: { ms: "20" } },
        {
          id: "more",
          type: "condition",
          branches: [{ name: "again", when: "$.VISIT < 4" }],
          else: "done",
          loop: { maxVisits: 10 },
          pre: [{ node: "pause" }, { node: "work" }],
        },
        {
          id: "work",
          type: "job",
          job: { key: "ops.echo" },
          pre: [{ node: "more", branch: "again" }],
          params: [{ name: "visit", expression: "$.VISIT" }],
        },
        { id: "end", type: "job", job: { key: "ops.echo" }, pre: [{ node: "more", branch: "done" }] },
      ],
    });
    const run = await scheduler.trigger("ops.loop");
    await run.result({ timeoutMs: 10_000 });
    const parts = await scheduler.instances.children(run.instance.id);
    expect(parts.map(({ part }) => part?.name)).toEqual(["work~1", "work~2", "work~3", "end"]);
    expect(parts.map(({ args }) => args)).toEqual([{ visit: 1 }, { visit: 2 }, { visit: 3 }, null]);
  });

  it("visit a loop again by what its last visit found", async () => {
    const scheduler = await start();
    await createTask(scheduler, "ops.until", {
      nodes: [
        {
          id: "more",
          type: "condition",
          branches: [{ name: "again", when: "($.JOB['load'].RESULT.sum ?? 0) < 3" }],
          else: "done",
          loop: { maxVisits: 10 },
          pre: [{ node: "load" }],
        },
        {
          id: "load",
          type: "job",
          job: { key: "ops.add" },
          pre: [{ node: "more", branch: "again" }],
          params: [
            { name: "a", expression: "$.VISIT" },
            { name: "b", value: 0 },
          ],
        },
        { id: "end", type: "job", job: { key: "ops.echo" }, pre: [{ node: "more", branch: "done" }] },
      ],
    });
    const run = await scheduler.trigger("ops.until");
    await run.result({ timeoutMs: 10_000 });
    const parts = await scheduler.instances.children(run.instance.id);
    expect(parts.map(({ part }) => part?.name)).toEqual(["load~1", "load~2", "load~3", "end"]);
  });

  it("fail a loop that has no visit left, and show its condition so", async () => {
    const scheduler = await start();
    await createTask(scheduler, "ops.endless", {
      nodes: [
        {
          id: "more",
          type: "condition",
          branches: [{ name: "again", when: "true" }],
          else: "done",
          loop: { maxVisits: 2 },
          pre: [{ node: "work" }],
        },
        { id: "work", type: "job", job: { key: "ops.echo" }, pre: [{ node: "more", branch: "again" }] },
        { id: "end", type: "job", job: { key: "ops.echo" }, pre: [{ node: "more", branch: "done" }] },
      ],
    });
    const run = await scheduler.trigger("ops.endless");
    await expect(run.result({ timeoutMs: 10_000 })).rejects.toThrow("more: A loop began");
    const { nodes } = await scheduler.tasks.get(run.id);
    expect(nodes.map(({ id, status, code }) => [id, status, code])).toEqual([
      ["more", "Failed", "loop_limit"],
      ["work", "Succeeded", null],
      ["end", "Blocked", null],
    ]);
  });

  it("execute a job for each item, and a group of nodes for each item of another", async () => {
    const scheduler = await start();
    await createTask(scheduler, "ops.batch", {
      params: [{ name: "list", type: "json" }],
      nodes: [
        {
          id: "each",
          type: "job",
          job: { key: "ops.add" },
          each: { items: "$.TASK.PARAMS.list", maxParallel: 2 },
          params: [
            { name: "a", expression: "$.ITEM" },
            { name: "b", expression: "$.INDEX" },
          ],
        },
        {
          id: "box",
          type: "group",
          each: { items: "$.JOB['each'][*].RESULT.sum" },
          pre: [{ node: "each" }],
          nodes: [
            {
              id: "in",
              type: "job",
              job: { key: "ops.add" },
              params: [
                { name: "a", expression: "$.ITEM" },
                { name: "b", expression: "$.JOB['each'][0].RESULT.sum" },
              ],
            },
            {
              id: "on",
              type: "job",
              job: { key: "ops.echo" },
              pre: [{ node: "in" }],
              params: [{ name: "sum", expression: "$.JOB['in'].RESULT.sum" }],
            },
          ],
        },
      ],
      results: [{ name: "sums", type: "json", expression: "$.JOB['each'][*].RESULT.sum" }],
    });
    const run = await scheduler.trigger("ops.batch", { list: [10, 20, 30] });
    expect(await run.result({ timeoutMs: 10_000 })).toEqual({ sums: [10, 21, 32] });
    const parts = await scheduler.instances.children(run.instance.id);
    expect(parts.map(({ part, jobKey }) => [part?.name, jobKey])).toEqual([
      ["each:0", "ops.add"],
      ["each:1", "ops.add"],
      ["each:2", "ops.add"],
      ["box:0", "ops.batch#box@1"],
      ["box:1", "ops.batch#box@1"],
      ["box:2", "ops.batch#box@1"],
    ]);
    const inner = await scheduler.instances.children(parts[5]?.id ?? "");
    expect(inner.map(({ args }) => args)).toEqual([{ a: 32, b: 10 }, { sum: 42 }]);
  });

  it("run jobs that their bodies hold, and other tasks", async () => {
    const scheduler = await start();
    await createTask(scheduler, "ops.inner", {
      params: [{ name: "x", type: "number" }],
      nodes: [
        {
          id: "own",
          type: "job",
          job: {
            work: { kind: "code", handler: "ops.add" },
            results: [{ name: "twice", type: "number", expression: "$.SELF.RESULT.sum * 2" }],
            successCondition: { type: "logic", expression: "$.SELF.RESULT.twice > 0" },
          },
          params: [
            { name: "a", expression: "$.TASK.PARAMS.x" },
            { name: "b", value: 1 },
          ],
        },
      ],
      results: [{ name: "twice", type: "number", expression: "$.JOB['own'].RESULT.twice" }],
    });
    await createTask(scheduler, "ops.outer", {
      nodes: [{ id: "sub", type: "task", key: "ops.inner", params: [{ name: "x", value: 4 }] }],
      results: [{ name: "twice", type: "number", expression: "$.JOB['sub'].RESULT.twice" }],
    });
    expect(await (await scheduler.trigger("ops.outer")).result({ timeoutMs: 10_000 })).toEqual({ twice: 10 });
    const bad = await scheduler.trigger("ops.inner", { x: -5 });
    await expect(bad.result({ timeoutMs: 10_000 })).rejects.toThrow("own: ");
  });

  it("end as Cancelled with all that is under way in them, and clean up", async () => {
    const scheduler = await start();
    await createTask(scheduler, "ops.long", {
      nodes: [
        { id: "a", type: "job", job: { key: "ops.hang" } },
        { id: "sub", type: "task", key: "ops.sublong" },
        {
          id: "clean",
          type: "job",
          job: { key: "ops.echo" },
          cleanup: true,
          pre: [{ node: "a" }, { node: "sub" }],
        },
      ],
    });
    await createTask(scheduler, "ops.sublong", {
      nodes: [{ id: "b", type: "job", job: { key: "ops.hang" } }],
    });
    const run = await scheduler.trigger("ops.long");
    await expect.poll(async () => hanging.size, { timeout: 5000 }).toBe(2);
    await scheduler.instances.cancel(run.instance.id, { reason: "enough" });
    const end = await scheduler.ended(run.instance.id, { timeoutMs: 10_000 });
    expect(end).toMatchObject({
      state: "Cancelled",
      reason: { code: "cancelled", parameters: { note: "enough" } },
    });
    const parts = await scheduler.instances.children(run.instance.id);
    expect(parts.map(({ part, state }) => [part?.name, state])).toEqual([
      ["a", "Cancelled"],
      ["sub", "Cancelled"],
      ["clean", "Succeeded"],
    ]);
    expect(hanging.size).toBe(0);
  });

  it("take over what ended ok of tasks within them, when they are run again", async () => {
    const scheduler = await start();
    const nodes = [
      {
        id: "x",
        type: "job",
        job: { key: "ops.echo" },
        params: [{ name: "of", expression: "$.TASK.PARAMS.of" }],
      },
      { id: "y", type: "job", job: { key: "ops.flaky" }, pre: [{ node: "x" }] },
    ];
    await createTask(scheduler, "ops.inner", { params: [{ name: "of", type: "text" }], nodes });
    await createTask(scheduler, "ops.outer", {
      nodes: [
        { id: "sub", type: "task", key: "ops.inner", params: [{ name: "of", value: "sub" }] },
        {
          id: "box",
          type: "group",
          each: { items: "['p', 'q']", onItemFailure: "continue" },
          nodes: [
            {
              id: "echo",
              type: "job",
              job: { key: "ops.echo" },
              params: [{ name: "of", expression: "$.ITEM" }],
            },
            {
              id: "deep",
              type: "task",
              key: "ops.inner",
              pre: [{ node: "echo" }],
              params: [{ name: "of", expression: "$.ITEM" }],
            },
          ],
        },
      ],
    });
    broken.add("ops.flaky");
    const first = await scheduler.trigger("ops.outer");
    await expect(first.result({ timeoutMs: 10_000 })).rejects.toThrow("sub");
    broken.delete("ops.flaky");
    const preview = await scheduler.tasks.previewRerun(first.instance.id, { type: "smart" });
    expect(preview.map(({ node, isInner }) => [node, isInner])).toEqual([
      ["sub", true],
      ["box", true],
    ]);
    const again = await scheduler.tasks.rerun(first.instance.id, { type: "smart" });
    await scheduler.result(again.id, { timeoutMs: 10_000 });
    const below = async (id: string): Promise<readonly string[]> => {
      const runs = await scheduler.instances.children(id);
      const all = await Promise.all(runs.map(async (run) => [run.jobKey, ...(await below(run.id))]));
      return all.flat();
    };
    const executed = (await below(again.id)).filter((key) => ["ops.echo", "ops.flaky"].includes(key));
    expect(executed).toEqual(["ops.flaky", "ops.flaky", "ops.flaky"]);
  });

  it("give what a re-run takes over to the first node that it executes", async () => {
    const scheduler = await start();
    await createTask(scheduler, "ops.chain", {
      nodes: [
        {
          id: "add",
          type: "job",
          job: { key: "ops.add" },
          params: [
            { name: "a", value: 1 },
            { name: "b", value: 2 },
          ],
        },
        {
          id: "echo",
          type: "job",
          job: { key: "ops.echo" },
          pre: [{ node: "add" }],
          params: [{ name: "sum", expression: "$.JOB['add'].RESULT.sum" }],
        },
      ],
      results: [{ name: "sum", type: "number", expression: "$.JOB['echo'].RESULT.sum" }],
    });
    const first = await scheduler.trigger("ops.chain");
    expect(await first.result({ timeoutMs: 10_000 })).toEqual({ sum: 3 });
    const again = await scheduler.tasks.rerun(first.instance.id, { type: "from", nodes: ["echo"] });
    expect(await scheduler.result(again.id, { timeoutMs: 10_000 })).toEqual({ sum: 3 });
  });

  it("wait where a job is full that skips its other runs", async () => {
    const scheduler = await start();
    expect((await scheduler.jobs.get("ops.add")).definition.options).toMatchObject({
      maxConcurrency: 1,
      whenFull: "skip",
    });
    await createTask(scheduler, "ops.wide", {
      nodes: Array.from({ length: 5 }, (_, index) => ({
        id: `n${index}`,
        type: "job",
        job: { key: "ops.add" },
        params: [
          { name: "a", value: index },
          { name: "b", value: 1 },
        ],
      })),
    });
    await (await scheduler.trigger("ops.wide")).result({ timeoutMs: 10_000 });
  });

  it("fail a node whose job is not there, or disabled, and hand that to who handles it", async () => {
    const scheduler = await start();
    await createTask(scheduler, "ops.missing", {
      nodes: [
        { id: "none", type: "job", job: { key: "ops.nothing" } },
        {
          id: "handler",
          type: "job",
          job: { key: "ops.echo" },
          pre: [{ node: "none", on: "failed" }],
          params: [{ name: "code", expression: "$.JOB['none'].CODE" }],
        },
      ],
      results: [{ name: "code", type: "text", expression: "$.JOB['handler'].RESULT.code" }],
    });
    const run = await scheduler.trigger("ops.missing");
    expect(await run.result({ timeoutMs: 10_000 })).toEqual({ code: "job_not_found" });
  });

  it("begin one after the other where their job queues", async () => {
    const scheduler = await start();
    await createTask(scheduler, "ops.queued", {
      nodes: [{ id: "a", type: "job", job: { key: "ops.echo" } }],
    });
    const { definition } = await scheduler.jobs.get("ops.queued");
    await scheduler.jobs.update("ops.queued", { whenFull: "queue", maxConcurrency: 1 }, definition.revision);
    const runs = await Promise.all([1, 2, 3].map(() => scheduler.trigger("ops.queued")));
    for (const run of runs) await run.result({ timeoutMs: 10_000 });
  });

  it("execute phases of a job that their body holds, as one attempt", async () => {
    const order: string[] = [];
    const phase = (key: string) =>
      defineTriggeredJob({
        key,
        maxConcurrency: null,
        execute: (args: { readonly fails?: string }) => {
          order.push(key);
          if (args.fails === key) throw new Error(`${key} broke`);
          return key;
        },
      });
    const started = await startEmbedded({
      features: FEATURES,
      app: "ops",
      jobs: ["r", "p", "e"].map(phase),
      hooks: { onRunEnd: () => {} },
    });
    ({ close } = started);
    const { scheduler } = started;
    const code = (handler: string) => ({ kind: "code", handler });
    await createTask(scheduler, "ops.phased", {
      nodes: [
        {
          id: "one",
          type: "job",
          job: { ready: code("r"), work: code("p"), end: code("e") },
          params: [{ name: "fails", expression: "$.TASK.PARAMS.fails" }],
        },
      ],
      results: [{ name: "of", type: "text", expression: "$.JOB['one'].RESULT" }],
    });
    const trigger = async (fails: string) => {
      order.length = 0;
      const run = await scheduler.trigger("ops.phased", { fails });
      const ended = await scheduler.ended(run.id, { timeoutMs: 10_000 });
      const [part] = await scheduler.instances.children(run.id);
      return [ended.state, ended.result, order.join(""), part?.error?.message ?? null, part?.attempt];
    };
    expect(await trigger("none")).toEqual(["Succeeded", { of: "p" }, "rpe", null, 1]);
    expect(await trigger("r")).toEqual(["Terminated", null, "r", "r broke", 1]);
    expect(await trigger("p")).toEqual(["Terminated", null, "rpe", "p broke", 1]);
    expect(await trigger("e")).toEqual(["Terminated", null, "rpe", "e broke", 1]);
    const task = { kind: "task", body: { engine: 1, nodes: [{ id: "x", type: "job", job: { key: "p" } }] } };
    await expect(
      createTask(scheduler, "ops.wrong", {
        nodes: [{ id: "one", type: "job", job: { ready: task, work: code("p") } }],
      }),
    ).rejects.toMatchObject({
      issues: [{ pointer: "/work/body/nodes/0/job/ready/kind", code: "unknown_name" }],
    });
  });

  it("go on by another version of their body, where what was reached is the same in it", async () => {
    const scheduler = await start();
    const ask = { id: "ask", type: "wait", for: { signal: "go" } };
    const echo = { id: "after", type: "job", job: { key: "ops.echo" }, pre: [{ node: "ask" }] };
    const save = (expectedVersion: number, ...nodes: readonly object[]) =>
      scheduler.scripts.save("ops.moved", {
        expectedVersion,
        source: JSON.stringify({ engine: 1, nodes }),
        comment: "another",
      });
    await createTask(scheduler, "ops.moved", { nodes: [ask, { ...echo, job: { key: "ops.fail" } }] });
    const { id, ...run } = await scheduler.trigger("ops.moved");
    await expect
      .poll(async () => (await scheduler.tasks.get(id)).nodes.map(({ status }) => status))
      .toEqual(["Waiting", null]);
    const move = (version: number) => scheduler.tasks.operate(id, { type: "migrate", version });
    await expect(move(9)).rejects.toMatchObject({ parameters: { reason: "no_such_version" } });
    await save(1, { ...ask, id: "other" }, { ...echo, pre: [{ node: "other" }] });
    await expect(move(2)).rejects.toMatchObject({
      code: "task_refused",
      message: expect.stringContaining("ask (missing)"),
      parameters: { reason: "cannot_migrate", nodes: [{ node: "ask", problem: "missing" }] },
    });
    expect((await scheduler.tasks.get(id)).version).toBe(1);
    await save(2, ask, echo);
    expect((await move(3)).version).toBe(3);
    await scheduler.tasks.operate(id, { type: "signal", signal: "go" });
    await run.result({ timeoutMs: 10_000 });
    const facts = await scheduler.tasks.log(id, 0, 100);
    expect(facts.find(({ type }) => type === "migrated")).toMatchObject({ version: 3 });
  });

  it("go on after a restart, with what came meanwhile", async () => {
    const stores = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() };
    const first = await startEmbedded({ features: FEATURES, app: "ops", jobs, ...stores });
    await createTask(first.scheduler, "ops.asks", {
      nodes: [
        { id: "ask", type: "wait", for: { signal: "go" } },
        { id: "after", type: "job", job: { key: "ops.echo" }, pre: [{ node: "ask" }] },
      ],
    });
    const { id } = await first.scheduler.trigger("ops.asks");
    await expect.poll(async () => (await first.scheduler.instances.get(id)).state).toBe("Processing");
    await first.close();
    const second = await startEmbedded({ features: FEATURES, app: "ops", jobs, ...stores });
    ({ close } = second);
    await second.scheduler.tasks.operate(id, { type: "signal", signal: "go" });
    expect(await second.scheduler.ended(id, { timeoutMs: 10_000 })).toMatchObject({ state: "Succeeded" });
  });
});
