import { structuredPatch } from "diff";
import { describe, expect, it } from "vitest";
import { diffLines } from "./line-diff.ts";

const BEFORE = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";

describe("diffLines()", () => {
  it("returns nothing for equal texts", () => expect(diffLines(BEFORE, BEFORE)).toEqual([]));

  it("returns what changed with three lines around it and where it is", () => {
    const after = BEFORE.replace("five\n", "5\n");
    expect(diffLines(BEFORE, after)).toEqual([
      {
        fromLine: 2,
        toLine: 2,
        lines: [
          { kind: "same", text: "two" },
          { kind: "same", text: "three" },
          { kind: "same", text: "four" },
          { kind: "removed", text: "five" },
          { kind: "added", text: "5" },
          { kind: "same", text: "six" },
          { kind: "same", text: "seven" },
          { kind: "same", text: "eight" },
        ],
      },
    ]);
  });

  it("leaves out the mark of a text without a line break at its end", () => {
    expect(diffLines("a", "a\nb").flatMap(({ lines }) => lines)).toEqual([
      { kind: "removed", text: "a" },
      { kind: "added", text: "a" },
      { kind: "added", text: "b" },
    ]);
  });

  it("shows texts that have hardly a line in common whole, instead of computing for long", () => {
    const text = (word: string): string =>
      Array.from({ length: 5000 }, (_, line) => `${word} ${line}`).join("\n");
    const [hunk] = diffLines(text("a"), text("b"));
    expect(hunk?.lines).toHaveLength(10_000);
    expect(hunk?.lines.map(({ kind }) => kind).indexOf("added")).toBe(5000);
  });

  it("says the same as a patch of the two texts, wherever they differ", () => {
    const line = (index: number): string => `line ${index}`;
    for (let seed = 1; seed <= 200; seed += 1) {
      const before = Array.from({ length: 30 }, (_, index) => line(index));
      const after = before.flatMap((text, index) => {
        const drawn = (seed * 7919 + index * 104_729) % 23;
        return drawn === 0 ? [] : drawn === 1 ? [text, `${text} more`] : drawn === 2 ? [`${text}!`] : [text];
      });
      const [one, other] = [before, after].map((lines) => `${lines.join("\n")}\n`) as [string, string];
      const { hunks } = structuredPatch("", "", one, other, undefined, undefined, { context: 3 });
      expect(
        diffLines(one, other).map(({ fromLine, toLine, lines }) => [fromLine, toLine, lines.length]),
      ).toEqual(hunks.map(({ oldStart, newStart, lines }) => [oldStart, newStart, lines.length]));
    }
  });
});
