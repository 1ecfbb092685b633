import { expect, test } from "vitest";
import { parseProcessorWait } from "./processor-wait.ts";

test("parseProcessorWait() takes the second of Linux's three numbers, in nanoseconds", () => {
  expect(parseProcessorWait("56929140 182837606 40\n")).toBe(182.837606);
  expect(["", "12", "1 2", "a 2 3", "0 0 0 0"].map(parseProcessorWait)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
