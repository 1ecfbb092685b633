import { jobError, MoJobError, NonRetryableError } from "@mojob/core";
import { describeFailure, isFinalFailure, namesOfFailure } from "@mojob/core/engine";
import { expect, it } from "vitest";
import { thrownError, toError } from "./thrown-error.ts";

const MOST_BYTES = 65_536;

function across(thrown: unknown): Error {
  return toError(structuredClone(thrownError(thrown)));
}

it.each([
  ["an error with a name and a code", Object.assign(new RangeError("too far"), { code: "E_FAR" })],
  ["an error with a cause", new Error("outer", { cause: new TypeError("inner") })],
  ["one that is final", new NonRetryableError("for good")],
  ["one with a number of its author's", jobError({ number: -19_001_004_000, message: "no card" })],
  ["arguments that do not fit", invalidArgs()],
  ["a text", "plain text"],
  ["nothing", null],
])("%s is kept as it would be without a thread", (_what, thrown) => {
  const crossed = across(thrown);
  expect(describeFailure(crossed, MOST_BYTES)).toEqual(describeFailure(thrown, MOST_BYTES));
  expect(isFinalFailure(crossed)).toBe(isFinalFailure(thrown));
});

it("has the names by which it is retried", () => {
  const thrown = Object.assign(new RangeError("too far"), { code: "E_FAR" });
  expect(namesOfFailure(across(thrown))).toEqual(["RangeError", "E_FAR"]);
});

it("says where the mistakes are, where a call was refused", () => {
  const [crossed, thrown] = [across(invalidArgs()), invalidArgs()];
  expect(crossed).toMatchObject({ code: "invalid_args", issues: thrown.issues });
});

function invalidArgs(): MoJobError {
  const issues = [{ pointer: "/n", code: "required", message: "is required" }] as const;
  return new MoJobError("invalid_args", "Cannot run it", { issues });
}
