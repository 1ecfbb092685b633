import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromTaggedJson, toTaggedJson } from "./tagged-json.ts";

const NAME = fc.oneof(fc.constantFrom("$date", "$$date", "$", "__proto__", "constructor", "0"), fc.string());

/** What JSON has, and dates, at any depth. */
const { value: VALUE } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    // JSON writes negative zero as zero.
    fc.jsonValue({ maxDepth: 0 }).map((value) => (Object.is(value, -0) ? 0 : value)),
    fc.constantFrom("$date", '{"$date":1}'),
    fc.date({ noInvalidDate: true }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(NAME, tie("value")), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
  ),
}));

describe("fromTaggedJson()", () => {
  it("returns what was made to text, with its dates and whatever names", () => {
    fc.assert(
      fc.property(VALUE, (value) => {
        expect(fromTaggedJson(toTaggedJson(value))).toEqual(value);
      }),
    );
  });

  it("keeps members whose names objects have by themselves", () => {
    const text = '{"__proto__":{"$$x":{"$date":0}},"constructor":[{"$date":1}]}';
    const value = fromTaggedJson(text) as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value)).toEqual([
      ["__proto__", { $x: new Date(0) }],
      ["constructor", [new Date(1)]],
    ]);
  });
});
