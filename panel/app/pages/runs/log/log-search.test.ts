import { expect, it } from "vitest";
import { findInLog, markPieces, MOST_MATCHES } from "./log-search.ts";

it("findInLog() finds every occurrence, case ignored, top to bottom", () => {
  expect(findInLog([{ text: "Error: an error" }, { text: "fine" }, { text: "ERROR" }], "error")).toEqual([
    { row: 0, start: 0 },
    { row: 0, start: 10 },
    { row: 2, start: 0 },
  ]);
  expect(findInLog([{ text: "a" }], "")).toEqual([]);
});

it("findInLog() stops at more matches than anybody steps through", () => {
  expect(findInLog([{ text: "a".repeat(MOST_MATCHES + 5) }], "a")).toHaveLength(MOST_MATCHES);
});

it("markPieces() cuts coloured pieces where matches begin and end, and marks the current one", () => {
  const pieces = [
    { text: "abc", className: "red", match: "none" as const },
    { text: "def", className: "", match: "none" as const },
  ];
  expect(
    markPieces(pieces, [2, 4], 2, 4).map(({ text, className, match }) => `${text} ${className} ${match}`),
  ).toEqual(["ab red none", "c red match", "d  match", "ef  current"]);
});
