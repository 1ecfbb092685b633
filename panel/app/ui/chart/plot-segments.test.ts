import { expect, it } from "vitest";
import { plotSegments } from "./plot-segments.ts";

const at = (...times: readonly number[]): { readonly atMs: number }[] => times.map((atMs) => ({ atMs }));

it("values over a gap are not one line", () => {
  expect(plotSegments([])).toEqual([]);
  expect(plotSegments(at(5))).toEqual([at(5)]);
  expect(plotSegments(at(0, 30, 60, 90))).toEqual([at(0, 30, 60, 90)]);
  expect(plotSegments(at(0, 30, 60, 200, 230, 260))).toEqual([at(0, 30, 60), at(200, 230, 260)]);
  // One heartbeat that was late is none.
  expect(plotSegments(at(0, 30, 90, 120))).toEqual([at(0, 30, 90, 120)]);
});
