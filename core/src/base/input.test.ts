import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { isMoJobError, type MoJobError } from "./error.ts";
import { invalidInput, parseInput } from "./input.ts";
import { issueAt } from "./issue/issue.ts";

const schema = v.strictObject({
  name: v.string("Must be text"),
  tags: v.optional(v.array(v.strictObject({ "a/b": v.number() }))),
});

function refusal(input: unknown): MoJobError {
  try {
    parseInput(schema, input, "change it");
  } catch (error) {
    if (isMoJobError(error, "invalid_argument")) return error;
  }
  throw new Error("It was taken");
}

describe("parseInput()", () => {
  it("returns what the schema makes of the input", () => {
    expect(parseInput(v.pipe(v.string(), v.transform(Number)), "7", "count")).toBe(7);
  });

  it("points at every mistake, with RFC 6901's escapes", () => {
    const { issues } = refusal({ tags: [{ "a/b": 1 }, { "a/b": "x", "c~d": 1 }], more: 1 });
    expect(issues.map(({ pointer }) => pointer)).toEqual(["/name", "/tags/1/a~1b", "/tags/1/c~0d", "/more"]);
    expect(issues.at(-1)?.message).toBe("is not known here");
  });

  it("says in one sentence what was being done and what is wanted", () => {
    expect(refusal({ name: 1 }).message).toBe('Cannot change it: "/name" must be text');
  });

  it.each(["constructor", "toString", "valueOf", "hasOwnProperty"])("refuses an unknown %j", (name) => {
    expect(refusal({ name: "a", [name]: 1 }).issues).toEqual([
      { pointer: `/${name}`, code: "unknown_name", message: "is not known here" },
    ]);
  });
});

describe("invalidInput()", () => {
  it("names three mistakes, counts the others, and keeps all as issues", () => {
    const issues = ["a", "b", "c", "d", "e"].map((name) => issueAt(`/${name}`, "required"));
    const error = invalidInput("do it", issues);
    expect(error.message).toBe(
      'Cannot do it: "/a" is required; "/b" is required; "/c" is required; and 2 more',
    );
    expect(error.issues).toEqual(issues);
  });

  it("leaves the pointer of the whole input out of the words", () => {
    expect(invalidInput("do it", [issueAt("", "not_object")]).message).toBe(
      "Cannot do it: must be an object",
    );
  });
});
