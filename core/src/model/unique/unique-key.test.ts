import { expect, test } from "vitest";
import { aDefinition, aNewRun } from "@mojob/test-fixtures/records";
import type { JsonValue } from "../../base/json.ts";
import type { StatedOptions } from "../option/job-options.ts";
import { uniqueKeysOf } from "./unique-key.ts";

async function keyOf(options: StatedOptions, args: JsonValue, key = "mail.send"): Promise<string | null> {
  const [found = null] = await uniqueKeysOf([aNewRun(aDefinition({ key, options }), { args })]);
  return found;
}

test("uniqueKeysOf() is null for a job that is not unique, without a promise", () => {
  const job = aDefinition({ options: { uniqueKey: "args" } });
  expect(uniqueKeysOf([aNewRun(job, { args: 1 })])).toEqual([null]);
});

test.each<[string, JsonValue, string]>([
  ["", { a: 1 }, "mail.send|"],
  ["args", { b: 2, a: 1 }, 'mail.send|{"a":1,"b":2}'],
  ["args.a", { a: "x" }, "mail.send|x"],
  ["{args.a}/{args.b}", { a: "x", b: 7 }, "mail.send|x/7"],
])("uniqueKeysOf() with %j of %j is %j", async (uniqueKey, args, expected) => {
  expect(await keyOf({ unique: "skip", uniqueKey }, args)).toBe(expected);
});

test("uniqueKeysOf() has another key for long arguments that differ at their ends, and for another job", async () => {
  const options: StatedOptions = { unique: "skip", uniqueKey: "args" };
  const long = "x".repeat(5000);
  const keys = [
    await keyOf(options, `${long}1`),
    await keyOf(options, `${long}2`),
    await keyOf(options, `${long}1`, "mail.receive"),
  ];
  expect(new Set(keys).size).toBe(3);
  expect(await keyOf(options, `${long}1`)).toBe(keys[0]);
  expect(Math.max(...keys.map((key) => key?.length ?? 0))).toBeLessThan(100);
});
