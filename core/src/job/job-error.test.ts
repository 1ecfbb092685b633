import { describe, expect, it } from "vitest";
import { describeFailure, failureNames, isFinalFailure } from "../running/attempt/job-failure.ts";
import { jobError } from "./job-error.ts";

describe("jobError()", () => {
  const cause = new Error("card is null");
  const error = jobError({ number: -19_001_004_000, message: "There is no card", cause });

  it("makes an error that keeps its number and its cause", () => {
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: "JobError", number: -19_001_004_000, retryable: true, cause });
    expect(describeFailure(error, 1000)).toMatchObject({
      code: "job_error",
      number: -19_001_004_000,
      message: "There is no card",
    });
    expect(failureNames({ type: "threw", error })).toEqual(["JobError", "-19001004000"]);
  });

  it("ends retries where it says so", () => {
    expect(isFinalFailure(error)).toBe(false);
    expect(isFinalFailure(jobError({ number: -19_000_000_000, message: "x", retryable: false }))).toBe(true);
  });

  it.each([-10_400_002_000, -20_000_000_000, 19_001_004_000, -19_001_004_000.5, Number.NaN, 90])(
    "refuses %d, which is not of the domains 90 to 99",
    (number) => {
      expect(() => jobError({ number, message: "x" })).toThrow("of the domains 90 to 99");
    },
  );

  it("is alone in giving numbers: others of the name are not taken over", () => {
    const other = Object.assign(new Error("x"), { number: -10_400_002_000 });
    expect(describeFailure(other, 1000)).not.toHaveProperty("number");
  });
});
