import { expect, it } from "vitest";
import { mistakeOf, readWork, withCondition, withMember } from "./work-members.ts";

it("a form changes one member of the work and keeps the rest, every number as it was written", () => {
  const work = readWork('{"kind":"http","success":{"json":{"/id":12345678901234567890}},"url":"a"}');
  const changed = withMember(work ?? {}, "url", "b");
  expect(changed.replaceAll(/\s/g, "")).toBe(
    '{"kind":"http","success":{"json":{"/id":12345678901234567890}},"url":"b"}',
  );
  expect(readWork("{")).toBeNull();
  expect(readWork("[]")).toBeNull();
});

it("withCondition() leaves no empty condition", () => {
  expect(withCondition({ status: [200] }, "contains", "ok")).toEqual({ status: [200], contains: "ok" });
  expect(withCondition({ status: [200] }, "status", undefined)).toBeNull();
});

it("mistakeOf() finds what is wrong with a member or within it", () => {
  const mistakes = new Map([["/headers/x", "must be text"]]);
  expect(mistakeOf(mistakes, "headers")).toBe("must be text");
  expect(mistakeOf(mistakes, "head")).toBeUndefined();
});
