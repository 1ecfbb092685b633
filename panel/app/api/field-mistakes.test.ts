import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error.ts";
import type { Problem } from "./operations.generated.ts";
import { fieldMistakes } from "./field-mistakes.ts";

function refusal(errors: Problem["errors"]): ApiError {
  const problem: Problem = {
    type: "",
    title: "Job key is taken",
    status: 409,
    detail: "",
    code: "job_key_taken",
    number: -10100016000,
    errors,
  };
  return new ApiError("problem", 409, "", problem);
}

describe("fieldMistakes()", () => {
  it("finds the field of a pointer, below the options too, and keeps the first mistake of each", () => {
    const error = refusal([
      { pointer: "/key", code: "empty", message: "must not be empty" },
      { pointer: "/key", code: "blank", message: "must not be blank" },
      { pointer: "/options/cron", code: "custom", parameters: { text: "is odd" }, message: "is odd" },
      { pointer: "/args/to", code: "not_text", message: "must be text" },
      { pointer: "", code: "not_object", message: "must be an object" },
    ]);
    expect(fieldMistakes(error, "key")).toEqual({
      key: "must not be empty",
      cron: "is odd",
      args: "must be text",
    });
    expect(fieldMistakes(error, "form")).toMatchObject({ form: "must be an object" });
  });

  it("shows what concerns no field where it is told to", () => {
    expect(Object.keys(fieldMistakes(refusal(undefined), "key"))).toEqual(["key"]);
  });
});
