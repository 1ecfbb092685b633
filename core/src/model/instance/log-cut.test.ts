import { expect, test } from "vitest";
import { logCutMessage, readLogCut } from "./log-cut.ts";

test("readLogCut() returns what logCutMessage() was given, and null for other lines", () => {
  const cut = { lines: 26_358, bytes: 843_456 };
  const message = logCutMessage(cut);
  expect(readLogCut({ level: "warn", message })).toEqual(cut);
  expect(readLogCut({ level: "info", message })).toBeNull();
  expect(readLogCut({ level: "warn", message: `${message}!` })).toBeNull();
});
