import { expect, test } from "vitest";
import { isOneLine, isPlainText } from "./shown-text.ts";

test.each<[string, boolean, boolean]>([
  ["日報 – größer", true, true],
  ["שלום", true, true],
  ["two\nlines\tand a tab\r\n", false, true],
  ["\u001b[2J", false, false],
  ["nul\u0000", false, false],
  ["\u009b31m", false, false],
  ["gnp.exe\u202e", false, false],
  ["\u2066isolated", false, false],
  ["\u2028", false, false],
])("%j is one line: %j, and plain text: %j", (text, line, plain) => {
  expect([isOneLine(text), isPlainText(text)]).toEqual([line, plain]);
});
