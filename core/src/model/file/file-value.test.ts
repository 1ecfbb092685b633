import { describe, expect, test } from "vitest";
import { filesIn, isFileName, isFileValue, runOfFile } from "./file-value.ts";
import { fileValueOf } from "./stored-file.ts";

const FILE = fileValueOf({
  tenant: "default",
  instanceId: "~run-1/#join",
  name: "a b.csv",
  size: 3,
  sha256: "a".repeat(64),
  storedAt: new Date(0),
});

describe("a stored file as a value", () => {
  test("names the run that stored it, also where that is a part of another", () => {
    expect(FILE.$file).toBe("run-file:~run-1/#join/a b.csv");
    expect(isFileValue(FILE)).toBe(true);
    expect(runOfFile(FILE)).toBe("~run-1/#join");
    expect(isFileValue(JSON.parse(JSON.stringify(FILE)))).toBe(true);
  });

  test.each([
    ["a path", { $file: "/srv/in.csv" }],
    ["a path with what a file has", { ...FILE, $file: "/srv/a b.csv" }],
    ["one of no run", { ...FILE, $file: "run-file:/a b.csv" }],
    ["one of another name", { ...FILE, name: "b.csv" }],
    ["a name that is none", { ...FILE, name: "..", $file: "run-file:run-1/.." }],
    ["a size that is none", { ...FILE, size: -1 }],
    ["a hash that is none", { ...FILE, sha256: "A".repeat(64) }],
    ["one with more", { ...FILE, path: "/" }],
    ["a list", [FILE]],
    ["nothing", null],
  ])("is not %s", (_, value) => {
    expect(isFileValue(value)).toBe(false);
  });

  test("is found wherever it stands, once", () => {
    const other = { ...FILE, sha256: "b".repeat(64) };
    expect(filesIn({ a: [FILE, { b: other }], c: FILE, d: "x", e: null })).toEqual([FILE, other]);
    expect(filesIn(FILE)).toEqual([FILE]);
    expect(filesIn("run-file:run-1/a")).toEqual([]);
  });

  test.each([
    "",
    ".",
    "..",
    "a/b",
    "a\\b",
    "a\0",
    "a\n",
    "\u2028",
    "\u202E",
    "\uD800",
    "x".repeat(201),
    5,
    null,
  ])("is not called %j", (name) => {
    expect(isFileName(name)).toBe(false);
  });

  test.each(["a", "...", "报告 1.csv", ".env", "x".repeat(200), "👩‍🚀".replace("\u200D", "")])(
    "may be called %j",
    (name) => {
      expect(isFileName(name)).toBe(true);
    },
  );
});
