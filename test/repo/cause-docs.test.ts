import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { CAUSES } from "../behaviour/causes/cause-table.ts";

const PAGE = new URL("../../docs/why.md", import.meta.url);

it("docs/why.md lists the causes that every deployment is made to show", async () => {
  const page = await readFile(PAGE, "utf8");
  const [, listed = ""] = page.split("## Tried causes");
  const rows = listed.split("\n").filter((line) => /^\| (?!of\b|---)/.test(line));
  const wanted = CAUSES.map(({ verdict, because, code }) => {
    const of = verdict === null ? "a fire" : `a run: \`${verdict}\``;
    return `| ${of} | ${because} | \`${code.replace(" ", ": ")}\` |`;
  });
  expect(rows).toEqual(wanted);
  expect(CAUSES.length).toBeGreaterThanOrEqual(60);
});
