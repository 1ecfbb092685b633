import { expect, it } from "vitest";
import {
  appendRows,
  countLines,
  errorsOf,
  firstErrorOf,
  type LogLine,
  logText,
  piecesOf,
} from "./log-rows.ts";

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

const MARK = "Log truncated: 26358 lines (843456 bytes) are left out here";

it("lines that were left out are one row with their number and size, and count in the numbers of those behind", () => {
  const rows = appendRows(
    [],
    [
      line(1, "a"),
      line(2, MARK, { level: "warn" }),
      line(26_360, "b"),
      line(1_000_000_001, "c", { attempt: 2 }),
    ],
  );
  expect(rows.map(({ number, text, cut }) => [number, text, cut])).toEqual([
    [1, "a", null],
    [2, "", { lines: 26_358, bytes: 843_456 }],
    [26_360, "b", null],
    [26_361, "c", null],
  ]);
  expect(countLines(rows)).toEqual({ shown: 3, written: 26_361 });
  expect(logText(rows)).toBe(
    [
      "2026-11-21T10:00:00.000Z INFO  a",
      "… 26358 lines left out …",
      "2026-11-21T10:00:00.000Z INFO  b",
      "2026-11-21T10:00:00.000Z INFO  c\n",
    ].join("\n"),
  );
});

it("lines that were left out before they could be read are a row too, whatever an earlier mark said", () => {
  const followed = appendRows(appendRows([], [line(1, "a"), line(2, "b")]), [line(9, "c")]);
  expect(followed.map(({ number, cut }) => [number, cut])).toEqual([
    [1, null],
    [2, null],
    [3, { lines: 6, bytes: null }],
    [9, null],
  ]);
  const marked = appendRows(appendRows([], [line(1, MARK, { level: "warn" }), line(26_359, "a")]), [
    line(26_361, "b"),
  ]);
  expect(marked.map(({ number, cut }) => [number, cut?.lines])).toEqual([
    [1, 26_358],
    [26_359, undefined],
    [26_360, 1],
    [26_361, undefined],
  ]);
});

it("a line that only looks like a mark is a line", () => {
  expect(appendRows([], [line(1, MARK)])[0]?.cut).toBeNull();
});

it("firstErrorOf() returns where the first error of the last attempt with one is", () => {
  const error = { level: "error" } as const;
  const rows = appendRows(
    [],
    [
      line(1, "early", error),
      line(2, "fine", { attempt: 2 }),
      line(3, "first\nsecond row", { ...error, attempt: 2 }),
      line(4, "more", { ...error, attempt: 2 }),
      line(5, "cleaning up", { attempt: 3 }),
    ],
  );
  expect(firstErrorOf(rows)).toBe(2);
  expect(firstErrorOf(appendRows([], [line(1, "fine")]))).toBeNull();
});

it("errorsOf() keeps the errors with their numbers, and says where an attempt begins among them", () => {
  const error = { level: "error" } as const;
  const rows = appendRows(
    [],
    [
      line(1, "a"),
      line(2, "b", error),
      line(1_000_001, "c", { attempt: 2 }),
      line(1_000_002, "d", { ...error, attempt: 2 }),
    ],
  );
  expect(errorsOf(rows).map(({ number, text, beginsAttempt }) => [number, text, beginsAttempt])).toEqual([
    [2, "b", false],
    [4, "d", true],
  ]);
  expect(errorsOf(appendRows([], [line(1, "a")]))).toEqual([]);
});
