import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { readText } from "./repository.ts";

/** The pages that say what was asked and what shows it, with how many rows each has at least. */
const PAGES: readonly (readonly [page: string, rows: number])[] = [
  ["docs/tasks-requirements.md", 60],
  ["docs/security-requirements.md", 20],
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
      ([, title = "", path = ""]) => !readText(posix.join("docs", path)).includes(title),
    );
    expect(missing.map(([, title, path]) => `${path}: ${title}`)).toEqual([]);
  });
});

it("requirements on security are all of those that were numbered", () => {
  const numbered = rowsOf("docs/security-requirements.md").map(
    ([asked = ""]) => /\| ([TS]\d+):/.exec(asked)?.[1],
  );
  const cases = ["T37", "T46", "T49", "T50"];
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 18, 19, 20, 21, 22, 23, 24];
  expect(new Set(numbered)).toEqual(new Set([...cases, ...numbers.map((one) => `S${one}`)]));
});
