import { describe, expect, it } from "vitest";
import { parseExactJson } from "../../base/exact-json.ts";
import { initialValue, inputText, numberOf, shapeSchema, withMember } from "./schema-shape.ts";

const shape = (schema: object) => shapeSchema(schema as never, schema as never);

describe("shapeSchema()", () => {
  it.each([
    [
      { type: "string", format: "date" },
      { kind: "text", format: "date", isLong: false },
    ],
    [{ type: "integer" }, { kind: "number" }],
    [{ type: "boolean" }, { kind: "flag" }],
    [{ enum: ["a", 1] }, { kind: "choice", values: ["a", 1] }],
    [{ const: "x" }, { kind: "choice", values: ["x"] }],
    [{ anyOf: [{ const: "a" }, { const: "b" }] }, { kind: "choice", values: ["a", "b"] }],
    [
      { type: "array", items: { type: "string" } },
      { kind: "array", item: { type: "string" } },
    ],
    [{ anyOf: [{ type: "string" }, { type: "number" }] }, { kind: "json" }],
    [{ type: "object" }, { kind: "json" }],
    [{}, { kind: "json" }],
  ])("of %j", (schema, expected) => {
    expect(shape(schema).shape).toEqual(expected);
  });

  it.each([{ type: ["string", "null"] }, { anyOf: [{ type: "string" }, { type: "null" }] }])(
    "knows null as an alternative in %j",
    (schema) => {
      expect(shape(schema)).toMatchObject({ isNullable: true, shape: { kind: "text" } });
    },
  );

  it("follows references, and ends where they go round", () => {
    const root = { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b~1c" }, "b/c": { type: "boolean" } } };
    expect(shape(root).shape).toEqual({ kind: "flag" });
    expect(shape({ $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } }).shape).toEqual({ kind: "json" });
  });
});

it("initialValue() has defaults and what must be there, and nothing else", () => {
  const schema = {
    type: "object",
    properties: {
      to: { type: "string" },
      copies: { type: "integer", default: 2 },
      day: { type: "string", format: "date" },
      note: { type: "string" },
      address: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    },
    required: ["to", "day", "address"],
  };
  expect(initialValue(schema, schema)).toEqual({ copies: 2, address: {} });
});

it("withMember() sets, changes and leaves out, in place", () => {
  expect(JSON.stringify(withMember({ a: 1, b: 2 }, "a", 3))).toBe('{"a":3,"b":2}');
  expect(withMember({ a: 1 }, "a", undefined)).toEqual({});
  expect(withMember(null, "b", 1)).toEqual({ b: 1 });
  expect(JSON.stringify(withMember({}, "__proto__", 1))).toBe('{"__proto__":1}');
});

describe("numberOf()", () => {
  it("keeps every digit of a large integer", () => {
    expect(JSON.stringify({ id: numberOf("12345678901234567890") })).toBe('{"id":12345678901234567890}');
    const read = parseExactJson('{"id":12345678901234567890}') as { id: unknown };
    expect(inputText(read.id)).toBe("12345678901234567890");
  });

  it.each([
    ["12", 12],
    ["-1.5e3", -1500],
    ["", undefined],
    ["12x", "12x"],
    ["012", "012"],
  ])("of %j", (text, value) => {
    expect(numberOf(text)).toEqual(value);
  });
});
