import { describe, expect, it } from "vitest";
import { readText, repositoryFiles } from "./repository.ts";
import { sourceFiles } from "./source.ts";
import { INSTEAD, mistakesIn, passagesOfSource, proseOf } from "./words.ts";

// These files name what they look for.
const OWN = /^test\/repo\/words(\.test)?\.ts$/;
/** Decisions are never rewritten, and those before number 14 are older than the word list. */
const OLD_DECISION = /^docs\/adr\/(README|00(0\d|1[0-3]))\b/;

const sources = sourceFiles().filter((path) => !OWN.test(path));
const pages = repositoryFiles().filter((path) => path.endsWith(".md") && !OLD_DECISION.test(path));

describe("plain words", () => {
  it("are used in every comment and test name", () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.flatMap((path) => passagesOfSource(path).flatMap((one) => mistakesIn(path, one)))).toEqual(
      [],
    );
  });

  it("are used on every page", () => {
    expect(pages).toContain("README.md");
    expect(pages.flatMap((path) => mistakesIn(path, proseOf(path)))).toEqual([]);
  });

  it("name a job in Chinese as the panel does", () => {
    const chinese = [...sources.filter((path) => /\bzh\b/.test(path)), ...pages];
    expect(chinese.filter((path) => readText(path).includes("作业"))).toEqual([]);
  });

  it("are listed for contributors as they are looked for here", () => {
    const rows = Object.entries(INSTEAD).map(([word, instead]) => `| \`${word}\` | ${instead} |`);
    expect(rows.filter((row) => !readText("CONTRIBUTING.md").includes(row))).toEqual([]);
  });

  it("are asked for with the line and the word to use", () => {
    const text = "/**\n * Answers `null`;\n * nobody hears of it.\n */";
    expect(mistakesIn("a.ts", { line: 7, text })).toEqual([
      `a.ts:8 "Answers", write: ${INSTEAD["answers"]}`,
      `a.ts:9 "hears of", write: ${INSTEAD["hears of"]}`,
    ]);
  });
});
