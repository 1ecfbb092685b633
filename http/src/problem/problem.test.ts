import { expect, it } from "vitest";
import { type ProblemCode, PROBLEMS } from "./problem-code.ts";
import { problemOf } from "./problem.ts";

it("every problem has the number of its code", () => {
  const codes = Object.keys(PROBLEMS) as ProblemCode[];
  const numbers = codes.map((code) => problemOf(code, "").number);
  expect(codes.filter((_, index) => !((numbers[index] ?? 0) < -10_000_000_000))).toEqual([]);
  expect(new Set(numbers).size).toBe(codes.length);
  expect(problemOf("job_not_found", "There is no such job")).toMatchObject({ number: -10_100_005_000 });
});
