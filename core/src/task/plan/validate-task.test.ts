import { expect, it, test } from "vitest";
import { validateTask } from "./validate-task.ts";

const JOB = { type: "job", job: { key: "mail.send" } };

function mistakes(nodes: readonly unknown[], more: object = {}): readonly string[] {
  return validateTask({ engine: 1, nodes, ...more }).issues.map(({ pointer, code }) => `${pointer} ${code}`);
}

it("accepts a loop, a group and a batch", () => {
  const nodes = [
    {
      id: "more",
      type: "condition",
      pre: [{ node: "work" }],
      branches: [{ name: "again", when: "$.VISIT < 3" }],
      else: "done",
      loop: { maxVisits: 5 },
    },
    { ...JOB, id: "work", pre: [{ node: "more", branch: "again" }] },
    { id: "box", type: "group", nodes: [{ ...JOB, id: "in" }], pre: [{ node: "more", branch: "done" }] },
    { ...JOB, id: "many", each: { items: "$.JOB['in'].RESULT ?? []" }, pre: [{ node: "box" }] },
  ];
  expect(mistakes(nodes)).toEqual([]);
});

test.each<[string, readonly unknown[], readonly string[]]>([
  ["no node", [], ["/nodes too_few"]],
  ["an unknown member", [{ ...JOB, id: "a", when: 1 }], ["/nodes/0/when unknown_name"]],
  [
    "an id of two nodes",
    [
      { ...JOB, id: "a" },
      { ...JOB, id: "a" },
    ],
    ["/nodes/1/id duplicate_node"],
  ],
  ["an id that reaches a prototype", [{ ...JOB, id: "__proto__" }], ["/nodes/0/id node_id_rule"]],
  [
    "a predecessor that is not there",
    [{ ...JOB, id: "a", pre: [{ node: "b" }] }],
    ["/nodes/0/pre/0/node unknown_node"],
  ],
  [
    "a node that waits for itself",
    [{ ...JOB, id: "a", pre: [{ node: "a" }] }],
    ["/nodes/0/pre/0/node self_edge", "/nodes/0 node_cycle"],
  ],
  [
    "a cycle",
    [
      { ...JOB, id: "a", pre: [{ node: "b" }] },
      { ...JOB, id: "b", pre: [{ node: "a" }] },
    ],
    ["/nodes/0 node_cycle"],
  ],
  [
    "a branch of a job",
    [
      { ...JOB, id: "a" },
      { ...JOB, id: "b", pre: [{ node: "a", branch: "x" }] },
    ],
    ["/nodes/1/pre/0/branch unknown_branch"],
  ],
  ["a batch of nothing", [{ ...JOB, id: "a", each: {} }], ["/nodes/0/each each_rule"]],
  ["no expression", [{ ...JOB, id: "a", skipWhen: "1 +" }], ["/nodes/0/skipWhen bad_expression"]],
  [
    "a value of a node that is not there",
    [{ ...JOB, id: "a", skipWhen: "$.JOB['b'].STATUS == 'x'" }],
    ["/nodes/0/skipWhen unknown_reference"],
  ],
])("refuses %s, with its place", (_, nodes, expected) => {
  expect(mistakes(nodes)).toEqual(expected);
});

it("says everything at once", () => {
  expect(mistakes([{ ...JOB, id: "a", skipWhen: "(", pre: [{ node: "b" }], each: {} }])).toHaveLength(3);
});
