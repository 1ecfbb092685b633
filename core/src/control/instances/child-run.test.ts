import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, type JsonValue } from "../../base/json.ts";
import { childArgs, MOST_ARGS_BYTES } from "./child-run.ts";

function textIn(value: JsonValue): string {
  if (value === null) return "";
  return typeof value === "string" ? value : canonicalJson(value);
}

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

test.each([
  ["one text", "{args.text}".repeat(3)],
  ["a list", Array.from({ length: 600 }, () => "{args.text}")],
  ["names and texts", { a: "<{args}>", b: ["{args.text}", { c: "{args.text}" }] }],
])("childArgs() fills %s with 1 MiB at most, and makes nothing of more", (_, template) => {
  const fits = { ...parent, args: { text: "x".repeat(1000) } };
  expect(JSON.stringify(childArgs(template, fits)).length).toBeLessThan(1024 * 1024);
  const long = { ...parent, args: { text: "\u{1F600}".repeat(100_000) } };
  expect(() => childArgs(template, long)).toThrow(
    expect.objectContaining({
      code: "invalid_args",
      issues: [expect.objectContaining({ pointer: "/args", code: "too_many_bytes" })],
    }),
  );
});

test("childArgs() counts the bytes that it makes", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 9 }),
      fc.jsonValue({ maxDepth: 2 }),
      (text, value) => {
        const run = {
          ...parent,
          args: { text: "y".repeat(MOST_ARGS_BYTES - 40), value: value as JsonValue },
        };
        const template = { all: "{args.text}", more: [`${text}{args.value}`, "{args.value}"] };
        const bytes = Buffer.byteLength(
          JSON.stringify({ all: "", more: [`${text}${textIn(value as JsonValue)}`, value] }),
        );
        // A comma for each item, the last one too.
        const isTooLong = bytes + MOST_ARGS_BYTES - 40 + 2 > MOST_ARGS_BYTES;
        if (isTooLong) expect(() => childArgs(template, run)).toThrow("bytes");
        else expect(childArgs(template, run)).toMatchObject({ all: run.args.text });
      },
    ),
    { seed: 3 },
  );
});

test("childArgs() gives how the parent failed, without its stack", () => {
  expect(childArgs({ error: "{error}", why: "{error.message}" }, failed)).toEqual({
    error: { code: "timeout", number: -10400002000, message: "Too long" },
    why: "Too long",
  });
});

test("childArgs() fills in once: what the parent's run contains is not read as a placeholder", () => {
  expect(childArgs("{args}!", { ...parent, args: "{result.total}" })).toBe("{result.total}!");
});
