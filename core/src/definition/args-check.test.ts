import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../base/json.ts";
import { assertArgsFitJsonSchema, parseArgs } from "./args-check.ts";

function pointersOf(schema: JsonObject, args: JsonValue): readonly string[] {
  try {
    assertArgsFitJsonSchema("mail.send", schema, args);
    return [];
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid_args" });
    return (error as { issues: readonly { pointer: string }[] }).issues.map(({ pointer }) => pointer);
  }
}

const ORDER: JsonObject = {
  type: "object",
  properties: {
    lines: { type: "array", items: { type: "object", properties: { count: { type: "number" } } } },
    to: { type: "string" },
  },
  required: ["to"],
  additionalProperties: false,
};

describe("assertArgsFitJsonSchema()", () => {
  test("lets pass what fits", () => {
    expect(pointersOf(ORDER, { to: "a", lines: [{ count: 1 }] })).toEqual([]);
  });

  test("points at every mistake, each once and where it is, however deep the others are", () => {
    const args = { lines: [{ count: 1 }, { count: "x" }], to: 5, extra: true };
    expect(pointersOf(ORDER, args)).toEqual(["/args/lines/1/count", "/args/to", "/args/extra"]);
  });

  test("points at the object that lacks a property", () => {
    expect(pointersOf(ORDER, { lines: "none" })).toEqual(["/args", "/args/lines"]);
  });

  test.each(["a b", "ü", "100%", "x#y?z"])("points at the key %j as it is, not as a URI", (key) => {
    const schema = { type: "object", properties: { [key]: { type: "number" } } };
    expect(pointersOf(schema, { [key]: "x" })).toEqual([`/args/${key}`]);
  });

  test("escapes what a JSON Pointer escapes", () => {
    const schema = { type: "object", properties: { "a/b~c": { type: "number" } } };
    expect(pointersOf(schema, { "a/b~c": "x" })).toEqual(["/args/a~1b~0c"]);
  });

  test.each<[string, JsonObject, JsonValue, JsonValue]>([
    ["http://json-schema.org/draft-04/schema#", { minimum: 1, exclusiveMinimum: true }, 2, 1],
    [
      "http://json-schema.org/draft-07/schema#",
      { $ref: "#/definitions/n", definitions: { n: { type: "number" } }, type: "string" },
      1,
      "x",
    ],
    ["https://json-schema.org/draft/2019-09/schema", { items: [{ type: "number" }] }, [1, "x"], ["x"]],
    ["https://json-schema.org/draft/2020-12/schema", { prefixItems: [{ type: "number" }] }, [1, "x"], ["x"]],
  ])("reads a schema by the draft it names: %s", ($schema, schema, good, bad) => {
    expect(pointersOf({ $schema, ...schema }, good)).toEqual([]);
    expect(pointersOf({ $schema, ...schema }, bad)).not.toEqual([]);
  });

  test.each<[string, JsonObject]>([
    ["refers to nowhere", { $ref: "#/definitions/missing" }],
    ["has a pattern that is none", { properties: { a: { pattern: "(" } } }],
    ["refers to itself without end", { $ref: "#" }],
  ])("says that the schema is at fault when it %s", (_what, schema) => {
    expect(() => assertArgsFitJsonSchema("mail.send", schema, { a: "x" })).toThrow(
      expect.objectContaining({
        code: "invalid_args",
        message: expect.stringContaining(
          'Cannot check the arguments of job "mail.send": its JSON Schema cannot be applied',
        ),
      }),
    );
  });

  test.each<[JsonObject, JsonValue, string, JsonObject | undefined]>([
    [{ type: ["string", "null"] }, 5, "wrong_type", { types: ["string", "null"] }],
    [{ required: ["to"] }, {}, "missing_member", { name: "to" }],
    [{ enum: ["a", 1] }, 2, "not_a_value", { values: ['"a"', "1"] }],
    [{ const: null }, 2, "not_a_value", { values: ["null"] }],
    [{ minLength: 1 }, "", "empty", undefined],
    [{ maxLength: 3 }, "four", "too_long", { max: 3 }],
    [{ maximum: 3 }, 4, "too_large", { max: 3 }],
    [{ exclusiveMinimum: 3 }, 3, "not_above", { min: 3 }],
    [{ multipleOf: 5 }, 7, "not_multiple", { of: 5 }],
    [{ minItems: 2 }, [1], "too_few", { min: 2 }],
    [{ uniqueItems: true }, [1, 1], "not_unique", undefined],
    [{ format: "email" }, "x", "format", { format: "email" }],
    [{ $defs: { n: { minimum: 4 } }, $ref: "#/$defs/n" }, 1, "too_small", { min: 4 }],
    [{ additionalProperties: false }, { a: 1 }, "not_allowed", undefined],
    [{ not: { type: "number" } }, 1, "keyword", { keyword: "not" }],
  ])("names what %j refuses in %j by a code", (schema, args, code, parameters) => {
    expect(() => assertArgsFitJsonSchema("mail.send", schema, args)).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({
            code,
            ...(parameters !== undefined && { parameters: expect.objectContaining(parameters) }),
          }),
        ],
      }),
    );
  });

  test("reads a schema object once, however often arguments are checked", () => {
    let reads = 0;
    const schema: JsonObject = {
      get properties() {
        reads += 1;
        return {};
      },
    };
    // Compiling walks the schema and so does each check: the second check is left with its own walk.
    assertArgsFitJsonSchema("mail.send", schema, {});
    const first = reads;
    assertArgsFitJsonSchema("mail.send", schema, {});
    expect(reads - first).toBeLessThan(first);
  });
});

describe("parseArgs()", () => {
  const schema = toStandardJsonSchema(v.object({ to: v.string(), times: v.optional(v.number(), 1) }));

  test("returns what the schema outputs, defaults filled in", async () => {
    await expect(parseArgs("mail.send", schema, { to: "a" })).resolves.toEqual({ to: "a", times: 1 });
  });

  test("points at every mistake", async () => {
    await expect(parseArgs("mail.send", schema, { to: 1, times: "x" })).rejects.toMatchObject({
      code: "invalid_args",
      issues: [{ pointer: "/args/to" }, { pointer: "/args/times" }],
    });
  });

  test("takes a path of plain keys and of segments, escaped", async () => {
    const odd = {
      "~standard": {
        version: 1 as const,
        vendor: "test",
        validate: () => ({
          issues: [{ message: "is odd", path: ["a/b", { key: 0 }] }, { message: "is bad" }],
        }),
      },
    };
    await expect(parseArgs("mail.send", odd, {})).rejects.toMatchObject({
      message: 'Cannot run job "mail.send" with these arguments: "/args/a~1b/0" is odd',
      issues: [
        { pointer: "/args/a~1b/0", code: "custom", message: "is odd" },
        { pointer: "/args", message: "is bad" },
      ],
    });
  });
});
