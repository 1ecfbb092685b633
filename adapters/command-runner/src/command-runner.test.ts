import { describe, expect, it } from "vitest";
import { commandRunner } from "./command-runner.ts";
import { findProgram } from "./process/find-program.ts";
import { wordsOf } from "./words-of.ts";

describe("commandRunner()", () => {
  it.each(["", "../bin/sh", "bin/sh"])("refuses to list %j, which would depend on a folder", (name) => {
    expect(() => commandRunner({ programs: [name] })).toThrow("a name on PATH or an absolute path");
  });

  it("starts nothing unless it is listed", () => {
    expect(commandRunner({ programs: [] }).names).toEqual([]);
  });
});

describe("findProgram()", () => {
  it.each([
    ["sh", "/bin/sh"],
    ["/bin/sh", "/bin/sh"],
    ["sh/", null],
    ["../bin/sh", null],
    ["sh\0", null],
    ["", null],
    ["/bin", null],
    ["/etc/passwd", null],
    ["no-such-program", null],
  ])("finds %j at %j", (name, path) => {
    expect(findProgram(name, "relative:/no/such/folder:/bin")).toBe(path);
  });
});

describe("wordsOf()", () => {
  it.each([
    [null, []],
    ["a b", ["a b"]],
    [7, ["7"]],
    [
      ["a", 1, null, { b: [true] }],
      ["a", "1", "null", '{"b":[true]}'],
    ],
    [{ a: 1 }, []],
  ])("makes %j the words %j", (args, words) => expect(wordsOf(args)).toEqual(words));
});
