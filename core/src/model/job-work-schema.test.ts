import { describe, expect, test } from "vitest";
import { parseJobWork } from "./job-work-schema.ts";

const WORK = "/work";

describe("parseJobWork()", () => {
  test.each([
    { kind: "code", handler: "mail.send" },
    { kind: "script", language: "shell", source: "echo 1" },
    {
      kind: "http",
      method: "POST",
      url: "https://a.test/hook",
      headers: { "x-a": "1" },
      body: "{}",
      success: { status: 200 },
    },
    { kind: "command", argv: ["ls", "-l"] },
    { kind: "command", argv: ["ls", "-l"], args: "words" },
  ])("returns $kind work as it is", (work) => {
    expect(parseJobWork(work, "create a job")).toEqual(work);
  });

  test("fills in the parts of a request that were left out", () => {
    expect(parseJobWork({ kind: "http", method: "GET", url: "https://a.test" }, "create a job")).toEqual({
      kind: "http",
      method: "GET",
      url: "https://a.test",
      headers: {},
      body: null,
      success: null,
    });
  });

  test.each([
    [null, "/work"],
    [{ kind: "magic" }, "/work/kind"],
    [{ kind: "code" }, "/work/handler"],
    [{ kind: "code", handler: "" }, "/work/handler"],
    [{ kind: "command", argv: [] }, "/work/argv"],
    [{ kind: "command", argv: ["ls"], args: "options" }, `${WORK}/args`],
    [{ kind: "code", handler: "a", more: 1 }, "/work/more"],
  ])("refuses %j with a pointer", (work, pointer) => {
    expect(() => parseJobWork(work, "create a job")).toThrow(
      expect.objectContaining({
        code: "invalid_argument",
        issues: [expect.objectContaining({ pointer })],
      }) as Error,
    );
  });
});
