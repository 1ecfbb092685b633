import { expect, test } from "vitest";
import { exactly, matchingInstances, runsOfJob } from "./typed-filter.ts";

test.each(["text", 0, true, null, new Date(5)])("exactly(%o) stands for itself", (value) => {
  expect(exactly(value)).toBe(value);
});

test("an object is refused wherever a value is wanted: it could be an operator", () => {
  const operator = { $ne: null } as unknown as string;
  expect(() => exactly(operator)).toThrow(TypeError);
  expect(() => runsOfJob("default", operator)).toThrow("Cannot look for an object");
  expect(() => matchingInstances({ tenant: operator })).toThrow(TypeError);
  expect(() => matchingInstances({ tenant: "default", app: operator })).toThrow(TypeError);
});
