import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { readText } from "./repository.ts";

/** The pages that say what was asked and what shows it, with how many rows each has at least. */
const PAGES: readonly (readonly [page: string, rows: number])[] = [
  ["docs/requirements/tasks-requirements.md", 60],
  ["docs/requirements/security-requirements.md", 75],
];

const rowsOf = (page: string): readonly (readonly string[])[] =>
  readText(page)
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| asked"))
    .map((line) => line.split(" | "));

describe.each(PAGES)("requirements of %s", (page, least) => {
  const rows = rowsOf(page);

  it("each name a test that shows them, or say that they are not met", () => {
    expect(rows.length).toBeGreaterThan(least);
    const without = rows.filter(([, , shown = ""]) => !/\*\*not yet\*\*|\]\(/.test(shown));
    expect(without).toEqual([]);
  });

  it("name tests that exist", () => {
    const named = rows.flatMap(([, , shown = ""]) => [...shown.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)]);
    const missing = named.filter(
      ([, title = "", path = ""]) => !readText(posix.join(posix.dirname(page), path)).includes(title),
    );
    expect(missing.map(([, title, path]) => `${path}: ${title}`)).toEqual([]);
  });
});

const numbersOf = (row: readonly string[]): readonly string[] =>
  /^\| ([TS]\d+(?:, [TS]\d+)*):/.exec(row[0] ?? "")?.[1]?.split(", ") ?? [];

describe("requirements on security", () => {
  const rows = rowsOf("docs/requirements/security-requirements.md");

  it("are all of those that were numbered", () => {
    const numbered = new Set(rows.flatMap(numbersOf));
    const cases = Array.from({ length: 50 }, (_, at) => `T${String(at + 1).padStart(2, "0")}`);
    const asked = Array.from({ length: 30 }, (_, at) => `S${at + 1}`);
    expect(numbered).toEqual(new Set([...asked, ...cases]));
  });

  it("are met but for those that say what is left", () => {
    const isPartly = (row: readonly string[]): boolean => /\*\*not yet\*\*/i.test(row.join(" "));
    const partly = rows.filter(isPartly).flatMap(numbersOf);
    expect(partly).toEqual(["T19", "T21", "T28", "T35", "T36", "T50", "S4", "S15"]);
  });
});
