import { defineTriggeredJob, type JsonValue, type MoJobScheduler } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { afterEach, describe, expect, it } from "vitest";
import { startEmbedded } from "./embedded.ts";

/** Items whose runs fail. */
const broken = new Set<string>();
let close: () => Promise<void> = async () => {};
afterEach(() => close());

async function start(more: object = {}): Promise<MoJobScheduler> {
  broken.clear();
  const load = defineTriggeredJob({
    key: "ops.load",
    maxConcurrency: null,
    execute: ({ file }: { readonly file: string }): JsonValue => {
      if (broken.has(file)) throw new Error("broken");
      return `rows of ${file}`;
    },
  });
  const started = await startEmbedded({ features: FEATURES, app: "ops", jobs: [load] });
  ({ close } = started);
  const body = {
    engine: 1,
    nodes: [
      {
        id: "each",
        type: "job",
        job: { key: "ops.load" },
        each: { items: "['a', 'b', 'c']" },
        params: [{ name: "file", expression: "$.ITEM" }],
      },
    ],
    results: [{ name: "all", type: "json", expression: "$.JOB['each'][*].RESULT" }],
    ...more,
  };
  const { scheduler } = started;
  await scheduler.jobs.create({
    key: "ops.all",
    app: "ops",
    kind: "triggered",
    work: { kind: "task", body },
  });
  return scheduler;
}

const ALL = { all: ["rows of a", "rows of b", "rows of c"] };

describe("batches that are executed again", () => {
  it("have the results of items that were ok in each of the runs before", async () => {
    const scheduler = await start();
    broken.add("b").add("c");
    const run = await scheduler.trigger("ops.all");
    const inState = (id: string, state: string): Promise<void> =>
      expect.poll(async () => (await scheduler.instances.get(id)).state, { timeout: 10_000 }).toBe(state);
    await inState(run.instance.id, "Terminated");
    broken.delete("b");
    const second = await scheduler.tasks.rerun(run.instance.id, { type: "smart" });
    await inState(second.id, "Terminated");
    broken.delete("c");
    const { id } = await scheduler.tasks.rerun(second.id, { type: "smart" });
    await inState(id, "Succeeded");
    expect((await scheduler.instances.get(id)).result).toEqual(ALL);
    expect(await scheduler.instances.children(id)).toHaveLength(1);
  });

  it("retry a group for each of its items, which goes on with what failed in it", async () => {
    const scheduler = await start({
      nodes: [
        {
          id: "each",
          type: "group",
          each: { items: "['a', 'b']" },
          retry: { times: 1, intervalMs: 1000 },
          nodes: [
            { id: "first", type: "job", job: { key: "ops.load" }, params: [{ name: "file", value: "x" }] },
            {
              id: "then",
              type: "job",
              job: { key: "ops.load" },
              pre: [{ node: "first" }],
              params: [{ name: "file", expression: "$.ITEM" }],
            },
          ],
        },
      ],
      results: [],
    });
    broken.add("b");
    const run = await scheduler.trigger("ops.all");
    const inner = async (index: number): Promise<readonly (readonly [string, number])[]> => {
      const [item] = (await scheduler.instances.children(run.instance.id)).filter(({ part }) =>
        part?.name.endsWith(`:${index}`),
      );
      const runs = item === undefined ? [] : await scheduler.instances.children(item.id);
      return runs.map(({ part, attempt }) => [part?.name ?? "", attempt] as const);
    };
    await expect.poll(() => inner(1), { timeout: 10_000 }).toHaveLength(2);
    broken.clear();
    await run.result({ timeoutMs: 10_000 });
    expect((await inner(0)).map(([name]) => name).toSorted()).toEqual(["first", "then"]);
    expect((await inner(1)).map(([name]) => name).toSorted()).toEqual(["first", "then", "then+1"]);
  });

  it("have them where a person has the node tried again", async () => {
    const scheduler = await start({ onFailure: "hold" });
    broken.add("b");
    const run = await scheduler.trigger("ops.all");
    const { id } = run.instance;
    await expect
      .poll(async () => (await scheduler.tasks.get(id)).state.phase, { timeout: 10_000 })
      .toBe("held");
    broken.clear();
    await scheduler.tasks.operate(id, { type: "retryNode", node: "each" });
    expect(await run.result({ timeoutMs: 10_000 })).toEqual(ALL);
  });
});
