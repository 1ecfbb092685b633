import { defineTriggeredJob, type JsonValue, type MoJobScheduler } from "@mojob/core";
import type { TaskNode } from "@mojob/core/engine";
import { FEATURES } from "@mojob/features";
import { afterEach, describe, expect, it } from "vitest";
import { startEmbedded } from "./embedded.ts";

const WITHIN = { timeout: 10_000 };

/** What fails, and what was executed: `then b` is the node `then` of the item `b`. */
const broken = new Set<string>();
let ran: string[] = [];
let close: () => Promise<void> = async () => {};
afterEach(() => close());

const step = (name: string, ...pre: readonly string[]): TaskNode => ({
  id: name,
  type: "job",
  job: { key: "ops.step" },
  params: [
    { name: "step", value: name },
    { name: "file", expression: "$.TASK.PARAMS.file" },
  ],
  pre: pre.map((node) => ({ node })),
});

/** A node before or behind the batch. */
const around = (name: string, ...pre: readonly string[]): object => ({
  ...step(name, ...pre),
  params: [
    { name: "step", value: name },
    { name: "file", value: "x" },
  ],
});

const EACH = {
  id: "each",
  type: "task",
  key: "ops.file",
  each: { items: "['a', 'b', 'c']" },
  params: [{ name: "file", expression: "$.ITEM" }],
} as const;

/** A task that is executed for each of three items: three steps, one after the other. */
async function start(more: object = {}, options: object = {}): Promise<MoJobScheduler> {
  broken.clear();
  ran = [];
  const job = defineTriggeredJob({
    key: "ops.step",
    maxConcurrency: null,
    execute: (args): JsonValue => {
      const { step: of, file } = args as { readonly step: string; readonly file: string };
      const name = `${of} ${file}`;
      ran.push(name);
      if (broken.has(name)) throw new Error("broken");
      return name;
    },
  });
  const started = await startEmbedded({ features: FEATURES, app: "ops", jobs: [job] });
  ({ close } = started);
  const { scheduler } = started;
  const create = (key: string, body: object, given: object = {}): Promise<unknown> =>
    scheduler.jobs.create({
      key,
      app: "ops",
      kind: "triggered",
      work: { kind: "task", body: { engine: 1, ...body } },
      ...given,
    } as never);
  const params = [{ name: "file", type: "text" }];
  await create(
    "ops.file",
    { params, nodes: [step("first"), step("then", "first"), step("last", "then")] },
    { options: { maxConcurrency: null } },
  );
  await create("ops.all", { nodes: [EACH], ...more }, { options });
  return scheduler;
}

async function inState(scheduler: MoJobScheduler, id: string, state: string): Promise<void> {
  await expect.poll(async () => (await scheduler.instances.get(id)).state, WITHIN).toBe(state);
}

async function inPhase(scheduler: MoJobScheduler, id: string, phase: string): Promise<void> {
  await expect.poll(async () => (await scheduler.tasks.get(id)).state.phase, WITHIN).toBe(phase);
}

/** What is executed until the run that is started so has ended. */
async function ranBy(
  scheduler: MoJobScheduler,
  begin: () => Promise<{ id: string }>,
): Promise<[string, string[]]> {
  ran = [];
  const { id } = await begin();
  await expect.poll(async () => (await scheduler.instances.get(id)).completedAt, WITHIN).not.toBeNull();
  return [id, ran.toSorted()];
}

describe("items that are tasks of their own", () => {
  it("go on from the run that had them last, whichever of the runs before that was", async () => {
    const scheduler = await start();
    for (const name of ["then b", "then c"]) broken.add(name);
    const [first] = await ranBy(scheduler, async () => (await scheduler.trigger("ops.all")).instance);
    broken.delete("then b");
    broken.add("last b");
    const [second, some] = await ranBy(scheduler, () =>
      scheduler.tasks.rerun(first, { type: "from", nodes: ["each"], items: { each: "1" } }),
    );
    expect(some).toEqual(["last b", "then b"]);
    broken.clear();
    const [third, rest] = await ranBy(scheduler, () => scheduler.tasks.rerun(second, { type: "smart" }));
    expect(rest).toEqual(["last b", "last c", "then c"]);
    await inState(scheduler, third, "Succeeded");
  });

  it("go on from the run before a retry of some of them, where that left them out", async () => {
    const scheduler = await start({ onFailure: "hold" });
    for (const name of ["then b", "last c"]) broken.add(name);
    const { id } = (await scheduler.trigger("ops.all")).instance;
    await inPhase(scheduler, id, "held");
    broken.delete("then b");
    broken.add("last b");
    await scheduler.tasks.operate(id, { type: "retryNode", node: "each", items: [1] });
    await inPhase(scheduler, id, "held");
    await scheduler.tasks.operate(id, { type: "giveUp" });
    await inState(scheduler, id, "Terminated");
    broken.clear();
    const [, rest] = await ranBy(scheduler, () => scheduler.tasks.rerun(id, { type: "smart" }));
    expect(rest).toEqual(["last b", "last c"]);
  });

  it("keep what a re-run executed of them where an attempt later the rest fails again", async () => {
    const scheduler = await start(
      {
        nodes: [EACH, around("after", "each")],
        results: [{ name: "all", type: "json", expression: "$.JOB.each[*].STATUS" }],
      },
      { retryCount: 1, retryIntervalMs: 0 },
    );
    for (const name of ["then b", "after x"]) broken.add(name);
    const [first] = await ranBy(scheduler, async () => (await scheduler.trigger("ops.all")).instance);
    broken.delete("then b");
    const [second] = await ranBy(scheduler, () => scheduler.tasks.rerun(first, { type: "smart" }));
    broken.clear();
    const [third, rest] = await ranBy(scheduler, () => scheduler.tasks.rerun(second, { type: "smart" }));
    expect(rest).toEqual(["after x"]);
    expect((await scheduler.instances.get(third)).result).toEqual({
      all: ["Succeeded", "Succeeded", "Succeeded"],
    });
  });
});

describe("some items again", () => {
  it("are refused where all of them would be executed: after another node, and as a node that is no batch by now", async () => {
    const scheduler = await start({ nodes: [around("before"), { ...EACH, pre: [{ node: "before" }] }] });
    broken.add("then b");
    const [id] = await ranBy(scheduler, async () => (await scheduler.trigger("ops.all")).instance);
    const items = { each: "1" };
    await expect(
      scheduler.tasks.rerun(id, { type: "from", nodes: ["before", "each"], items }),
    ).rejects.toMatchObject({
      code: "task_refused",
      parameters: { reason: "items_not_kept", nodes: [{ node: "each", problem: "items" }] },
    });
    const { each: _, ...single } = EACH;
    await scheduler.scripts.save("ops.all", {
      source: JSON.stringify({
        engine: 1,
        nodes: [
          around("before"),
          { ...single, params: [{ name: "file", value: "b" }], pre: [{ node: "before" }] },
        ],
      }),
      expectedVersion: 1,
    });
    await expect(
      scheduler.tasks.previewRerun(id, { type: "from", nodes: ["each"], items }, "newest"),
    ).rejects.toMatchObject({ parameters: { reason: "items_not_kept" } });
    const [again, some] = await ranBy(scheduler, () =>
      scheduler.tasks.rerun(id, { type: "from", nodes: ["each"], items }),
    );
    expect(some).toEqual(["then b"]);
    await inState(scheduler, again, "Terminated");
  });

  it("asked for twice at once are executed once, and one of both is told so", async () => {
    const scheduler = await start({ onFailure: "hold" });
    for (const name of ["first b", "first c"]) broken.add(name);
    const { id } = (await scheduler.trigger("ops.all")).instance;
    await inPhase(scheduler, id, "held");
    ran = [];
    const ask = (...items: readonly number[]) =>
      scheduler.tasks.operate(id, { type: "retryNode", node: "each", items });
    const asked = await Promise.allSettled([ask(1), ask(1), ask(2), ask(1, 2)]);
    expect(asked.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
    for (const one of asked.slice(1)) expect(one).toMatchObject({ reason: { code: "task_refused" } });
    await inPhase(scheduler, id, "held");
    expect(ran).toEqual(["first b"]);
  });

  it("wait where their task is paused, go on by the version that it is moved to, and end with a cancel", async () => {
    const slow = (more: object = {}): object => ({
      nodes: [EACH, { id: "open", type: "wait", for: { signal: "go" } }],
      ...more,
    });
    const scheduler = await start(slow());
    for (const name of ["first b", "first c"]) broken.add(name);
    const { id } = (await scheduler.trigger("ops.all")).instance;
    await expect
      .poll(
        async () => (await scheduler.tasks.get(id)).nodes.find((node) => node.id === "each")?.status,
        WITHIN,
      )
      .toBe("Failed");
    await scheduler.tasks.operate(id, { type: "pause" });
    ran = [];
    broken.clear();
    await scheduler.tasks.operate(id, { type: "retryNode", node: "each", items: [2] });
    await scheduler.scripts.save("ops.all", {
      source: JSON.stringify({ engine: 1, ...slow({ maxParallel: 1 }) }),
      expectedVersion: 1,
    });
    await scheduler.tasks.operate(id, { type: "migrate", version: 2 });
    expect(ran).toEqual([]);
    await scheduler.tasks.operate(id, { type: "resume" });
    await expect.poll(() => ran, WITHIN).toEqual(["first c", "then c", "last c"]);
    await scheduler.instances.cancel(id);
    await inState(scheduler, id, "Cancelled");
    const [each] = (await scheduler.tasks.get(id)).nodes;
    expect(each?.items).toEqual({ count: 3, ok: 2, bad: 1, open: 0 });
  });
});
