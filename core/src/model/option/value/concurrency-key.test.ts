import { describe, expect, test } from "vitest";
import { isKeyExpression, keyOfArgs, missingFrom } from "./concurrency-key.ts";

describe("isKeyExpression()", () => {
  test.each([
    "args",
    "args.customer",
    "args.lines.0.sku",
    "args.customer-id",
    "{args.region}/{args.customer}",
    "eu-{args.customer}",
  ])("takes %j", (text) => {
    expect(isKeyExpression(text)).toBe(true);
  });

  test.each([
    "",
    "customer",
    "args.",
    "args..id",
    "args[0]",
    "arguments.id",
    "everybody",
    "{customer}",
    "{args.id",
    "args.id}",
    "{args.id} {",
    "{{args.id}}",
    "{args.id} + {process.env}",
    "{}",
  ])("refuses %j", (text) => {
    expect(isKeyExpression(text)).toBe(false);
  });
});

describe("keyOfArgs()", () => {
  const args = { customer: "acme", count: 3, flag: false, none: null, lines: [{ sku: "a-1" }], empty: "" };

  test.each([
    ["args.customer", "acme"],
    ["args.count", "3"],
    ["args.flag", "false"],
    ["args.lines.0.sku", "a-1"],
    ["args.lines.0", '{"sku":"a-1"}'],
    ["args.none", ""],
    ["args.nobody", ""],
    ["args.customer.id", ""],
    ["args.lines.length", ""],
    ["args.constructor.name", ""],
    ["args.__proto__", ""],
    ["{args.customer}/{args.count}", "acme/3"],
    ["eu {args.nobody}!", "eu !"],
  ])("of %j is %j", (expression, key) => {
    expect(keyOfArgs(expression, args)).toBe(key);
  });

  test("of no arguments is empty, and of a plain value the value", () => {
    expect(keyOfArgs("args.customer", null)).toBe("");
    expect(keyOfArgs("args", "acme")).toBe("acme");
    expect(keyOfArgs("args", { b: 1, a: 2 })).toBe('{"a":2,"b":1}');
  });

  test("puts in what an argument says as it is, though it looks like a template", () => {
    expect(keyOfArgs("{args.a}-{args.b}", { a: "{args.b}$&", b: "x" })).toBe("{args.b}$&-x");
  });

  test("of a long text is its beginning", () => {
    expect(keyOfArgs("args", "x".repeat(1000))).toBe("x".repeat(200));
  });
});

test.each([
  ["args.customer", { customer: "acme" }, []],
  ["args.customer", { customer: null }, ["/args/customer"]],
  ["args.order.id", {}, ["/args/order/id"]],
  ["{args.a}/{args.b}/{args.c}", { b: 0 }, ["/args/a", "/args/c"]],
  ["args", null, []],
  ["", {}, []],
])("missingFrom() of %j and %j is %j", (expression, args, missing) => {
  expect(missingFrom(expression, args)).toEqual(missing);
});
