import { describe, expect, it } from "vitest";
import { previewArgs, summarizeFailure } from "./run-preview.ts";

describe("previewArgs()", () => {
  it.each([
    [null, null],
    [{ shop: 7, day: "2026-01-31" }, '{"shop":7,"day":"2026-01-31"}'],
    [["a", 1], '["a",1]'],
    ["plain", '"plain"'],
    [
      { user: "ann", apiKey: "sk-1", inner: { accessToken: "t" } },
      '{"user":"ann","apiKey":"***","inner":{"accessToken":"***"}}',
    ],
  ])("%j is shown as %s", (args, preview) => {
    expect(previewArgs(args)).toBe(preview);
  });

  it("ends after 80 characters, with a mark", () => {
    const preview = previewArgs({ text: "x".repeat(100_000), other: 1 });
    expect(preview).toHaveLength(80);
    expect(preview?.endsWith("…")).toBe(true);
  });
});

describe("summarizeFailure()", () => {
  it("is the first line of the message where nothing caused it", () => {
    expect(summarizeFailure({ code: "job_error", message: "The mailbox is full\nof mail" })).toBe(
      "The mailbox is full",
    );
  });

  it("names the innermost cause", () => {
    const stack =
      "Error: Cannot post\n    at post (a.ts:1)\nCaused by: TypeError: fetch failed\n    at b\nCaused by: Error: connect ECONNREFUSED 10.0.0.7:443\n    at c";
    expect(summarizeFailure({ code: "job_error", message: "Cannot post", stack })).toBe(
      "Cannot post ← Error: connect ECONNREFUSED 10.0.0.7:443",
    );
  });

  it("ends after 200 characters", () => {
    expect(summarizeFailure({ code: "job_error", message: "m".repeat(500) })).toHaveLength(200);
  });
});
