import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { issueAt } from "./issue/issue.ts";
import { MoJobError } from "./error.ts";
import { canonicalJson, copyJson, escapePointer, type JsonLimits, type JsonValue } from "./json.ts";

/** Where `copyJson` refuses the value. */
function refusal(value: unknown, pointer?: string, limits?: JsonLimits): string | undefined {
  try {
    copyJson(value, pointer, limits);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(MoJobError);
    const { code, issues } = error as MoJobError;
    expect(code).toBe("invalid_argument");
    expect(issues).toHaveLength(1);
    return issues[0]?.pointer;
  }
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

/** The same value with the keys of its objects in another order. */
function permuted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(permuted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, permuted(item)]),
  );
}

const json = fc.jsonValue({ maxDepth: 5 }).filter((value) => !JSON.stringify(value).includes("__proto__"));

describe("copyJson()", () => {
  it("returns what a trip through JSON text would", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.stringify(copyJson(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it("shares nothing with the original", () => {
    const original = { list: [{ a: 1 }] };
    const copy = copyJson(original);
    original.list[0] = { a: 2 };
    original.list.push({ a: 3 });
    expect(copy).toEqual({ list: [{ a: 1 }] });
  });

  it("honours toJSON and leaves undefined properties out", () => {
    const at = new Date("2026-01-31T08:00:00Z");
    expect(copyJson({ at, left: undefined, deep: { toJSON: () => [at] } })).toEqual({
      at: "2026-01-31T08:00:00.000Z",
      deep: ["2026-01-31T08:00:00.000Z"],
    });
    expect(Object.keys(copyJson({ left: undefined }) as object)).toEqual([]);
  });

  it("writes null for what a list leaves out", () => {
    const sparse: unknown[] = [1];
    sparse[2] = undefined;
    sparse[4] = 5;
    expect(JSON.stringify(copyJson(sparse))).toBe("[1,null,null,null,5]");
    expect(canonicalJson(copyJson(sparse))).toBe("[1,null,null,null,5]");
  });

  it("refuses a list too long for its limit before it fills its holes", () => {
    expect(refusal(Object.assign([], { length: 2 ** 31 }))).toBe("/9999");
  });

  it.each([
    ["a function", () => 1],
    ["a symbol", Symbol("s")],
    ["a bigint", 1n],
    ["NaN", NaN],
    ["an infinite number", -Infinity],
  ])("refuses %s and points at it", (_, value) => {
    expect(refusal({ a: [0, { "b/c~d": value }] })).toBe("/a/1/b~1c~0d");
  });

  it("puts its pointers below the one it was given", () => {
    expect(refusal({ a: NaN }, "/args")).toBe("/args/a");
    expect(refusal(undefined, "/args")).toBe("/args");
  });

  it("refuses the name that reaches an object's prototype", () => {
    expect(refusal(JSON.parse('{"a":{"__proto__":{"admin":true}}}'))).toBe("/a/__proto__");
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it("takes the other names an object inherits as the plain properties they are", () => {
    const named = JSON.parse(
      '{"constructor":{"prototype":1},"toString":"x","hasOwnProperty":null}',
    ) as unknown;
    expect(copyJson(named)).toEqual(named);
  });

  it("accepts 32 levels and not one more", () => {
    expect(refusal(nested(32))).toBeUndefined();
    expect(refusal(nested(33))).toBe("/0".repeat(33));
    expect(refusal(nested(3), "", { maxDepth: 2 })).toBe("/0/0/0");
  });

  it("accepts 10,000 values and not one more", () => {
    expect(refusal(Array.from({ length: 9999 }, () => 0))).toBeUndefined();
    expect(refusal(Array.from({ length: 10_000 }, () => 0))).toBe("/9999");
    expect(refusal([1, [2, 3]], "", { maxNodes: 4 })).toBe("/1/1");
  });

  it("ends on a cycle and on a toJSON that returns itself", () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(refusal(cycle)).toBe("/self".repeat(33));
    const endless = { toJSON: (): unknown => endless };
    expect(refusal(endless)).toBe("");
  });

  it("passes on what a getter throws", () => {
    const value = Object.defineProperty({}, "a", {
      enumerable: true,
      get: () => {
        throw new RangeError("No");
      },
    });
    expect(() => copyJson(value)).toThrow(RangeError);
  });
});

describe("copyJson() of what JSON would keep as an empty record", () => {
  it.each<[string, unknown]>([
    ["Map", new Map([["a", 1]])],
    ["Set", new Set([1])],
    ["Promise", Promise.resolve(1)],
    ["RegExp", /a/],
    ["Error", new Error("broken")],
    ["Uint8Array", new Uint8Array(2)],
  ])("refuses a %s", (kind, value) => {
    expect(() => copyJson({ value }, "/args")).toThrow(
      expect.objectContaining({
        issues: [issueAt("/args/value", "json_cannot_hold", { type: kind })],
      }),
    );
  });

  it("takes records without a prototype and instances of classes", () => {
    class Point {
      readonly x = 1;
    }
    expect(copyJson([Object.assign(Object.create(null), { a: 1 }), new Point()])).toEqual([
      { a: 1 },
      { x: 1 },
    ]);
  });
});

describe("canonicalJson()", () => {
  it("is the same whatever the order of the keys", () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = copyJson(value);
        expect(canonicalJson(permuted(copy))).toBe(canonicalJson(copy));
      }),
    );
  });

  it("is JSON of the same value, so that different values differ", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(copyJson(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("distinguishes a list from an object and a number from its text", () => {
    const different: readonly JsonValue[] = [[], {}, "", null, 0, "0", [0], { 0: 0 }, ["0"], false];
    expect(new Set(different.map(canonicalJson)).size).toBe(different.length);
  });
});

describe("escapePointer()", () => {
  it("escapes as RFC 6901 says, the tilde first", () => {
    expect(escapePointer("a/b~c~1")).toBe("a~1b~0c~01");
  });
});
