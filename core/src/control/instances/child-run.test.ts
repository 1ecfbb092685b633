import { expect, test } from "vitest";
import { childArgs } from "./child-run.ts";

const parent = {
  id: "7",
  jobKey: "billing.Close",
  state: "Succeeded",
  args: { month: "2026-02", lines: [{ n: 1 }, { n: 2 }] },
  result: { total: 12.5, file: "a.csv" },
  error: null,
} as const;
const failed = {
  ...parent,
  state: "Terminated",
  result: null,
  error: { code: "timeout", message: "Too long", stack: "at …" },
} as const;

test.each([
  ["the arguments as they are", "{args}", parent.args],
  [
    "a member as the value it is",
    { lines: "{args.lines}", total: "{result.total}" },
    { lines: [{ n: 1 }, { n: 2 }], total: 12.5 },
  ],
  ["a place in a list", "{args.lines.1.n}", 2],
  [
    "texts within a text, anything else as JSON",
    "{args.month}: {result.total} {args.lines.0}",
    '2026-02: 12.5 {"n":1}',
  ],
  ["the run itself", ["{run.id}", "{run.job}", "{run.state}"], ["7", "billing.Close", "Succeeded"]],
  [
    "nothing for what is not there",
    { none: "{args.none.deep}", text: "<{args.none}>" },
    { none: null, text: "<>" },
  ],
  ["no inherited members", "{args.constructor}", null],
  ["no error of a run that succeeded", "{error.code}", null],
  [
    "other braces as they are",
    "{x} {arguments} {{args.month}} {args month}",
    "{x} {arguments} {2026-02} {args month}",
  ],
  ["what has no text in it", [1, true, null, { a: [] }], [1, true, null, { a: [] }]],
])("childArgs() gives %s", (_, template, args) => {
  expect(childArgs(template, parent)).toEqual(args);
});

test("childArgs() gives how the parent failed, without its stack", () => {
  expect(childArgs({ error: "{error}", why: "{error.message}" }, failed)).toEqual({
    error: { code: "timeout", message: "Too long" },
    why: "Too long",
  });
});

test("childArgs() fills in once: what the parent's run contains is not read as a placeholder", () => {
  expect(childArgs("{args}!", { ...parent, args: "{result.total}" })).toBe("{result.total}!");
});
