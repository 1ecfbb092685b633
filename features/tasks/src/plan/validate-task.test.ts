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
  [
    "a value of a node that begins later",
    [
      { ...JOB, id: "a", skipWhen: "$.JOB['b'].STATUS == 'x'" },
      { ...JOB, id: "b", pre: [{ node: "a" }] },
    ],
    ["/nodes/0/skipWhen reference_not_before"],
  ],
  [
    "a value of a node beside it, whatever holds without it",
    [
      { ...JOB, id: "a" },
      { ...JOB, id: "b", params: [{ name: "x", expression: "$.JOB['a'].RESULT ?? 1" }] },
    ],
    ["/nodes/1/params/0/expression reference_not_before"],
  ],
  [
    "a value of a branch that may not be taken",
    [
      {
        id: "which",
        type: "condition",
        branches: [{ name: "big", when: "$.TASK.PARAMS.size > 1" }],
        else: "small",
      },
      { ...JOB, id: "a", pre: [{ node: "which", branch: "big" }] },
      { ...JOB, id: "b", pre: [{ node: "which", branch: "small" }] },
      { ...JOB, id: "c", pre: [{ node: "a" }, { node: "b" }], skipWhen: "$.JOB['a'].RESULT == 1" },
    ],
    ["/nodes/3/skipWhen maybe_not_run"],
  ],
  [
    "a value of a node that another one need not wait for",
    [
      { ...JOB, id: "a" },
      { ...JOB, id: "b" },
      {
        ...JOB,
        id: "c",
        join: "any",
        pre: [{ node: "a" }, { node: "b" }],
        skipWhen: "$.JOB['a'].RESULT == 1",
      },
    ],
    ["/nodes/2/skipWhen maybe_not_run"],
  ],
  [
    "a node that waits for more than it follows",
    [
      { ...JOB, id: "a" },
      { ...JOB, id: "b", pre: [{ node: "a" }], join: { min: 2 } },
    ],
    ["/nodes/1/join join_impossible"],
  ],
  [
    "a value of a whole batch",
    [
      { ...JOB, id: "a", each: { items: "[1, 2]" } },
      { ...JOB, id: "b", pre: [{ node: "a" }], skipWhen: "$.JOB['a'].RESULT[0] == 1" },
    ],
    ["/nodes/1/skipWhen batch_needs_item"],
  ],
  [
    "a list of items that is no expression",
    [{ ...JOB, id: "a", each: { items: "[1," } }],
    ["/nodes/0/each/items bad_expression"],
  ],
])("refuses %s, with its place", (_, nodes, expected) => {
  expect(mistakes(nodes)).toEqual(expected);
});

it("accepts values of nodes that have surely run, or that may be missing", () => {
  const nodes = [
    { ...JOB, id: "a" },
    { ...JOB, id: "b", pre: [{ node: "a" }] },
    { ...JOB, id: "c", pre: [{ node: "a" }] },
    {
      ...JOB,
      id: "d",
      pre: [{ node: "b" }, { node: "c" }],
      skipWhen: "$.JOB['a'].RESULT == $.JOB['b'].RESULT",
    },
    { ...JOB, id: "oops", pre: [{ node: "d", on: "failed" }], skipWhen: "exists($.JOB['d'].RESULT)" },
    { ...JOB, id: "many", each: { items: "$.JOB['d'].RESULT" }, pre: [{ node: "d" }] },
    { ...JOB, id: "e", pre: [{ node: "many" }], skipWhen: "$.JOB['many'][*].RESULT == []" },
    {
      id: "box",
      type: "group",
      pre: [{ node: "d" }],
      nodes: [{ ...JOB, id: "in", skipWhen: "$.JOB['a'].RESULT == 1" }],
    },
    { ...JOB, id: "after", pre: [{ node: "box" }], skipWhen: "$.JOB['in'].RESULT ?? true" },
  ];
  expect(mistakes(nodes)).toEqual([]);
});

it("judges what the task itself reads, before its first node and after its last", () => {
  const nodes = [{ ...JOB, id: "a" }];
  const value = (expression: string): object => ({ name: "x", type: "json", expression });
  expect(mistakes(nodes, { vars: [value("$.JOB['a'].RESULT")] })).toEqual([
    "/vars/0/expression reference_not_before",
  ]);
  expect(
    mistakes(nodes, { results: [value("$.JOB['a'].RESULT")], successCondition: "$.JOB['a'].RESULT > 1" }),
  ).toEqual([]);
  expect(mistakes(nodes, { results: [value("$.JOB['b'].RESULT")], successCondition: "1 +" })).toEqual([
    "/results/0/expression unknown_reference",
    "/successCondition bad_expression",
  ]);
});

it("says everything at once", () => {
  expect(mistakes([{ ...JOB, id: "a", skipWhen: "(", pre: [{ node: "b" }], each: {} }])).toHaveLength(3);
});
