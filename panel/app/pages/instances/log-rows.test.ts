import { expect, it } from "vitest";
import { appendRows, isCutMark, type LogLine, logText, piecesOf } from "./log-rows.ts";

function line(seq: number, message: string, more: Partial<LogLine> = {}): LogLine {
  return { seq, at: "2026-11-21T10:00:00.000Z", attempt: 1, level: "info", message, ...more };
}

it("appendRows() makes a row of each line of a message, numbered on, and marks where an attempt begins", () => {
  const rows = appendRows(appendRows([], [line(1, "a\nb")]), [line(1_000_001, "c", { attempt: 2 })]);
  expect(
    rows.map(({ number, text, isContinued, beginsAttempt }) => [number, text, isContinued, beginsAttempt]),
  ).toEqual([
    [1, "a", false, false],
    [2, "b", true, false],
    [3, "c", false, true],
  ]);
});

it("piecesOf() gives the colours of a terminal as classes, and the text as it is read", () => {
  const [row] = appendRows([], [line(1, "\u001b[1;31mred\u001b[0m \u001b[94m<b>\u001b[42m!")]);
  expect(row?.text).toBe("red <b>!");
  expect(row && piecesOf(row).map(({ text, className }) => [text, className])).toEqual([
    ["red", "ansi-red-fg ansi-bold"],
    [" ", ""],
    ["<b>", "ansi-bright-blue-fg"],
    ["!", "ansi-bright-blue-fg ansi-green-bg"],
  ]);
});

it("whatever else a terminal understands is left out: titles, links, moves of the cursor", () => {
  const raw = "\u001b]0;own you\u0007a\u001b[2K\u001b]8;;http://x\u001b\\b\u001b[31mc\u001b[0m\u0008";
  const [row] = appendRows([], [line(1, raw)]);
  expect(row?.text).toBe("abc");
  expect(
    row &&
      piecesOf(row)
        .map(({ text }) => text)
        .join(""),
  ).toBe("abc");
});

it("logText() is plain text, a line each", () => {
  const rows = appendRows([], [line(1, "\u001b[31ma\u001b[0m\nb", { level: "warn" })]);
  expect(logText(rows)).toBe("2026-11-21T10:00:00.000Z WARN  a\nb\n");
});

it("isCutMark() knows the line that ends a log which grew too long", () => {
  const message = "Log truncated: this attempt wrote more than 1048576 bytes";
  expect(isCutMark(line(1, message, { level: "warn" }))).toBe(true);
  expect(isCutMark(line(1, message))).toBe(false);
});
