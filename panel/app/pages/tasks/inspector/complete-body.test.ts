import { expect, it } from "vitest";
import { type BodyKnowledge, completeBody } from "./complete-body.ts";

const BODY = {
  engine: 1,
  params: [{ name: "day", type: "text" }],
  vars: [{ name: "total", type: "number", expression: "0" }],
  nodes: [
    { id: "count", type: "job", job: { work: { kind: "script" }, results: [{ name: "lines" }] } },
    {
      id: "pick",
      type: "condition",
      branches: [{ name: "many", when: "true" }],
      else: "few",
      pre: [{ node: "count" }],
    },
    {
      id: "mail",
      type: "job",
      job: { key: "mail.send" },
      pre: [{ node: "pick", branch: "many" }],
      params: [{ name: "to", expression: "" }],
    },
  ],
};
const known: BodyKnowledge = {
  body: BODY,
  app: "shop",
  run: {
    id: "run",
    evaluate: async (text) =>
      text === "$.JOB['count'].RESULT" ? { value: { file: "a.txt", rows: [{ n: 1 }] } } : null,
  },
  findKeys: async (part, isWorkflow) => [`${isWorkflow ? "workflow" : "job"} ${part}`],
  describe: (name) => `about ${name}`,
};

/** The labels that are offered, and what the first of them makes of the text. */
async function offered(
  before: string,
  after = "",
): Promise<{ labels: readonly string[]; first: string } | null> {
  const found = await completeBody(before, after, known);
  if (found === null) return null;
  const [first] = found.options;
  return {
    labels: found.options.map(({ label }) => label),
    first: before.slice(0, found.from) + (first?.apply ?? first?.label ?? ""),
  };
}

const NODES = '{"nodes": [{"id": "count"}, {"id": "pick"}, {"id": "mail", ';

it("offers the members of what is written, with what they are, and none twice", async () => {
  const found = await completeBody(`${NODES}"`, "", known);
  const labels = found?.options.map(({ label }) => label) ?? [];
  expect(labels).toEqual(expect.arrayContaining(["type", "job", "pre", "retry", "skipWhen"]));
  expect(labels).not.toContain("id");
  expect(found?.options.find(({ label }) => label === "retry")).toEqual({
    label: "retry",
    detail: "about retry",
    apply: 'retry": ',
  });
});

it.each([
  ['"pre": [{"node": "', ["count", "pick", "mail"]],
  ['"pre": [{"branch": "', ["many", "few"]],
  ['"pre": [{"node": "pick", "on": "', ["ok", "failed", "ended"]],
  ['"type": "', ["job", "task", "group", "condition", "wait", "approval"]],
  ['"job": {"key": "mail.', ["job mail."]],
  ['"join": "', ["live", "all", "any", "done"]],
  ['"cleanup": ', ["true", "false"]],
  ['"each": {"onItemFailure": "', ["stop", "continue"]],
])("offers the values of %s", async (text, labels) => {
  expect((await offered(NODES + text))?.labels).toEqual(labels);
});

const PARAM = `${NODES}"params": [{"name": "to", "expression": "`;

it.each([
  ["$.JOB['", ["count", "pick"], "$.JOB['count"],
  [
    "$.JOB['count'].RESULT.",
    ["lines", "file", "rows", "rows[0]", "rows[0].n"],
    "$.JOB['count'].RESULT.lines",
  ],
  ["$.TASK.PARAMS.", ["day"], "$.TASK.PARAMS.day"],
  ["$.VARS.to", ["total"], "$.VARS.total"],
])("offers within an expression %s", async (text, labels, first) => {
  expect(await offered(PARAM + text)).toEqual({ labels, first: PARAM + first });
});

it("offers functions, and parts of a node", async () => {
  expect((await offered(`${PARAM}le`))?.labels).toContain("length(");
  expect((await offered(`${PARAM}$.JOB['count'].`))?.labels).toEqual(
    expect.arrayContaining(["RESULT", "OUTPUT", "STATUS"]),
  );
  expect((await offered(`${PARAM}$.`))?.labels).toEqual([
    "$.JOB['",
    "$.TASK.PARAMS",
    "$.TASK",
    "$.VARS",
    "$.SECRET",
  ]);
});

it("offers nothing where nothing is known", async () => {
  expect(await offered(`${NODES}"title": "`)).toBeNull();
  expect(await offered(`${NODES}"unknown": {"`)).toBeNull();
});
