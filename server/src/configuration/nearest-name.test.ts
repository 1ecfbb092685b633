import { expect, it } from "vitest";
import { nearestName } from "./nearest-name.ts";

const names = ["MOJOB_HOST", "MOJOB_PORT", "MOJOB_STORE"];

it("nearestName() finds the name behind a slip, whatever its case", () => {
  expect(nearestName("MOJOB_PROT", names)).toBe("MOJOB_PORT");
  expect(nearestName("mojob_stor", names)).toBe("MOJOB_STORE");
});

it("nearestName() returns null for another word", () => {
  expect(nearestName("MOJOB_MAX_RUNS", names)).toBe(null);
  // Two letters of three would be other ones.
  expect(nearestName("sh", ["php"])).toBe(null);
});
