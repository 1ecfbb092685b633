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
      { id: "more", type: "condition", pre: [{ node: "page" }], loop: { maxVisits: 3 }, branches: [] },
      { id: "fetch", type: "job", job: { key: "load" }, pre: [{ node: "more", branch: "again" }] },
      { id: "page", type: "job", job: { key: "load" }, pre: [{ node: "fetch" }] },
      { id: "done", type: "job", job: { key: "load" }, pre: [{ node: "more", branch: "done" }] },
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
  expect(actions("sign", "Waiting")).toEqual(["approve"]);
  expect(actions("bank", "Waiting")).toEqual(["signal", "mark", "skip"]);
  expect(actions("told", "Succeeded")).toEqual([]);
  expect(actions("told", null)).toContain("run");
});

it("what comes after an approval is run, marked and left out once that is given", () => {
  const all = flatNodes(
    readBodyNodes({
      nodes: [
        { id: "sign", type: "approval" },
        { id: "check", type: "job", job: { key: "load" }, pre: [{ node: "sign", branch: "approved" }] },
        { id: "last", type: "job", job: { key: "load" }, pre: [{ node: "check" }] },
      ],
    }),
  );
  const last = (sign: NodeJson["status"], check: NodeJson["status"] = null) => {
    const nodes = [
      { id: "sign", status: sign },
      { id: "check", status: check },
      { id: "last", status: null },
    ] as unknown as TaskJson["nodes"];
    return actionsOf({ phase: "running", nodes }, { id: "last", status: null, type: "job" }, all);
  };
  expect(last("Waiting")).toEqual([]);
  expect(last("Failed", "Blocked")).toEqual([]);
  expect(last("Succeeded", "Running")).toEqual(["run", "mark", "skip"]);
  expect(last("Skipped", "Skipped")).toEqual(["run", "mark", "skip"]);
  // What was led past it by another way has run.
  expect(last("Waiting", "Succeeded")).toEqual(["run", "mark", "skip"]);
});

it("what is in a loop is run by hand while the loop goes on, and what follows it always", () => {
  const run = (id: string, page: NodeJson["status"]) => {
    const nodes = [
      { id: "more", status: "Succeeded" },
      { id: "fetch", status: "Succeeded" },
      { id: "page", status: page },
    ] as unknown as TaskJson["nodes"];
    return actionsOf({ phase: "running", nodes }, { id, status: "Succeeded", type: "job" }, ALL);
  };
  expect(run("fetch", "Running")).toEqual(["run"]);
  expect(run("fetch", null)).toEqual(["run"]);
  expect(run("fetch", "Succeeded")).toEqual([]);
  expect(run("fetch", "Skipped")).toEqual([]);
  expect(run("done", "Succeeded")).toEqual(["run"]);
});

it("what is in a group is run by hand while the group is under way", () => {
  expect(actions("inner", "Succeeded")).toEqual(["run"]);
  expect(actions("inner", "Succeeded", "Succeeded")).toEqual([]);
});

it("nothing of a task that ends can be done, and of one that ended it is run again", () => {
  expect(actions("load", "Succeeded", "Running", "ending")).toEqual([]);
  expect(actions("load", "Succeeded", "Running", "ended")).toEqual(["rerun"]);
});
