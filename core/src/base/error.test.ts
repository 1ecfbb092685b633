import { describe, expect, it } from "vitest";
import { isMoJobError, MoJobError, MoJobErrorCode } from "./error.ts";
import { issueAt } from "./issue/issue.ts";

describe("MoJobError", () => {
  it("keeps code, cause and issues", () => {
    const cause = new Error("Connection reset");
    const issues = [issueAt("/a", "required")];
    const error = new MoJobError(MoJobErrorCode.StoreUnavailable, "Cannot read", { cause, issues });
    expect(error).toMatchObject({ name: "MoJobError", code: "store_unavailable", cause, issues });
    expect(String(error)).toBe("MoJobError: Cannot read");
  });

  it("has no cause and no issues where none was given", () => {
    const error = new MoJobError(MoJobErrorCode.Timeout, "Too long");
    expect("cause" in error).toBe(false);
    expect(error.issues).toEqual([]);
  });

  it("has a code of its own for everything that can happen", () => {
    const codes = Object.values(MoJobErrorCode);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });
});

describe("isMoJobError()", () => {
  const error = new MoJobError(MoJobErrorCode.JobNotFound, "No");

  it("distinguishes it from other errors, and one code from another", () => {
    expect(isMoJobError(error)).toBe(true);
    expect(isMoJobError(error, "job_not_found")).toBe(true);
    expect(isMoJobError(error, "job_disabled")).toBe(false);
    expect(isMoJobError(Object.assign(new Error("No"), { code: "job_not_found" }))).toBe(false);
    expect(isMoJobError({ name: "MoJobError", code: "job_not_found" })).toBe(false);
    expect(isMoJobError(null)).toBe(false);
  });

  it("knows the error of another copy of this package", () => {
    class Elsewhere extends Error {
      override readonly name = "MoJobError";
      readonly code = "job_not_found";
    }
    expect(isMoJobError(new Elsewhere(), "job_not_found")).toBe(true);
  });
});
