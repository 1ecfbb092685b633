import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const APP = new URL("../app/", import.meta.url);

it("a class begins the rules of one style sheet only: a page that was left keeps its own in force", () => {
  const sheetsOf = new Map<string, Set<string>>();
  for (const sheet of globSync("**/*.css", { cwd: APP })) {
    const text = readFileSync(new URL(sheet, APP), "utf8");
    for (const [, name = ""] of text.matchAll(/^\s*\.([a-z][\w-]*)[^;{}]*[{,]/gm)) {
      sheetsOf.set(name, (sheetsOf.get(name) ?? new Set()).add(sheet));
    }
  }
  expect(sheetsOf.size).toBeGreaterThan(50);
  expect([...sheetsOf].filter(([, sheets]) => sheets.size > 1)).toEqual([]);
});
