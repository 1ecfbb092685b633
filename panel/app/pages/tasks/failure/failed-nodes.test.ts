import { expect, it } from "vitest";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import type { FactJson } from "../run/task-fact.ts";
import type { NodeJson } from "../run/task-model.ts";
import { failedNodes, keptBack } from "./failed-nodes.ts";

const job = (id: string, more: object = {}): object => ({ id, type: "job", job: { key: "a" }, ...more });
const ALL = flatNodes(
  readBodyNodes({
    nodes: [
      job("load"),
      job("rates", { pre: [{ node: "load" }] }),
      job("mend", { pre: [{ node: "load", on: "failed" }] }),
      { id: "box", type: "group", nodes: [job("in")], pre: [{ node: "rates" }] },
      job("close", { pre: [{ node: "box" }] }),
      job("odd", { allowFailure: true }),
    ],
  }),
);
const nodesOf = (statuses: Readonly<Record<string, NodeJson["status"]>>): readonly NodeJson[] =>
  ALL.map(({ id }) => ({ id, status: statuses[id] ?? null })) as unknown as readonly NodeJson[];
const fact = (seq: number, more: object): FactJson =>
  ({ seq, rev: 1, at: "", ...more }) as unknown as FactJson;

it("failedNodes() are those that failed first, without those that something handles or that may fail", () => {
  const nodes = nodesOf({
    load: "Failed",
    mend: "Succeeded",
    rates: "Failed",
    in: "Cancelled",
    odd: "Failed",
  });
  const facts = [fact(1, { type: "decided", node: "in" }), fact(2, { type: "decided", node: "rates" })];
  expect(failedNodes({ end: null, nodes }, ALL, facts)).toEqual(["in", "rates"]);
  const waiting = nodesOf({ load: "Failed" });
  expect(failedNodes({ end: null, nodes: waiting }, ALL, [])).toEqual(["load"]);
});

it("failedNodes() of a run that has ended are those that its end names, and none of one that was cancelled", () => {
  const nodes = nodesOf({ rates: "Failed" });
  const ended = fact(3, { type: "ended", state: "Failed", unhandled: ["box"], results: {} });
  const end = { state: "Failed", code: null, number: null };
  expect(failedNodes({ end, nodes }, ALL, [ended])).toEqual(["box"]);
  expect(failedNodes({ end, nodes }, ALL, [])).toEqual(["rates"]);
  expect(failedNodes({ end: { ...end, state: "Cancelled" }, nodes }, ALL, [])).toEqual([]);
});

it("keptBack() are those that follow and did not run, also past a group", () => {
  const nodes = nodesOf({
    load: "Succeeded",
    rates: "Failed",
    box: "Blocked",
    in: "Blocked",
    close: "Blocked",
  });
  expect(keptBack(["rates"], nodes, ALL)).toEqual(["box", "close"]);
  const inner = nodesOf({ rates: "Succeeded", box: "Failed", in: "Failed" });
  expect(keptBack(["in"], inner, ALL)).toEqual(["close"]);
  expect(keptBack(["load"], nodesOf({ load: "Failed", rates: "Succeeded" }), ALL)).toEqual([]);
});
