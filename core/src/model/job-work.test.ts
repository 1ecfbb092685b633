import { describe, expect, it } from "vitest";
import { outlivesWorker } from "./job-work.ts";

describe("outlivesWorker()", () => {
  const request = { kind: "http", method: "POST", url: "http://a.test", headers: {}, body: null } as const;

  it.each([
    [{ kind: "xxl", handler: "report" } as const, true],
    [{ ...request, success: { callback: true } }, true],
    [{ ...request, success: { callback: false } }, false],
    [{ ...request, success: null }, false],
    [{ kind: "command", argv: ["rsync"] } as const, false],
  ])("of %j is %s", (work, expected) => {
    expect(outlivesWorker(work)).toBe(expected);
  });
});
