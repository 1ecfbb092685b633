import { expect, it, onTestFinished } from "vitest";
import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";

const echo = defineTriggeredJob({
  key: "echo",
  maxConcurrency: null,
  execute: (args: { readonly x?: number } | null, { log }) => {
    log.info(`x is ${args?.x ?? "none"}`);
    return { twice: (args?.x ?? 0) * 2 };
  },
});

async function resultOf(body: object): Promise<unknown> {
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "a",
    inMemory: true,
    jobs: [echo],
    hooks: { onRunEnd: () => {} },
  });
  onTestFinished(close);
  const work = { kind: "task", body: { engine: 1, ...body } };
  await scheduler.jobs.create({ key: "t", app: "a", kind: "triggered", work } as never);
  const { id } = await scheduler.trigger("t");
  const { result, error } = await scheduler.ended(id, { timeoutMs: 20_000 });
  return error?.message ?? result;
}

const run = (id: string, more: object = {}): object => ({ id, type: "job", job: { key: "echo" }, ...more });
const given = (expression: string): object => ({ params: [{ name: "x", expression }] });

it("each item of a group returns the results that the group declares, in the order of the items", async () => {
  const group = {
    id: "g",
    type: "group",
    each: { items: "[1, 2, 3]" },
    nodes: [
      run("in", given("$.ITEM")),
      run("next", { pre: [{ node: "in" }], ...given("$.JOB['in'].RESULT.twice") }),
    ],
    results: [
      { name: "item", type: "number", expression: "$.ITEM" },
      { name: "four", type: "number", expression: "$.JOB['next'].RESULT.twice" },
    ],
  };
  const join = run("join", { pre: [{ node: "g" }], ...given("sum($.JOB['g'][*].RESULT.four)") });
  const results = [
    { name: "all", type: "json", expression: "$.JOB['g'][*].RESULT" },
    { name: "joined", type: "number", expression: "$.JOB['join'].PARAMS.x" },
  ];
  expect(await resultOf({ nodes: [group, join], results })).toEqual({
    all: [1, 2, 3].map((item) => ({ item, four: item * 4 })),
    joined: 24,
  });
});

it("a node that is read as a whole has its output, whatever else reads it", async () => {
  const results = [{ name: "p", type: "json", expression: "$.JOB['p']" }];
  expect(await resultOf({ nodes: [run("p")], results })).toMatchObject({
    p: { OUTPUT: "x is none", RESULT: { twice: 0 }, STATUS: "Succeeded" },
  });
});
