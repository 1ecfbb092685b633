import { expect, test } from "vitest";
import { describeValue } from "./describe-value.ts";

const circular: Record<string, unknown> = {};
circular["self"] = circular;

const trapped = new Proxy(
  {},
  {
    get: () => {
      throw new Error("trap");
    },
    ownKeys: () => {
      throw new Error("trap");
    },
  },
);

const revoked = Proxy.revocable({}, {});
revoked.revoke();

test.each<[string, unknown, string]>([
  ["a text", "as it is", "as it is"],
  ["a number", 4.5, "4.5"],
  ["a bigint", 5n, "5"],
  ["a symbol", Symbol("s"), "Symbol(s)"],
  ["undefined", undefined, "undefined"],
  ["null", null, "null"],
  ["an error", new TypeError("no such file"), "TypeError: no such file"],
  [
    "an error and its causes",
    new Error("the report failed", { cause: new RangeError("page 7", { cause: "no paper" }) }),
    "Error: the report failed\nCaused by: RangeError: page 7",
  ],
  ["an object", { a: [1] }, '{"a":[1]}'],
  ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
  ["a circular object", circular, "[object Object]"],
  ["what JSON does not know", { big: 1n }, "[object Object]"],
  ["what says it is nothing in JSON", { toJSON: (): undefined => undefined }, "[object Object]"],
  [
    "a toString that throws",
    Object.assign(() => 1, {
      toString: () => {
        throw new Error("trap");
      },
    }),
    "something that cannot be described",
  ],
  ["a proxy that throws", trapped, "something that cannot be described"],
  ["a revoked proxy", revoked.proxy, "something that cannot be described"],
])("describeValue() tells of %s", (_what, value, told) => {
  expect(describeValue(value)).toBe(told);
});
