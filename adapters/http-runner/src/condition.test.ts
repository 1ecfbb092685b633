import { describe, expect, it } from "vitest";
import { at, unmet } from "./condition.ts";

const response = { status: 200, body: '{"state":"done","rows":[{"a/b":1}]}' };

describe("unmet()", () => {
  it.each([
    [{}, null],
    [{ status: [200, 201] }, null],
    [{ status: [201] }, response.body],
    [{ contains: "done" }, null],
    [{ contains: "failed" }, 'the body does not contain "failed"'],
    [{ json: { "/state": ["closed", "done"], "/rows/0/a~1b": 1 } }, null],
    [{ json: { "/state": "closed" } }, '"/state" is "done", wanted "closed"'],
    [{ json: { "/none": null } }, '"/none" is absent, wanted null'],
  ])("of %j is %j", (condition, lacks) => expect(unmet(condition, response)).toBe(lacks));

  it("says that a body is not JSON", () => {
    expect(unmet({ json: { "/state": "done" } }, { status: 200, body: "<html>" })).toBe(
      "the body is not JSON",
    );
  });
});

describe("at()", () => {
  it("reads what is the value's own, and nothing of its prototype", () => {
    expect([
      at({ a: { b: 1 } }, "/a/b"),
      at([5], "/0"),
      at({}, "/constructor"),
      at("text", "/length"),
    ]).toEqual([1, 5, undefined, undefined]);
    expect(at({ a: 1 }, "")).toEqual({ a: 1 });
  });
});
