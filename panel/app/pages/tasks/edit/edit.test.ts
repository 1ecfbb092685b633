import { validateTask } from "@mojob/tasks";
import { expect, it } from "vitest";
import { parseExactJson } from "../../../base/exact-json.ts";
import { jsonText } from "../../../ui/json/json-text.ts";
import { addNode, clearPlaces, freshId, placeNodes, replaceNode } from "./add-node.ts";
import { type Body, findNode } from "./body.ts";
import { copyNodes, pasteNodes } from "./copy-nodes.ts";
import { groupNodes, moveInto, ungroup } from "./group-nodes.ts";
import { removeNodes } from "./remove-nodes.ts";
import { renameNode } from "./rename-node.ts";
import { changeEdge, connect, disconnect, wayRefusal } from "./ways.ts";

const job = (id: string, ...pre: object[]): Body => ({
  id,
  type: "job",
  job: { key: "mail.send" },
  ...(pre.length > 0 && { pre }),
});
const pick = (id: string, ...pre: object[]): Body => ({
  id,
  type: "condition",
  branches: [{ name: "yes", when: "true" }],
  else: "no",
  ...(pre.length > 0 && { pre }),
});
const body = (...nodes: Body[]): Body => ({ engine: 1, nodes });
const CHAIN = body(job("a"), job("b", { node: "a" }), job("c", { node: "b" }));

function waysOf(of: Body, id: string): unknown {
  return findNode(of, id)?.["pre"];
}

it("addNode() puts a node between two on the way that joins them, and keeps what the way says", () => {
  const old = body(job("a"), job("b", { node: "a", on: "failed", handles: false }));
  const place = { after: { node: "a", on: "failed" }, before: "b" };
  expect(addNode(old, job("x"), place)).toEqual(
    body(job("a"), job("b", { node: "x" }), job("x", { node: "a", on: "failed", handles: false })),
  );
});

it("addNode() puts a node in the group of the one that it follows", () => {
  const old = body({ id: "box", type: "group", nodes: [job("in")] });
  const next = addNode(old, job("x"), { after: { node: "in" } });
  expect(findNode(next, "box")?.["nodes"]).toEqual([job("in"), job("x", { node: "in" })]);
});

it("addNode() begins a body that has no list of nodes", () => {
  expect(addNode({ engine: 1 }, job("a"))).toEqual(body(job("a")));
});

it("freshId() counts on where an id is taken, in groups too", () => {
  expect(freshId(body({ id: "box", type: "group", nodes: [job("a"), job("a-2")] }), "a")).toBe("a-3");
});

it("replaceNode() leaves the others the same objects", () => {
  const next = replaceNode(CHAIN, "b", job("b"));
  expect(findNode(next, "b")).toEqual(job("b"));
  expect(findNode(next, "a")).toBe(findNode(CHAIN, "a"));
});

it("removeNodes() joins what followed a good end, and cuts what followed a failure", () => {
  expect(waysOf(removeNodes(CHAIN, new Set(["b"])), "c")).toEqual([{ node: "a" }]);
  expect(waysOf(removeNodes(CHAIN, new Set(["a", "b"])), "c")).toBeUndefined();
  const failed = body(job("a"), job("b", { node: "a" }), job("c", { node: "b", on: "failed" }));
  expect(waysOf(removeNodes(failed, new Set(["b"])), "c")).toBeUndefined();
});

it("connect() refuses what is no way: to itself, out of a list, twice, and in a circle without a loop", () => {
  const inBox = body(job("a"), { id: "box", type: "group", nodes: [job("in")] });
  expect(wayRefusal(CHAIN, "a", "a")).toBe("same");
  expect(wayRefusal(inBox, "a", "in")).toBe("scope");
  expect(wayRefusal(CHAIN, "a", "b")).toBe("exists");
  expect(wayRefusal(CHAIN, "c", "a")).toBe("cycle");
  expect(connect(CHAIN, "c", "a")).toBe(CHAIN);
});

it("connect() leads back to a condition with a loop, as the API accepts it", () => {
  const head = { ...pick("more"), loop: { maxVisits: 5 } };
  const drawn = connect(body(head, job("work", { node: "more", branch: "yes" })), "work", "more");
  expect(waysOf(drawn, "more")).toEqual([{ node: "work" }]);
  expect(validateTask(drawn).issues).toEqual([]);
});

it("changeEdge() and disconnect() find a way by its condition", () => {
  const old = body(pick("p"), job("a", { node: "p", branch: "yes", handles: true }));
  const changed = changeEdge(old, "p", "a", { branch: "yes" }, { branch: "no" });
  expect(waysOf(changed, "a")).toEqual([{ node: "p", branch: "no", handles: true }]);
  expect(disconnect(changed, "p", "a", { branch: "yes" })).toEqual(changed);
  expect(waysOf(disconnect(changed, "p", "a", { branch: "no" }), "a")).toBeUndefined();
});

it("renameNode() changes ways and expressions, and no text that only looks like one", () => {
  const old: Body = {
    ...body(job("a"), {
      ...job("b", { node: "a" }),
      title: "$.JOB['a']",
      params: [
        { name: "x", expression: "  $.JOB[ 'a' ].RESULT.a + \"$.JOB['a']\"" },
        { name: "y", value: "$.JOB['a'].RESULT" },
      ],
      skipWhen: "$.JOB.a.STATUS == 'failed'",
    }),
    results: [{ name: "r", type: "number", expression: "$.JOB['a'].RESULT" }],
  };
  const next = renameNode(old, "a", "z");
  expect(findNode(next, "b")).toEqual({
    ...job("b", { node: "z" }),
    title: "$.JOB['a']",
    params: [
      { name: "x", expression: "  $.JOB['z'].RESULT.a + \"$.JOB['a']\"" },
      { name: "y", value: "$.JOB['a'].RESULT" },
    ],
    skipWhen: "$.JOB['z'].STATUS == 'failed'",
  });
  expect(next["results"]).toEqual([{ name: "r", type: "number", expression: "$.JOB['z'].RESULT" }]);
  expect(renameNode(next, "z", "a")["nodes"]).not.toBe(old["nodes"]);
});

it("groupNodes() and ungroup() keep what comes before and after", () => {
  const grouped = groupNodes(CHAIN, new Set(["b"]));
  expect(grouped?.body).toEqual(
    body(
      job("a"),
      { id: "group", type: "group", nodes: [job("b")], pre: [{ node: "a" }] },
      job("c", { node: "group" }),
    ),
  );
  expect(ungroup(grouped?.body ?? {}, "group")).toEqual(CHAIN);
  const inBox = body(job("a"), { id: "box", type: "group", nodes: [job("in")] });
  expect(groupNodes(inBox, new Set(["a", "in"]))).toBeNull();
});

it("moveInto() joins those that stay, and never puts a group into itself", () => {
  const old = body(...(CHAIN["nodes"] as Body[]), { id: "box", type: "group", nodes: [job("in")] });
  const next = moveInto(old, new Set(["b"]), "box");
  expect(waysOf(next, "c")).toEqual([{ node: "a" }]);
  expect(findNode(next, "box")?.["nodes"]).toEqual([job("in"), job("b")]);
  expect(moveInto(old, new Set(["box"]), "box")).toBe(old);
});

it("pasteNodes() gives ids that are free, and rewrites what the copies say of each other", () => {
  const params = [{ name: "x", expression: "$.JOB['a'].RESULT + $.JOB['b'].RESULT" }];
  const old = body(job("a"), job("b", { node: "a" }), { ...job("c", { node: "b" }), params });
  const pasted = pasteNodes(old, copyNodes(old, new Set(["b", "c"])));
  expect(pasted?.ids).toEqual(["b-2", "c-2"]);
  expect(findNode(pasted?.body ?? {}, "b-2")).toEqual(job("b-2"));
  expect(findNode(pasted?.body ?? {}, "c-2")).toEqual({
    ...job("c-2", { node: "b-2" }),
    params: [{ name: "x", expression: "$.JOB['a'].RESULT + $.JOB['b-2'].RESULT" }],
  });
  expect(pasteNodes(old, "a text")).toBeNull();
});

it("keeps numbers as they were written, members that it does not know, and their order", () => {
  const text =
    '{"zeta":1,"engine":1,"nodes":[{"x":12345678901234567890,"id":"a","type":"job","job":{"key":"k"}}]}';
  const next = connect(addNode(parseExactJson(text) as Body, job("b")), "a", "b");
  expect(jsonText(next)).toContain("12345678901234567890");
  expect(Object.keys(next)).toEqual(["zeta", "engine", "nodes"]);
  expect(Object.keys(findNode(next, "a") ?? {})).toEqual(["x", "id", "type", "job"]);
});

it("placeNodes() sets what clearPlaces() takes away", () => {
  const placed = placeNodes(CHAIN, new Map([["b", { x: 16, y: 32 }]]));
  expect(findNode(placed, "b")?.["position"]).toEqual({ x: 16, y: 32 });
  expect(validateTask(placed).issues).toEqual([]);
  expect(clearPlaces(placed)).toEqual(CHAIN);
});
