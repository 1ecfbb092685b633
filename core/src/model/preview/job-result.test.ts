import { describe, expect, test } from "vitest";
import { keepResult } from "./job-result.ts";

const CAP = 256 * 1024;

describe("keepResult()", () => {
  test.each<[string, unknown, unknown]>([
    ["nothing", undefined, null],
    ["null", null, null],
    ["false", false, false],
    ["an empty text", "", ""],
    ["plain data", { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    ["a date, as JSON does", { at: new Date(0) }, { at: "1970-01-01T00:00:00.000Z" }],
  ])("keeps %s", (_what, returned, value) => {
    expect(keepResult(returned, CAP)).toEqual({ value, note: null });
  });

  test("keeps a copy: what the job changes later does not change the record", () => {
    const returned = { list: [1] };
    const { value } = keepResult(returned, CAP);
    returned.list.push(2);
    expect(value).toEqual({ list: [1] });
  });

  test.each([
    ["x", 1],
    ["ü", 2],
    ["🙂", 4],
  ])("keeps %s as long as it fits in bytes, and marks what does not", (letter, size) => {
    const fits = letter.repeat((CAP - 2) / size - 1);
    expect(keepResult(fits, CAP).note).toBeNull();
    const large = letter.repeat(Math.ceil((CAP - 2) / size) + 1);
    const { value, note } = keepResult(large, CAP);
    const bytes = large.length === 0 ? 0 : new TextEncoder().encode(large).length + 2;
    expect(value).toMatchObject({ truncated: true, bytes, preview: expect.stringMatching(/^"/) });
    expect(note).toEqual({ code: "result_truncated", parameters: { bytes, kept: CAP } });
    expect(JSON.stringify(value).length).toBeLessThan(2000);
  });

  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const throwing = (): never => {
    throw new Error("trap");
  };
  const hostile = new Proxy(new Error("x"), { get: throwing, ownKeys: throwing, getPrototypeOf: throwing });

  test.each<[string, unknown, string]>([
    ["a function", throwing, "function"],
    ["a bigint", 1n, "bigint"],
    ["what is not finite", { deep: [Number.NaN] }, "/deep/0"],
    ["a circle", circular, "nested deeper"],
    [
      "a getter that throws",
      {
        get x() {
          return throwing();
        },
      },
      "reading it failed",
    ],
    [
      "a getter that throws a proxy",
      {
        get x() {
          throw hostile;
        },
      },
      "reading it failed",
    ],
    ["a proxy that throws", hostile, "reading it failed"],
    ["too many values", Array.from({ length: 100_001 }, () => 0), "beyond the 100000 values"],
  ])("drops %s with a note: the work is done", (_what, returned, why) => {
    const { value, note } = keepResult(returned, CAP);
    expect(value).toBeNull();
    const parameters = note?.code === "result_dropped" ? note.parameters : undefined;
    // What was found in the value has a code; what reading it threw has none.
    expect(parameters?.issue?.code.startsWith("json_") ?? false).toBe(why !== "reading it failed");
    expect(note).toMatchObject({
      code: "result_dropped",
      parameters: { problem: expect.stringContaining(why) as string },
    });
  });
});
