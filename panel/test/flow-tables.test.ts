import { glob, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { USUAL_FLOWS, type UsualFlow } from "./usual-flows.ts";

const ROOT = new URL("../../", import.meta.url);
const FLOWS = Object.entries<UsualFlow>(USUAL_FLOWS);

it.each([
  ["docs/panel/flows.md", "name"],
  ["docs/panel/flows.zh-CN.md", "zh"],
] as const)("%s has a row for each flow, with no more clicks than it may take", async (path, language) => {
  const page = await readFile(new URL(path, ROOT), "utf8");
  const rows = page
    .split("\n")
    .filter((line) => /^\| .*\| *[\d.]+ \|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  expect(rows.map(([name]) => name)).toEqual(FLOWS.map(([, flow]) => flow[language]));
  for (const [index, [, { most, before }]] of FLOWS.entries()) {
    const [name, clicks = "", was = ""] = rows[index] ?? [];
    expect(Number.parseInt(clicks, 10), name).toBeLessThanOrEqual(most);
    expect(was, name).toBe(before === null ? "–" : String(before));
  }
});

it("every flow of the table is walked, once", async () => {
  const sources: string[] = [];
  for await (const path of glob("panel/test/flows-*.test.ts", { cwd: ROOT }))
    sources.push(await readFile(new URL(path, ROOT), "utf8"));
  for (const [key] of FLOWS)
    expect(sources.join("\n").split(new RegExp(`\\.\\.\\.USUAL_FLOWS\\.${key}\\b`)).length - 1, key).toBe(1);
});

it("no flow takes more clicks than it took at first", () => {
  expect(FLOWS.filter(([, { most, before }]) => before !== null && most > before)).toEqual([]);
});
