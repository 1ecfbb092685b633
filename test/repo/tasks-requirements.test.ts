import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { readText } from "./repository.ts";

const rows = readText("docs/tasks-requirements.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| asked"))
  .map((line) => line.split(" | "));

describe("requirements on tasks", () => {
  it("each name a test that shows them, or say that they are not met", () => {
    expect(rows.length).toBeGreaterThan(60);
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
