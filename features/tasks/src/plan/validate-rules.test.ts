import { registerWorkKind } from "@mojob/core/ports";
import { beforeAll, expect, it, test } from "vitest";
import { TASK_KIND } from "../definition/task-kind.ts";
import { validateTask } from "./validate-task.ts";

beforeAll(() => registerWorkKind(TASK_KIND));

const JOB = { type: "job", job: { key: "mail.send" } };
const ASK = { type: "approval", by: {}, timeoutMs: 1000, onTimeout: "refused" };

const FILE = { name: "in", type: "file", test: "exists", uri: "'/srv/in'" };
const DATABASE = { name: "db", type: "database", uri: "'orders'" };
const LATER = {
  afterMs: 0,
  everyMs: 10_000,
  timeoutMs: 3_600_000,
  check: { type: "resource", use: FILE },
};
const CALLED = { callback: true, timeoutMs: 1000 };
const GET = { kind: "http", method: "GET", url: "http://a.test" };
const ownJob = (more: object, id = "own"): object => ({
  id,
  type: "job",
  job: { work: { kind: "code", handler: "mail" }, ...more },
});

function look(nodes: readonly unknown[], more: object = {}): { errors: string[]; warnings: string[] } {
  const { issues, warnings } = validateTask({ engine: 1, nodes, ...more });
  const shown = (list: typeof warnings): string[] => list.map(({ pointer, code }) => `${pointer} ${code}`);
  return { errors: shown(issues), warnings: shown(warnings) };
}

const which = (more: object = {}): object => ({
  id: "which",
  type: "condition",
  branches: [{ name: "big", when: "$.TASK.PARAMS.size > 1" }],
  ...more,
});

test.each<[string, readonly unknown[], readonly string[]]>([
  [
    "a condition of which no branch may hold",
    [which(), { ...JOB, id: "a", pre: [{ node: "which", branch: "big" }] }],
    ["/nodes/0 else_missing"],
  ],
  [
    "a way to clean up that depends on a branch",
    [which({ else: "small" }), { ...JOB, id: "z", cleanup: true, pre: [{ node: "which", branch: "small" }] }],
    ["/nodes/1/pre/0/branch cleanup_with_branch"],
  ],
  [
    "a batch that cleans up",
    [{ ...JOB, id: "z", cleanup: true, each: { items: "[1]" } }],
    ["/nodes/0/cleanup cleanup_rule"],
  ],
  [
    "cleanup in a group",
    [{ id: "box", type: "group", nodes: [{ ...JOB, id: "z", cleanup: true }] }],
    ["/nodes/0/nodes/0/cleanup cleanup_rule"],
  ],
  [
    "cleanup in a loop",
    [
      which({ else: "done", loop: { maxVisits: 3 }, pre: [{ node: "z" }] }),
      { ...JOB, id: "z", cleanup: true, pre: [{ node: "which", branch: "big" }] },
    ],
    [
      "/nodes/1/cleanup cleanup_rule",
      "/nodes/1/pre/0/branch cleanup_with_branch",
      "/nodes/0/pre cleanup_followed",
    ],
  ],
  ["an approval that cleans up", [{ ...ASK, id: "z", cleanup: true }], ["/nodes/0/cleanup cleanup_rule"]],
  [
    "a node that waits for cleanup, and is waited for by it",
    [
      { ...JOB, id: "z", cleanup: true },
      { ...JOB, id: "a", pre: [{ node: "z" }] },
    ],
    ["/nodes/1/pre cleanup_followed"],
  ],
  [
    "a start of what only the body holds, and of many",
    [
      { id: "a", type: "job", job: { work: { kind: "code", handler: "x" } }, wait: false },
      { ...JOB, id: "b", each: { items: "[1]" }, wait: false },
      { ...JOB, id: "c", wait: false },
      { ...JOB, id: "d", each: { items: "[1]" }, wait: true },
    ],
    ["/nodes/0/wait excludes", "/nodes/1/wait excludes"],
  ],
  [
    "groups in too many groups",
    [
      Array.from({ length: 10 }).reduce<object>(
        (inner, _, depth) => ({ id: `g${depth}`, type: "group", nodes: [inner] }),
        { ...JOB, id: "a" },
      ),
    ],
    [`/nodes/0${"/nodes/0".repeat(8)} loops_too_deep`],
  ],
  [
    "a secret in a text",
    [
      { ...JOB, id: "a", params: [{ name: "x", expression: "'token ' + $.SECRET['x']" }] },
      { ...JOB, id: "b", skipWhen: "$.SECRET['x'] == 'none'" },
      { ...JOB, id: "c", params: [{ name: "x", expression: "$.SECRET['x']" }] },
    ],
    ["/nodes/0/params/0/expression secret_in_text", "/nodes/1/skipWhen secret_in_text"],
  ],
  [
    "a secret for a task, for a program, and one that cannot be",
    [
      { id: "a", type: "task", key: "inner", params: [{ name: "x", expression: "$.SECRET['x']" }] },
      {
        id: "b",
        type: "job",
        job: { work: { kind: "script", language: "shell", source: "true" } },
        each: { sets: [[{ name: "x", expression: "$.SECRET.x" }]] },
      },
      { ...JOB, id: "c", params: [{ name: "x", expression: "$.SECRET['not a name']" }] },
      { ...JOB, id: "d", params: [{ name: "x", expression: "$.SECRET['x'].more" }] },
    ],
    [
      "/nodes/0/params/0/expression secret_in_text",
      "/nodes/1/each/sets/0/0/expression secret_of_program",
      "/nodes/2/params/0/expression secret_name_rule",
      "/nodes/3/params/0/expression secret_in_text",
    ],
  ],
  [
    "a secret in a parameter that is declared as none",
    [
      {
        id: "a",
        type: "job",
        job: {
          work: { kind: "code", handler: "mail" },
          params: [
            { name: "x", type: "text" },
            { name: "y", type: "text", secret: true },
          ],
        },
        params: [
          { name: "x", expression: "$.SECRET['x']" },
          { name: "y", expression: "$.SECRET['x']" },
        ],
      },
    ],
    ["/nodes/0/params/0/expression secret_in_text"],
  ],
  [
    "parameters that are declared as secret and get values that are kept",
    [
      {
        id: "a",
        type: "job",
        job: {
          work: { kind: "code", handler: "mail" },
          params: [
            { name: "x", type: "text", secret: true, value: "open" },
            { name: "y", type: "text", secret: true },
            { name: "z", type: "text", secret: true },
          ],
        },
        params: [
          { name: "x", value: "open" },
          { name: "y", expression: "$.TASK.PARAMS.pw" },
          { name: "z", expression: "$.SECRET['z']" },
        ],
      },
    ],
    [
      "/nodes/0/job/params/0/value secret_in_clear",
      "/nodes/0/params/0/value secret_in_clear",
      "/nodes/0/params/1/expression secret_in_clear",
    ],
  ],
  [
    "resources that nobody looks at, in ways that they do not have",
    [
      ownJob({ resources: [{ name: "q", type: "queue", test: "exists", uri: "'x'" }] }, "a"),
      ownJob({ resources: [{ name: "in", type: "file", test: "status", uri: "'/x'" }] }, "b"),
      ownJob({ resources: [{ name: "db", type: "database", test: "status", uri: "'x'" }] }, "c"),
    ],
    [
      "/nodes/0/job/resources/0/type not_one_of",
      "/nodes/1/job/resources/0/test not_one_of",
      "/nodes/2/job/resources/0/test not_one_of",
    ],
  ],
  [
    "a query without its text, and the text of a query for what is not queried",
    [
      ownJob({ resources: [{ ...DATABASE, test: "query" }] }, "a"),
      ownJob({ resources: [{ ...DATABASE, test: "connect", query: "SELECT 1" }] }, "b"),
    ],
    ["/nodes/0/job/resources/0/query required", "/nodes/1/job/resources/0/query unknown_name"],
  ],
  [
    "expressions of a job that read what it does not know",
    [
      ownJob({
        resources: [
          { ...FILE, uri: "$.TASK.PARAMS.x", expect: "$.SELF.RESULT.rows == $.RESOURCE.SIZE" },
          { ...DATABASE, test: "query", query: "SELECT 1", values: [{ expression: "$.VARS.day" }] },
        ],
        verify: { ...LATER, check: { type: "logic", expression: "$.SELF.OUTPUT == $.RESOURCE.SIZE" } },
        results: [{ name: "x", type: "text", expression: "$.VARS.x" }],
        successCondition: { type: "logic", expression: "$.SELF.OUTPUT == 'x'" },
      }),
    ],
    [
      "/nodes/0/job/resources/0/uri unknown_root",
      "/nodes/0/job/resources/0/expect unknown_of_self",
      "/nodes/0/job/resources/1/values/0/expression unknown_root",
      "/nodes/0/job/results/0/expression unknown_root",
      "/nodes/0/job/verify/check/expression unknown_of_self",
      "/nodes/0/job/verify/check/expression unknown_root",
    ],
  ],
  [
    "a success condition with a resource or an expression",
    [
      ownJob({
        successCondition: {
          type: "any",
          checks: [
            { type: "logic", expression: "$.SELF.RESULT == 1" },
            { type: "resource", use: FILE },
          ],
        },
      }),
    ],
    ["/nodes/0/job/successCondition mixed_alternatives"],
  ],
  [
    "an end that is looked for more often than a run can be",
    [ownJob({ verify: { ...LATER, everyMs: 1000, timeoutMs: 3_600_000 } })],
    ["/nodes/0/job/verify/everyMs out_of_range"],
  ],
  [
    "a callback that its work waits for itself, and one that it cannot be told of",
    [
      ownJob({ verify: CALLED, work: { ...GET, success: { callback: true } } }, "a"),
      ownJob({ verify: CALLED, work: { kind: "task", body: {} } }, "b"),
    ],
    ["/nodes/0/job/verify excludes", "/nodes/1/job/verify/callback no_callback"],
  ],
  [
    "a form that is no JSON Schema",
    [{ ...ASK, id: "a", form: { properties: { x: { pattern: "(?=a)b" } } } }],
    ["/nodes/0/form bad_schema"],
  ],
  [
    "a branch for a time that is up which an approval does not have",
    [{ ...ASK, id: "a", onTimeout: "later" }],
    ["/nodes/0/onTimeout not_one_of"],
  ],
  [
    "what is no pattern of error codes",
    [
      {
        ...JOB,
        id: "a",
        retry: { times: 1, intervalMs: 0, on: ["timeout", "-107*", "*", "a*b", "no code"] },
      },
    ],
    ["/nodes/0/retry/on/3 code_pattern_rule", "/nodes/0/retry/on/4 code_pattern_rule"],
  ],
  [
    "a pattern that is not linear",
    [{ ...JOB, id: "a", skipWhen: "'a':REGEX:'(?=x)y' == 'z'" }],
    ["/nodes/0/skipWhen bad_expression"],
  ],
  [
    "a pattern whose repetitions make a large program",
    [{ ...JOB, id: "a", skipWhen: "'a':REGEX:'(a{1,90}){1,90}' == 'z'" }],
    ["/nodes/0/skipWhen bad_expression"],
  ],
  [
    "patterns of one expression that are large together",
    [{ ...JOB, id: "a", skipWhen: "'a':REGEX:'a{1,900}b{1,900}' == 'z' || 'a':REGEX:'a{1,900}' == 'z'" }],
    ["/nodes/0/skipWhen bad_expression"],
  ],
  [
    "patterns of many expressions that are large together",
    Array.from({ length: 20 }, (_, index) => ({
      ...JOB,
      id: `n${index}`,
      skipWhen: `'a':REGEX:'a{1,900}${index}' == 'z'`,
    })),
    [" patterns_too_large"],
  ],
  [
    "a name that no expression knows",
    [{ ...JOB, id: "a", skipWhen: "$.JOBS['a'] == 1" }],
    ["/nodes/0/skipWhen unknown_root"],
  ],
])("refuses %s, with its place", (_, nodes, expected) => {
  expect(look(nodes).errors).toEqual(expected);
});

it("refuses a secret that callers would give: what a run is given is kept with it", () => {
  const params = [{ name: "pw", type: "text", secret: true }];
  expect(look([{ ...JOB, id: "a" }], { params }).errors).toEqual(["/params/0/secret secret_of_caller"]);
});

it("accepts one pattern in many expressions, whose program is made once", () => {
  const nodes = Array.from({ length: 200 }, (_, index) => ({
    ...JOB,
    id: `n${index}`,
    skipWhen: "'a':REGEX:'a{1,900}' == 'z'",
  }));
  expect(look(nodes).errors).toEqual([]);
});

it("accepts a condition without else whose failure is followed, or of which a branch always holds", () => {
  const handler = { ...JOB, id: "h", pre: [{ node: "which", on: "failed" }] };
  expect(look([which(), handler]).errors).toEqual([]);
  expect(look([which({ allowFailure: true })]).errors).toEqual([]);
  expect(look([which({ branches: [{ name: "all", when: "true" }] })]).errors).toEqual([]);
});

it("accepts cleanup in the task of a batch's item", () => {
  const nodes = [{ ...JOB, id: "z", cleanup: true }];
  expect(look([{ id: "box", type: "group", each: { items: "[1]" }, nodes }]).errors).toEqual([]);
});

test.each<[string, readonly unknown[], readonly string[]]>([
  [
    "a branch that nothing follows",
    [which({ else: "small" }), { ...JOB, id: "a", pre: [{ node: "which", branch: "small" }] }],
    ["/nodes/0/branches/0/name branch_unused"],
  ],
  [
    "a node behind two branches of which one alone is taken, and what follows it",
    [
      which({ else: "small" }),
      {
        ...JOB,
        id: "a",
        join: "all",
        pre: [
          { node: "which", branch: "big" },
          { node: "which", branch: "small" },
        ],
      },
      { ...JOB, id: "b", pre: [{ node: "a" }] },
    ],
    ["/nodes/1 unreachable", "/nodes/2 unreachable"],
  ],
  ["a node that is always skipped", [{ ...JOB, id: "a", skipWhen: "true" }], ["/nodes/0 unreachable"]],
  [
    "what follows a time that is up where the approval is refused then",
    [
      { ...ASK, id: "a" },
      { ...JOB, id: "b", pre: [{ node: "a", branch: "timeout" }] },
      { ...JOB, id: "c", pre: [{ node: "a", branch: "refused" }] },
    ],
    ["/nodes/1 unreachable"],
  ],
  ["an approval whose refusal fails the task", [{ ...ASK, id: "a" }], ["/nodes/0 no_handler"]],
  [
    "a wait whose time may be up",
    [{ id: "w", type: "wait", for: { signal: "go" }, timeoutMs: 1000 }],
    ["/nodes/0 no_handler"],
  ],
  ["another task without a version", [{ id: "a", type: "task", key: "nightly" }], ["/nodes/0 unpinned_job"]],
  [
    "a node that goes on whatever came before, and so takes its failures away",
    [
      { ...JOB, id: "a" },
      { ...JOB, id: "b", pre: [{ node: "a", on: "ended" }] },
    ],
    ["/nodes/1/pre/0 handles_failures"],
  ],
])("points out %s", (_, nodes, expected) => {
  expect(look(nodes)).toEqual({ errors: [], warnings: expected });
});

it.each([
  ["says that it handles them", { pre: [{ node: "a", on: "ended", handles: true }] }],
  ["says that it does not", { pre: [{ node: "a", on: "ended", handles: false }] }],
  ["follows on a failure", { pre: [{ node: "a", on: "failed" }] }],
  ["is cleanup", { cleanup: true, pre: [{ node: "a", on: "ended" }] }],
  ["waits for others too", { pre: [{ node: "a", on: "ended" }, { node: "c" }] }],
])("says nothing of the failures before a node that %s", (_, more) => {
  const nodes = [
    { ...JOB, id: "a" },
    { ...JOB, id: "c" },
    { ...JOB, id: "b", ...more },
  ];
  expect(look(nodes)).toEqual({ errors: [], warnings: [] });
});

it("lets the state of a node be read wherever it is decided, and points out where it may not be", () => {
  const nodes = [
    which({ else: "small" }),
    { ...JOB, id: "a", pre: [{ node: "which", branch: "big" }] },
    { ...JOB, id: "b", pre: [{ node: "which", branch: "small" }] },
    {
      ...JOB,
      id: "c",
      join: "done",
      pre: [{ node: "a" }, { node: "b" }],
      skipWhen: "$.JOB['a'].STATUS == 'Skipped'",
    },
    { ...JOB, id: "d", pre: [{ node: "c" }], skipWhen: "$.JOB['a'].STATUS == 'Skipped'" },
  ];
  expect(look(nodes)).toEqual({ errors: [], warnings: ["/nodes/4/skipWhen maybe_not_run"] });
});

it("points out results of nodes that may not have run, and refuses those of a batch's own tasks", () => {
  const result = (id: string): object => ({ name: id, type: "json", expression: `$.JOB['${id}'].RESULT` });
  const nodes = [
    which({ else: "small" }),
    { ...JOB, id: "a", pre: [{ node: "which", branch: "big" }] },
    { id: "box", type: "group", each: { items: "[1]" }, nodes: [{ ...JOB, id: "in" }] },
  ];
  expect(look(nodes, { results: [result("a")] })).toEqual({
    errors: [],
    warnings: ["/results/0/expression maybe_not_run"],
  });
  expect(look(nodes, { results: [result("in")] }).errors).toEqual([
    "/results/0/expression reference_not_before",
  ]);
});

it("lets the condition of a loop read what the visit before left, which the first one has not", () => {
  const loop = (when: string): readonly unknown[] => [
    which({
      branches: [{ name: "again", when }],
      else: "done",
      loop: { maxVisits: 3 },
      pre: [{ node: "work" }],
    }),
    { ...JOB, id: "work", pre: [{ node: "which", branch: "again" }] },
  ];
  expect(look(loop("($.JOB['work'].RESULT ?? 0) < 3")).errors).toEqual([]);
  const next = { ...JOB, id: "next", pre: [{ node: "which", branch: "done" }] };
  const reads = { ...next, skipWhen: "exists($.JOB['work'].RESULT)" };
  expect(look([...loop("$.VISIT < 3"), reads]).errors).toEqual([]);
  expect(look(loop("$.JOB['work'].RESULT < 3")).errors).toEqual(["/nodes/0/branches/0/when maybe_not_run"]);
});

it("lets a node of a loop read what an earlier visit left, itself too, and nothing of itself elsewhere", () => {
  const given = (text: string): object => ({ params: [{ name: "from", expression: text }] });
  const loop = (text: string): readonly unknown[] => [
    which({
      branches: [{ name: "again", when: "true" }],
      loop: { maxVisits: 3 },
      pre: [{ node: "more", branch: "yes" }],
    }),
    { ...JOB, id: "fetch", pre: [{ node: "which", branch: "again" }], ...given(text) },
    { ...JOB, id: "save", pre: [{ node: "fetch" }] },
    which({
      id: "more",
      pre: [{ node: "save" }],
      branches: [{ name: "yes", when: "$.JOB['fetch'].RESULT.next != null" }],
      else: "no",
    }),
    { ...JOB, id: "end", pre: [{ node: "more", branch: "no" }] },
  ];
  expect(look(loop("$.JOB['fetch'].RESULT.next ?? 0")).errors).toEqual([]);
  expect(look(loop("$.JOB['save'].RESULT.next ?? 0")).errors).toEqual([]);
  expect(look(loop("$.JOB['fetch'].RESULT.next")).errors).toEqual([
    "/nodes/1/params/0/expression maybe_not_run",
  ]);
  expect(look([{ ...JOB, id: "alone", ...given("$.JOB['alone'].RESULT ?? 0") }]).errors).toEqual([
    "/nodes/0/params/0/expression reference_not_before",
  ]);
});

it("lets a group say what each of its items returns, of its own nodes and of those before it", () => {
  const group = (results: readonly string[], more: object = { each: { items: "[1]" } }): object => ({
    id: "g",
    type: "group",
    pre: [{ node: "a" }],
    ...more,
    nodes: [
      { ...JOB, id: "in" },
      { ...JOB, id: "some", pre: [{ node: "in", on: "failed" }] },
      { id: "box", type: "group", each: { items: "[1]" }, nodes: [{ ...JOB, id: "deep" }] },
    ],
    results: results.map((expression, index) => ({ name: `r${index}`, type: "json", expression })),
  });
  const read = (id: string): string => `$.JOB['${id}'].RESULT`;
  const all = group([read("in"), read("a"), "$.ITEM", read("some"), read("deep"), read("z")]);
  const nodes = [
    { ...JOB, id: "a" },
    { ...JOB, id: "z" },
  ];
  expect(look([...nodes, all])).toMatchObject({
    errors: [
      "/nodes/2/results/4/expression reference_not_before",
      "/nodes/2/results/5/expression reference_not_before",
    ],
    warnings: ["/nodes/2/results/3/expression maybe_not_run"],
  });
  expect(look([...nodes, group([read("in")], {})]).errors).toContain("/nodes/2/results needs");
});

it("refuses the number of a visit where no loop is, and the wait of a hold that nothing asks for", () => {
  const given = (text: string): object => ({ params: [{ name: "n", expression: text }] });
  const loop = [
    which({
      branches: [{ name: "again", when: "$.VISIT < 3" }],
      else: "done",
      loop: { maxVisits: 3 },
      pre: [{ node: "in" }],
    }),
    { ...JOB, id: "in", pre: [{ node: "which", branch: "again" }], ...given("$.VISIT") },
  ];
  const next = (text: string): object => ({
    ...JOB,
    id: "next",
    pre: [{ node: "which", branch: "done" }],
    ...given(text),
  });
  expect(look([...loop, next("$.VISIT")]).errors).toEqual([
    "/nodes/2/params/0/expression visit_outside_loop",
  ]);
  expect(look([...loop, next("$.VISIT ?? 0")]).errors).toEqual([]);
  expect(look([{ ...JOB, id: "a" }], { holdTimeoutMs: 5000 }).errors).toEqual(["/holdTimeoutMs needs"]);
  expect(look([{ ...JOB, id: "a" }], { holdTimeoutMs: 5000, onFailure: "hold" }).errors).toEqual([]);
});

it("lets a job name itself where the task judges it, and not where a worker looks", () => {
  const own = "$.JOB['own'].OUTPUT == 'x'";
  const judged = ownJob({
    successCondition: { type: "logic", expression: own },
    results: [{ name: "r", type: "boolean", expression: own }],
  });
  expect(look([judged]).errors).toEqual([]);
  const looked = ownJob({ resources: [{ ...FILE, uri: "$.JOB['own'].PARAMS.x" }] });
  expect(look([looked]).errors).toEqual(["/nodes/0/job/resources/0/uri unknown_root"]);
  const other = ownJob({ successCondition: { type: "logic", expression: "$.JOB['a'].OUTPUT == 'x'" } });
  expect(look([{ ...JOB, id: "a" }, other]).errors).toEqual([
    "/nodes/1/job/successCondition/expression unknown_root",
  ]);
});
