import { expect, it } from "vitest";
import { flatNodes, readBodyNodes } from "./body-node.ts";

it("readBodyNodes() reads what is drawn of a node, and where it stands", () => {
  const nodes = readBodyNodes({
    nodes: [
      { id: "go", type: "wait", for: { signal: "go" } },
      {
        id: "box",
        type: "group",
        pre: [{ node: "go", on: "ended" }],
        each: { items: "[1]" },
        nodes: [{ id: "in", type: "task", key: "other", cleanup: true }],
      },
      {
        id: "is",
        type: "condition",
        branches: [{ name: "yes", when: "true" }],
        else: "no",
        loop: { maxVisits: 4 },
      },
    ],
  });
  expect(flatNodes(nodes)).toMatchObject([
    { id: "go", signal: "go", pointer: "/nodes/0" },
    { id: "box", isBatch: true, pre: [{ node: "go", on: "ended" }], pointer: "/nodes/1" },
    { id: "in", jobKey: "other", cleanup: true, pointer: "/nodes/1/nodes/0" },
    { id: "is", branches: ["yes", "no"], maxVisits: 4, pointer: "/nodes/2" },
  ]);
});

it.each([
  null,
  [],
  { nodes: 3 },
  {
    nodes: [null, 4, { id: 3, type: "job" }, { id: "a" }, { id: "a", type: "fly" }, { id: "", type: "job" }],
  },
])("readBodyNodes() leaves out what is no node: %j", (body) => {
  expect(readBodyNodes(body)).toEqual([]);
});

it("readBodyNodes() takes the first of two nodes with one id, and entries that are none of its ways", () => {
  const job = { id: "a", type: "job", pre: [null, { node: 3 }, { node: "b", on: "fly", branch: "" }] };
  expect(readBodyNodes({ nodes: [job, { ...job, type: "wait" }] })).toMatchObject([
    { type: "job", pre: [{ node: "b" }] },
  ]);
});

it("readBodyNodes() draws what looks at the resources of a task before its first nodes", () => {
  const job = { type: "job", job: { key: "a" } };
  const nodes = [
    { ...job, id: "a" },
    { ...job, id: "b", pre: [{ node: "a" }] },
    { ...job, id: "z", cleanup: true },
  ];
  const drawn = readBodyNodes({ resources: [{ name: "orders" }], nodes });
  expect(drawn.map(({ id, pre }) => [id, pre.map(({ node }) => node)])).toEqual([
    ["resources", []],
    ["a", ["resources"]],
    ["b", ["a"]],
    ["z", []],
  ]);
  expect(readBodyNodes({ resources: [], nodes })).toHaveLength(3);
});
