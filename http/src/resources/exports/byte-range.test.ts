import { expect, test } from "vitest";
import { readRange } from "./byte-range.ts";

test.each([
  [undefined, null],
  ["bytes=0-", { start: 0, end: 10 }],
  ["bytes=3-", { start: 3, end: 10 }],
  ["bytes=3-4", { start: 3, end: 5 }],
  ["bytes=3-99", { start: 3, end: 10 }],
  ["bytes=-4", { start: 6, end: 10 }],
  ["bytes=-99", { start: 0, end: 10 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-4", null],
  ["bytes=-", null],
  ["bytes=0-1,3-4", null],
  ["items=0-1", null],
  ["bytes=9999999999999999-", null],
])("the range %j of ten bytes is %j", (header, range) => {
  expect(readRange(header, 10)).toEqual(range);
});
