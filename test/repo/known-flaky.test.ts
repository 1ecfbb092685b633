import { describe, expect, it } from "vitest";
import { readText, repositoryFiles } from "./repository.ts";

const PAGE = "docs/known-flaky.md";
// This file names what it looks for.
const OWN = "test/repo/known-flaky.test.ts";

const rows = readText(PAGE)
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()));

describe("tests that fail now and then", () => {
  it("are skipped where the page names them, and nowhere else", () => {
    const skipped = repositoryFiles().filter(
      (path) => /\.test\.tsx?$/.test(path) && path !== OWN && readText(path).includes(PAGE),
    );
    const named = rows.map(([, test = ""]) => test.replaceAll("`", "").split(": ")[0] ?? "");
    expect([...new Set(named)].toSorted()).toEqual(skipped.toSorted());
  });

  it("have their message, a cause and an owner", () => {
    for (const [, test = "", message = "", cause = "", owner = ""] of rows)
      expect(
        [message, cause, owner].every((cell) => cell !== ""),
        test,
      ).toBe(true);
  });
});
