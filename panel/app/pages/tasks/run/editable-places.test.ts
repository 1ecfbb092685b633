import { expect, it } from "vitest";
import { editablePlaces } from "./editable-places.ts";
import type { TaskJson } from "./task-model.ts";

it("editablePlaces() are parameters, variables, what open nodes are given, and the results of those that have ended", () => {
  const job = (id: string, more: object = {}): object => ({
    id,
    type: "job",
    job: { key: "a" },
    params: [{ name: "to", value: "x" }],
    ...more,
  });
  const task = {
    body: {
      engine: 1,
      params: [{ name: "month", type: "text" }],
      nodes: [job("done"), job("open", { pre: [{ node: "done" }] }), job("runs"), job("many", { each: {} })],
    },
    vars: { total: 42 },
    nodes: [
      { id: "done", status: "Succeeded" },
      { id: "open", status: "Blocked" },
      { id: "runs", status: "Running" },
      { id: "many", status: "Failed" },
    ],
  } as unknown as TaskJson;
  expect(editablePlaces(task)).toEqual([
    "TASK.PARAMS.month",
    "VARS.total",
    "JOB.open.PARAMS.to",
    "JOB.many.PARAMS.to",
    "JOB.done.RESULT",
  ]);
});
