import { expect, it } from "vitest";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { actionsOf } from "./actions-of.ts";
import type { NodeJson, TaskJson } from "./task-model.ts";

const ALL = flatNodes(
  readBodyNodes({
    nodes: [
      { id: "load", type: "job", job: { key: "load" } },
      { id: "told", type: "job", job: { key: "tell" }, wait: false },
      { id: "tidy", type: "job", job: { key: "tidy" }, cleanup: true },
      { id: "sign", type: "approval" },
      { id: "bank", type: "wait", for: { signal: "done" } },
      { id: "check", type: "group", nodes: [{ id: "inner", type: "job", job: { key: "load" } }] },
    ],
  }),
);

function actions(
  id: string,
  status: NodeJson["status"],
  group: NodeJson["status"] = "Running",
  phase = "running",
) {
  const nodes = [{ id: "check", status: group }] as unknown as TaskJson["nodes"];
  const type = ALL.find((node) => node.id === id)?.type ?? "job";
  return actionsOf({ phase: phase as TaskJson["phase"], nodes }, { id, status, type }, ALL);
}

it("a job that waits, was left out, was kept back or succeeded is run by hand", () => {
  expect(actions("load", null)).toEqual(["run", "mark", "skip"]);
  expect(actions("load", "Blocked")).toEqual(["run", "mark", "skip"]);
  expect(actions("load", "Skipped")).toEqual(["run"]);
  expect(actions("load", "Succeeded")).toEqual(["run"]);
});

it("a job that runs, or failed and is executed again instead, is not run by hand", () => {
  expect(actions("load", "Running")).toEqual([]);
  expect(actions("load", "Failed")).toEqual(["retry", "mark", "skip"]);
});

it("neither is a cleanup, an approval, a wait, nor what was started already and is not waited for", () => {
  expect(actions("tidy", null)).not.toContain("run");
  expect(actions("sign", "Waiting")).toEqual(["approve", "mark", "skip"]);
  expect(actions("bank", "Waiting")).toEqual(["signal", "mark", "skip"]);
  expect(actions("told", "Succeeded")).toEqual([]);
  expect(actions("told", null)).toContain("run");
});

it("what is in a group is run by hand while the group is under way", () => {
  expect(actions("inner", "Succeeded")).toEqual(["run"]);
  expect(actions("inner", "Succeeded", "Succeeded")).toEqual([]);
});

it("nothing of a task that ends can be done, and of one that ended it is run again", () => {
  expect(actions("load", "Succeeded", "Running", "ending")).toEqual([]);
  expect(actions("load", "Succeeded", "Running", "ended")).toEqual(["rerun"]);
});
