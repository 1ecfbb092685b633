import { evaluateExpression, parseExpression, type Value } from "@mojob/core/feature";
import { expect, it } from "vitest";
import { readCondition, writeCondition } from "./condition-choice.ts";
import { readChoice, type ValueChoice, type ValueSource, writeChoice } from "./value-choice.ts";

const run = new Map<string, Value>([
  ["RESULT", { lines: 42, rows: [{ n: 7 }, { n: 8 }], name: "it's" }],
  ["OUTPUT", "begin 开始42结束\nsecond line\nthird"],
  ["STATUS", "Succeeded"],
]);
const roots = new Map<string, Value>([
  ["TASK", { PARAMS: { day: "2026-11-20" }, KEY: "nightly" }],
  ["VARS", { total: 5 }],
  ["JOB", new Map<string, Value>([["count", run]])],
]);
const evaluate = (text: string): unknown =>
  evaluateExpression(parseExpression(text), { now: new Date(0), roots });

const result = (...names: readonly (string | number)[]): ValueSource => ({
  kind: "result",
  node: "count",
  field: names.map((name) =>
    typeof name === "string" ? { type: "name", name } : { type: "index", index: name },
  ),
});
const output: ValueSource = { kind: "output", node: "count", field: [] };

it.each<readonly [string, ValueChoice, unknown]>([
  ["a fixed text", { source: { kind: "fixed", value: "it's \\ $.JOB" } }, "it's \\ $.JOB"],
  ["a list", { source: { kind: "fixed", value: ["a", "b's"] } }, ["a", "b's"]],
  ["a file", { source: { kind: "file", path: "/a (b)/c.zip" } }, { $file: "/a (b)/c.zip" }],
  ["a parameter", { source: { kind: "param", field: [{ type: "name", name: "day" }] } }, "2026-11-20"],
  [
    "what is known of the run",
    { source: { kind: "task", field: [{ type: "name", name: "KEY" }] } },
    "nightly",
  ],
  ["a field within a list", { source: result("rows", 1, "n") }, 8],
  [
    "what is between two texts",
    { source: output, take: { by: "between", begin: "开始", end: "结束" }, as: "number" },
    42,
  ],
  ["what a pattern finds", { source: output, take: { by: "pattern", pattern: String.raw`(\d+)结束` } }, "42"],
  ["the first line", { source: output, take: { by: "line", line: 1 } }, "begin 开始42结束"],
  ["a later line", { source: output, take: { by: "line", line: 3 } }, "third"],
  ["a line that is not there", { source: output, take: { by: "line", line: 4 } }, null],
  ["whether it contains", { source: output, take: { by: "contains", text: "second" } }, true],
  ["how many", { source: result("rows"), take: { by: "count" } }, 2],
  [
    "the value of a node that has not run",
    { source: { kind: "result", node: "none", field: [] }, orElse: "-" },
    "-",
  ],
  [
    "a text around it",
    { source: result("lines"), as: "text", before: "There are ", after: " lines." },
    "There are 42 lines.",
  ],
  ["its length", { source: output, take: { by: "line", line: 3 }, as: "length" }, 5],
])("%s has the value that is wanted", (_, choice, value) => {
  expect(evaluate(writeChoice(choice))).toEqual(value);
});

it("a condition of rows holds as its rows do", () => {
  const many = {
    left: { source: result("lines") },
    test: ">",
    right: { source: { kind: "fixed", value: 40 } },
  } as const;
  const named = {
    left: { source: result("name") },
    test: "in",
    right: { source: { kind: "fixed", value: ["a"] } },
  } as const;
  expect(evaluate(writeCondition({ join: "all", rows: [many, named] }))).toBe(false);
  expect(evaluate(writeCondition({ join: "any", rows: [many, named] }))).toBe(true);
  const none = { left: { source: { kind: "result", node: "none", field: [] } }, test: "existsNot" } as const;
  expect(evaluate(writeCondition({ join: "all", rows: [none] }))).toBe(true);
});

/** Without places. */
function bare(text: string): unknown {
  return JSON.parse(
    JSON.stringify(parseExpression(text), (key, inner: unknown) => (key === "at" ? undefined : inner)),
  );
}

it.each([
  "$.JOB[‘count’].RESULT [ 0 ]",
  "{$.JOB['count'].OUTPUT}:REGEX:(?<=开始).*?(?=结束)",
  "number({ $.JOB.count.OUTPUT }:REGEX:'(\\d+)')",
  "$.JOB['b'][*].RESULT['rows']",
  "$.JOB['b'].RESULT ?? 'nothing'",
  "File(/srv/output/hello.zip)",
  "'report-' + $.TASK.PARAMS.day + '.csv'",
])("%s is shown in the form, which would write the same expression", (text) => {
  const choice = readChoice(text);
  expect(choice).not.toBeNull();
  expect(bare(choice === null ? "" : writeChoice(choice))).toEqual(bare(text));
});

it.each([
  "{$.JOB['323'].OUTPUT} == '4'",
  "$.JOB['concat'].LOG#'success'",
  "exists($.JOB['none']) || !($.VARS.x == 2)",
])("%s is shown as a condition, as far as it fits", (text) => {
  const read = readCondition(text);
  if (read !== null) expect(bare(writeCondition(read))).toEqual(bare(text));
  expect(read === null).toBe(text.includes("!("));
});

it.each([
  "sum([$.JOB['b'][0].RESULT.rows, 2]) == 42",
  "$.VARS.a + $.VARS.b",
  "$.JOB['x'].VISIT[-2].RESULT",
  "$.VARS.x > 1 ? 'a' : 'b'",
  "$.JOB['x",
  "",
])("%j is more than the form can show, and stays as text", (text) => {
  expect(readChoice(text)).toBeNull();
});
