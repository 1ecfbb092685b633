import { describe, expect, it } from "vitest";
import { compileLinearPattern } from "./linear-pattern.ts";
import { programSizeOf } from "./program-size.ts";

const PATTERNS = [
  "a{0,900}b{0,900}",
  "(a{0,30}){0,30}",
  String.raw`(\p{L}{0,30}){0,30}`,
  String.raw`(?:\p{L}|\p{N}|\pS){0,100}`,
  String.raw`[\p{L}\d]{0,900}`,
  "((((a?){0,10}){0,10}){0,6})",
  String.raw`\w+`.repeat(100),
  "(x+x+)+y".repeat(60),
  "(x{50}){20}",
  "a{3,}",
  "[^a-z]{5,9}|foo(bar)?",
  "(?i)straße{10}",
  "(?<=a)b{3}",
  "(?:(?:a|b|c|d){10}){20}",
  "[]a]{100}",
  "rows (\\d+) of (?<all>\\d+)$",
  "x{,3}",
  "",
];

describe("programSizeOf()", () => {
  it.each(PATTERNS)("%s has no more instructions than it says", (pattern) => {
    const { size } = compileLinearPattern(pattern);
    expect(size).toBeGreaterThan(0);
    expect(programSizeOf(pattern)).toBeGreaterThanOrEqual(size);
  });

  it("says that a short pattern is large before it is compiled", () => {
    expect(programSizeOf("a{0,1000}".repeat(56))).toBe(112_003);
  });
});

describe("compileLinearPattern()", () => {
  it("refuses a pattern whose repetitions make a large program", () => {
    expect(() => compileLinearPattern("a{0,1000}".repeat(56))).toThrow(
      "its repetitions make a program of 112003 instructions, of at most 4096",
    );
  });
});
