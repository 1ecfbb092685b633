import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../base/json.ts";
import { assertArgsFitJsonSchema } from "../args-check.ts";
import { compileLinearPattern } from "../../base/linear-pattern.ts";
import { isPlainKeyPattern } from "../../base/json-schema/plain-key-pattern.ts";

function refusal(
  schema: JsonObject,
  args: JsonValue,
): { message: string; issues: readonly { pointer: string; message: string }[] } | null {
  try {
    assertArgsFitJsonSchema("job", schema, args);
    return null;
  } catch (error) {
    return error as { message: string; issues: readonly { pointer: string; message: string }[] };
  }
}

/** References that double the work at each level. */
function doubling(levels: number): JsonObject {
  const defs: Record<string, JsonValue> = { [`d${levels}`]: { type: "number" } };
  for (let level = 0; level < levels; level += 1) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    defs[`d${level}`] = { allOf: [next, next] };
  }
  return { $defs: defs, $ref: "#/$defs/d0" };
}

/** Of this process' work, some 20 ms; other work of the machine may double it, and without bounds it is minutes. */
const MOST_MS = 200;

/** Milliseconds of processor time; the least of three, because collecting garbage of before counts too. */
function processorMs(work: () => void): number {
  const times = [0, 1, 2].map(() => {
    const begun = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

const OBJECTS = Array.from({ length: 4900 }, (_, id) => ({ id }));
const HOSTILE: readonly (readonly [string, JsonObject, JsonValue])[] = [
  ["a pattern that backtracks", { type: "string", pattern: "^(a+)+$" }, `${"a".repeat(33)}!`],
  ["a long text for such a pattern", { type: "string", pattern: "^(a|a)*$" }, `${"a".repeat(50_000)}!`],
  [
    "a key pattern that backtracks",
    { patternProperties: { "^(a+)+$": true } },
    { [`${"a".repeat(33)}!`]: 1 },
  ],
  ["references that double the errors", doubling(24), "x"],
  ["references that double the work", doubling(30), 1],
  ["references that double with the depth of the arguments", nested(), deep(30)],
  ["uniqueItems over many objects", { uniqueItems: true }, OBJECTS],
  ["a format over a long text", { type: "string", format: "uri" }, `http://${"a/".repeat(40_000)} `],
];

function nested(): JsonObject {
  const next = { properties: { next: { $ref: "#" } } };
  return { allOf: [next, next] };
}

function deep(levels: number): JsonValue {
  return levels === 0 ? {} : { next: deep(levels - 1) };
}

describe("a JSON Schema of arguments", () => {
  it.each(HOSTILE)("does not stop the process: %s", (_, schema, args) => {
    refusal(schema, 0);
    // Without bounds most of them take minutes to years.
    expect(processorMs(() => refusal(schema, args))).toBeLessThan(MOST_MS);
    expect(refusal(schema, args)).toMatchObject({ code: "invalid_args" });
  });

  it("lists at most 100 mistakes, of however many", () => {
    const schema = { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } };
    const args = Array.from({ length: 60_000 }, () => 1);
    const refused = refusal(schema, args);
    // Some 25 ms in a program; the module wrappers of the test runner double it.
    expect(processorMs(() => refusal(schema, args))).toBeLessThan(2 * MOST_MS);
    expect(refused?.issues).toHaveLength(100);
    expect(refused?.issues[99]?.pointer).toBe("/args/99");
  });

  it("checks ordinary arguments of 20,000 values", () => {
    const schema = { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } };
    expect(
      refusal(
        schema,
        Array.from({ length: 10_000 }, (_, id) => ({ id })),
      ),
    ).toBeNull();
    expect(
      refusal(
        { uniqueItems: true },
        Array.from({ length: 1000 }, (_, id) => id),
      ),
    ).toBeNull();
    expect(refusal({ uniqueItems: true }, [1, 2, 1])).not.toBeNull();
  });

  it("says which pattern and which format a text must have", () => {
    const schema = { type: "string", pattern: "^[a-z]+@", format: "email" };
    expect(refusal(schema, "ada@example.com")).toBeNull();
    expect(refusal(schema, "Ada")?.issues).toEqual([
      {
        pointer: "/args",
        code: "pattern_and_format",
        parameters: { pattern: "^[a-z]+@", format: "email" },
        message: 'must match the pattern "^[a-z]+@" and have the format "email"',
      },
    ]);
    expect(refusal({ format: "email" }, 5)).toBeNull();
  });

  it("compiles no more of the patterns of a schema than so many instructions together", () => {
    const patterns = Array.from({ length: 100 }, (_, index) => ({ pattern: `a{0,100}b{0,${100 + index}}` }));
    const refused = refusal({ anyOf: patterns }, "x");
    expect(refused?.message).toMatch(
      /its patterns make programs of \d+ instructions together, of at most 16384/,
    );
    const same = Array.from({ length: 500 }, () => ({ pattern: "^[a-z]{1,64}$" }));
    expect(refusal({ anyOf: same }, "x")).toBeNull();
  });

  it("gives patterns so much of a text, and no more in several places together", () => {
    const heavy = `^${"(a*)*".repeat(50)}$`;
    expect(refusal({ pattern: heavy }, "a".repeat(1000))).toBeNull();
    expect(refusal({ pattern: heavy }, "a".repeat(100_000))?.message).toContain("take too many steps");
    const parts = Array.from({ length: 100 }, () => "a".repeat(1000));
    expect(refusal({ items: { pattern: heavy } }, parts)?.message).toContain("take too many steps");
    expect(refusal({ pattern: "^[a-z]+$" }, "a".repeat(500_000))).toBeNull();
  });

  it("leaves what only looks like a pattern alone", () => {
    const schema = {
      properties: { pattern: { const: { pattern: "(" } } },
      enum: [{ pattern: { pattern: "(" } }],
    };
    expect(refusal(schema, { pattern: { pattern: "(" } })).toBeNull();
  });

  it.each(["(?=a)b", "(a)\\1", "("])("refuses the pattern %j, which is not linear or none", (pattern) => {
    expect(refusal({ pattern }, "a")?.message).toContain("its JSON Schema cannot be applied");
  });
});

describe("compileLinearPattern()", () => {
  it.each([
    ["^\\d{4}-\\d{2}$", "2026-01", true],
    ["^\\p{L}+$", "日報", true],
    ["\\u4e00", "一", true],
    ["a\\/b", "xa/bx", true],
    ["(?<=x)a", "xa", true],
    ["^(?<year>\\d+)$", "26", true],
    ["[^]", "", false],
  ])("reads %j as JavaScript does: %j is %j", (pattern, text, matches) => {
    expect(compileLinearPattern(pattern).matches(text)).toBe(matches);
    expect(new RegExp(pattern, "u").test(text)).toBe(matches);
  });
});

describe("isPlainKeyPattern()", () => {
  it.each(["^x-", "^[a-z0-9_]+$", "^\\d+$", "-id$", ".*", "^a\\.b$", "^[A-Z][a-z]*$"])(
    "takes %j",
    (pattern) => {
      expect(isPlainKeyPattern(pattern)).toBe(true);
    },
  );

  it.each(["^(a+)+$", "a+b", "^a*a*$", "(a|b)", "^\\w+\\w+$", "^[a-z]{1,}x+$"])("refuses %j", (pattern) => {
    expect(isPlainKeyPattern(pattern)).toBe(false);
  });
});
