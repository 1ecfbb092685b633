import type { TaskBody, TaskNode } from "@mojob/core/engine";
import { foldFacts } from "@mojob/core/ports";
import { expect, it } from "vitest";
import { after, job, NEW_TASK, TaskWalk } from "../../fixtures/task-walk.ts";
import { planRerun } from "../rerun/rerun-plan.ts";
import { validateTask } from "../plan/validate-task.ts";
import { valueUses } from "./value-uses.ts";

const PAGE = [{ name: "page", type: "number", expression: "1" }] as const;
const SUM = [
  { name: "page", type: "number", expression: "1" },
  { name: "rows", type: "number", expression: "0" },
] as const;

/** Fetches page by page until there is none after it. */
const PAGES: readonly TaskNode[] = [
  {
    id: "more",
    type: "condition",
    branches: [{ name: "yes", when: "$.VARS.page != null" }],
    else: "no",
    loop: { maxVisits: 9 },
    pre: [{ node: "fetch" }],
  },
  job("fetch", {
    pre: [{ node: "more", branch: "yes" }],
    params: [{ name: "page", expression: "$.VARS.page" }],
    vars: [
      { name: "page", expression: "$.SELF.RESULT.next" },
      { name: "rows", expression: "$.VARS.rows + $.SELF.RESULT.rows" },
    ],
  }),
  job("load", {
    pre: [{ node: "more", branch: "no" }],
    params: [{ name: "rows", expression: "$.VARS.rows" }],
  }),
];

function injectedOf(task: TaskWalk, node: string): unknown {
  const fact = task.log.findLast((one) => one.type === "started" && one.node === node);
  return fact?.type === "started" ? fact.injected : null;
}

function fetched(task: TaskWalk, run: string, next: number | null, rows: number): TaskWalk {
  return task.results({ fetch: { next, rows } }).end(run);
}

it("a node writes variables once it has succeeded, which what follows reads", () => {
  const nodes = [
    job("a", { vars: [{ name: "page", expression: "$.SELF.RESULT + $.VARS.page" }] }),
    job("b", { ...after("a"), params: [{ name: "page", expression: "$.VARS.page" }] }),
  ];
  const task = new TaskWalk(nodes, { vars: PAGE });
  expect(task.needs({ type: "ended", run: "a", state: "Succeeded" })).toEqual([{ node: "a", what: "run" }]);
  task.results({ a: 4 }).end("a");
  expect(injectedOf(task, "b")).toEqual({ page: 5 });
  expect(task.state.vars).toEqual({ page: 5 });
  expect(foldFacts(NEW_TASK, task.log)).toEqual(task.state);
});

it("a loop goes on from page to page by a variable, and adds up another one", () => {
  const task = new TaskWalk(PAGES, { vars: SUM });
  fetched(task, "fetch~1", 2, 10);
  expect(injectedOf(task, "fetch")).toEqual({ page: 2 });
  fetched(task, "fetch~2", 3, 20);
  fetched(task, "fetch~3", null, 12);
  expect(injectedOf(task, "load")).toEqual({ rows: 42 });
});

it("conditions, waits, approvals, groups, batches and what is marked by hand write variables too", () => {
  const set = (expression: string): Pick<TaskNode, "vars"> => ({ vars: [{ name: "page", expression }] });
  const first: readonly (readonly [TaskNode, (task: TaskWalk) => unknown])[] = [
    [{ id: "x", type: "condition", branches: [{ name: "yes", when: "true" }], ...set("7") }, () => null],
    [
      { id: "x", type: "wait", for: { signal: "go" }, ...set("7") },
      (task) => task.ask({ type: "signal", signal: "go" }),
    ],
    [{ id: "x", type: "wait", for: { ms: "5" }, ...set("7") }, (task) => task.wait(5)],
    [
      { id: "x", type: "approval", by: {}, timeoutMs: 9, onTimeout: "refused", ...set("$.SELF.RESULT.n") },
      (task) => task.results({}).ask({ type: "approve", node: "x", branch: "approved", form: { n: 7 } }),
    ],
    [{ id: "x", type: "group", nodes: [job("in")], ...set("7") }, (task) => task.end("in")],
    [job("x", { each: { items: "[]" }, ...set("7 + count($.SELF[*])") }), () => null],
    [
      job("x", set("$.SELF.RESULT")),
      (task) => task.results({ x: null }).end("x", "Failed").ask({ type: "markNode", node: "x", result: 7 }),
    ],
  ];
  for (const [node, end] of first) {
    const task = new TaskWalk([node, job("held")], { vars: PAGE });
    end(task);
    expect([node.type, task.state.vars]).toEqual([node.type, { page: 7 }]);
  }
});

it("what has failed or was skipped writes nothing", () => {
  const write = { vars: [{ name: "page", expression: "9" }] };
  const task = new TaskWalk([job("a", write), job("b", { ...write, skipWhen: "true" }), job("c")], {
    vars: PAGE,
  });
  task.end("a", "Failed");
  expect(task.state.vars).toEqual({ page: 1 });
});

it("a value that is not there or of another type fails the node, and nothing is written", () => {
  for (const [expression, code] of [
    ["$.SELF.RESULT.none", "undefined_reference"],
    ["'two'", "type_mismatch"],
  ] as const) {
    const vars = [
      { name: "page", expression: "5" },
      { name: "page", expression },
    ];
    const task = new TaskWalk([job("a", { vars })], { vars: PAGE }).results({ a: {} }).end("a");
    expect([task.codeOf("a"), task.state.vars]).toEqual([code, { page: 1 }]);
  }
});

it("what a person put over a value before holds until a node writes it", () => {
  const task = new TaskWalk(PAGES, { vars: SUM });
  task.ask({ type: "edit", path: ["VARS", "rows"], value: 100, reason: "Counted before" });
  fetched(task, "fetch~1", null, 10);
  expect(task.state.vars).toEqual({ page: null, rows: 110 });
  expect(injectedOf(task, "load")).toEqual({ rows: 110 });
  expect(task.state.edits).toEqual([]);
  expect(valueUses(task.plan, task.log, ["VARS", "rows"])).toContainEqual(
    expect.objectContaining({ node: "fetch", as: "vars" }),
  );
});

function again(task: TaskWalk, inSameRun: boolean): unknown {
  const state = { ...task.state, id: "first" };
  return planRerun(task.plan, state, { type: "smart" }, inSameRun)?.taken.vars;
}

it("a re-run goes on with what was written by what it takes over, and by nothing else", () => {
  const chain = [
    job("a", { vars: [{ name: "page", expression: "$.VARS.page + 1" }] }),
    job("b", { ...after("a"), vars: [{ name: "page", expression: "$.VARS.page + 1" }] }),
    job("c", { pre: [{ node: "a" }] }),
    job("d", { pre: [{ node: "b" }, { node: "c" }] }),
  ];
  const task = new TaskWalk(chain, { vars: PAGE }).end("a").end("b", "Failed").end("c");
  for (const inSameRun of [true, false]) expect(again(task, inSameRun)).toEqual({ page: 2 });
  const other = new TaskWalk(chain, { vars: PAGE }).end("a").end("c", "Failed").end("b");
  for (const inSameRun of [true, false]) expect(again(other, inSameRun)).toEqual({ page: 3 });
  const first = new TaskWalk(chain, { vars: PAGE }).end("a", "Failed");
  expect(again(first, false)).toBeUndefined();
});

it("a re-run goes on in a loop with what its visit began with; of a re-run too", () => {
  const task = new TaskWalk(PAGES, { vars: SUM });
  fetched(task, "fetch~1", 2, 10);
  fetched(task, "fetch~2", 3, 20);
  task.end("fetch~3", "Failed");
  const plan = planRerun(task.plan, { ...task.state, id: "first" }, { type: "smart" });
  expect(plan?.taken.vars).toEqual({ page: 3, rows: 30 });
  const second = new TaskWalk(PAGES, { vars: SUM, ...(plan !== null && { taken: plan.taken }) });
  expect(injectedOf(second, "fetch")).toEqual({ page: 3 });
  second.end("fetch~3", "Failed");
  expect(again(second, false)).toEqual({ page: 3, rows: 30 });
});

function issuesOf(nodes: readonly TaskNode[], more: Partial<TaskBody> = {}): readonly string[] {
  return validateTask({ engine: 1, nodes, vars: PAGE, ...more }).issues.map(
    ({ pointer, code }) => `${pointer} ${code}`,
  );
}

it("only declared variables are written, by nodes of the task itself; $.SELF is for what has values", () => {
  const vars = (name: string, expression = "1"): Pick<TaskNode, "vars"> => ({ vars: [{ name, expression }] });
  expect(issuesOf([job("a", vars("page", "$.JOB['a'].RESULT + $.SELF.RESULT"))])).toEqual([]);
  expect(issuesOf([job("a", vars("pages"))])).toEqual(["/nodes/0/vars/0/name unknown_var"]);
  expect(issuesOf([job("a", { each: { items: "[1]" }, ...vars("page", "$.SELF.RESULT") })])).toEqual([
    "/nodes/0/vars/0/expression batch_needs_item",
  ]);
  expect(
    issuesOf([{ id: "g", type: "group", each: { items: "[1]" }, nodes: [job("a", vars("page"))] }]),
  ).toEqual(["/nodes/0/nodes/0/vars vars_of_items"]);
  expect(issuesOf([{ id: "w", type: "wait", for: { ms: "1" }, ...vars("page", "$.SELF.RESULT") }])).toEqual([
    "/nodes/0/vars/0/expression unknown_root",
  ]);
  expect(issuesOf([job("a", { params: [{ name: "x", expression: "$.SELF.RESULT" }] })])).toEqual([
    "/nodes/0/params/0/expression unknown_root",
  ]);
});
