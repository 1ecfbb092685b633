import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonMistake } from "./json-scanner.ts";

describe("findJsonMistake()", () => {
  it("finds none in JSON that survives, however it is spaced and escaped", () => {
    const value = fc.jsonValue({ maxDepth: 6, noUnicodeString: false }).filter(
      // Left out: what it is there to refuse.
      (json) => {
        const text = JSON.stringify(json);
        return !/__proto__|\\ud[89a-f]|\\u0000|\d{16}/i.test(text) && !/e\+/.test(text);
      },
    );
    fc.assert(
      fc.property(value, fc.nat(4), (json, indent) => {
        expect(findJsonMistake(JSON.stringify(json, null, indent))).toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  it("ends for any text, and lets no key twice or reserved pass where JSON.parse would", () => {
    const key = fc.constantFrom("a", "b", "__proto__", "\\u005f_proto__", "a/b", "~");
    const object = fc
      .array(fc.tuple(key, fc.constantFrom("1", "{}", "[]", '"x"')), { maxLength: 5 })
      .map((members) => `{${members.map(([name, value]) => `"${name}":${value}`).join(",")}}`);
    fc.assert(
      fc.property(fc.oneof(object, fc.string()), (text) => {
        const mistake = findJsonMistake(text);
        const names = [...text.matchAll(/"([^"]+)":/g)].map(([, name]) => String(JSON.parse(`"${name}"`)));
        if (text.startsWith("{") && text.endsWith("}")) {
          const isSafe = !names.includes("__proto__") && new Set(names).size === names.length;
          expect(mistake === null).toBe(isSafe);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{"a":[1,{"b/c":1e999}]}', "/a/1/b~1c"],
    ["[0,[1,[9007199254740993]]]", "/1/1/0"],
    ['{"a":{"x":1,"x":2}}', "/a/x"],
    ['{"a":"\\udc00"}', "/a"],
    ['{"a\\u0000":1}', "/a\0"],
  ])("points into %s at %j", (text, pointer) => {
    expect(findJsonMistake(text)?.pointer).toBe(pointer);
  });

  it("stops at its limits and not before", () => {
    expect(findJsonMistake("[[[]]]", { maxDepth: 3 })).toBeNull();
    expect(findJsonMistake("[[[]]]", { maxDepth: 2 })?.pointer).toBe("/0/0");
    expect(findJsonMistake("[1,2]", { maxNodes: 3 })).toBeNull();
    expect(findJsonMistake("[1,2]", { maxNodes: 2 })?.pointer).toBe("/1");
    expect(findJsonMistake("9007199254740991")).toBeNull();
    expect(findJsonMistake("0.1")).toBeNull();
  });
});
