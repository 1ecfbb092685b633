import { defineTriggeredJob, type JsonValue } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { LOOPING_GRAPH_SORTS, loopingGraph } from "@mojob/test-fixtures/looping-graph";
import { afterEach, expect, it } from "vitest";
import { startEmbedded } from "./embedded.ts";

let close: () => Promise<void> = async () => {};
afterEach(() => close());

/** Runs the graph; each execution of `job1` finds the next of these values of x. */
async function run(x: number, found: readonly number[]) {
  const ran: string[] = [];
  const values = [...found];
  const step = defineTriggeredJob({
    key: "ops.step",
    maxConcurrency: null,
    execute: (args): JsonValue => {
      const { to } = args as { readonly to: string };
      ran.push(to);
      return { x: to === "job1" ? (values.shift() ?? 0) : 0 };
    },
  });
  const started = await startEmbedded({ features: FEATURES, app: "ops", jobs: [step] });
  ({ close } = started);
  const { scheduler } = started;
  const work = { kind: "task", body: loopingGraph("ops.step") } as never;
  await scheduler.jobs.create({ key: "ops.graph", app: "ops", kind: "triggered", work });
  const { instance } = await scheduler.trigger("ops.graph", { x });
  const { state } = await scheduler.ended(instance.id);
  const { nodes } = await scheduler.tasks.get(instance.id);
  const log = await scheduler.tasks.log(instance.id, 0, 1000);
  return { ran, state, nodes, log };
}

const SIDE_BY_SIDE = ["batch", "batch", "batch", "job3"];

it("a graph goes on where its condition is reached at once, and its nodes have the places that their ways say", async () => {
  const { ran, state, nodes } = await run(1, []);
  expect(state).toBe("Succeeded");
  expect([ran[0], ran.slice(1, 5).toSorted(), ran.slice(5)]).toEqual([
    "start",
    SIDE_BY_SIDE,
    ["job4", "close"],
  ]);
  expect(Object.fromEntries(nodes.map(({ id, sort }) => [id, sort]))).toEqual(LOOPING_GRAPH_SORTS);
  expect(nodes.find(({ id }) => id === "job1")?.status).toBe("Skipped");
});

it("a graph executes a job again until its condition is reached, and asks it before each visit", async () => {
  const { ran, state, nodes, log } = await run(2, [2, 2, 1]);
  expect(state).toBe("Succeeded");
  expect([ran[0], ran.slice(1, 5).toSorted(), ran.slice(5)]).toEqual([
    "start",
    SIDE_BY_SIDE,
    ["job1", "job1", "job1", "job4", "close"],
  ]);
  const taken = log.flatMap((fact) =>
    fact.type === "decided" && fact.node === "x" ? [`${fact.visit} ${fact.branches?.join()}`] : [],
  );
  expect(taken).toEqual(["1 two", "2 two", "3 two", "4 one"]);
  expect(nodes.find(({ id }) => id === "x")).toMatchObject({ visit: "4", branches: ["one"] });
});

it("a graph whose condition is never reached fails once the visits are used up, and what follows does not begin", async () => {
  const { ran, state, nodes } = await run(2, []);
  expect([state, ran.slice(5)]).toEqual(["Terminated", Array.from({ length: 10 }, () => "job1")]);
  expect(nodes.find(({ id }) => id === "x")).toMatchObject({ status: "Failed", code: "loop_limit" });
});
