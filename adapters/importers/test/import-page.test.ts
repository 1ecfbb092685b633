import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Member, Members } from "../src/sources/members.ts";
import { SOURCE_RECORDS } from "./source-records.ts";

const HEAD = {
  "import.md": [
    "source",
    "carried over, as",
    "refused where it cannot be",
    "a finding, but for these values",
    "not needed",
  ],
  "import.zh-CN.md": ["来源", "迁移为", "无法迁移时拒绝", "列为提示（括号内的值除外）", "不需要"],
} as const;
type Page = keyof typeof HEAD;

const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[]): string => texts.map(code).join(", ");

/** The names of members, by what they become. */
function carriedIn(members: Members): string {
  const known = Object.entries(members).filter(([, { as }]) => as !== null);
  return [...Map.groupBy(known, ([, { as }]) => as ?? "")]
    .map(([as, entries]) => `${codes(entries.map(([name]) => name))} → ${codes(as.split(", "))}`)
    .join("; ");
}

function lostIn(members: Members): string {
  return Object.entries(members)
    .filter(([, { as, isUsed }]) => as === null && isUsed)
    .map(([name, { usual }]) => {
      const values = (usual ?? []).filter((value) => typeof value !== "string" || !/^-?\d+$/.test(value));
      return values.length === 0
        ? code(name)
        : `${code(name)} (${codes(values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))))})`;
    })
    .join(", ");
}

function namesIn(members: Members, wanted: (member: Member) => boolean): string {
  return codes(Object.entries(members).flatMap(([name, member]) => (wanted(member) ? [name] : [])));
}

function table(page: Page): string {
  const rows = SOURCE_RECORDS.map(({ source, record, members }) =>
    [
      `${code(source)}: ${code(record)}`,
      carriedIn(members),
      namesIn(members, ({ refuses }) => refuses),
      lostIn(members),
      namesIn(members, ({ isUsed }) => !isUsed),
    ].join(" | "),
  );
  return [
    `| ${HEAD[page].join(" | ")} |`,
    "|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
    "",
  ].join("\n");
}

describe("the table of what sources say", () => {
  it.each(["import.md", "import.zh-CN.md"] as const)("in docs/%s is that of the readers", async (page) => {
    const path = new URL(`../../../docs/${page}`, import.meta.url);
    const text = readFileSync(path, "utf8");
    const [found = ""] =
      /^\| (?:source|来源) \| (?:carried over, as|迁移为) \|[^]*?\n(?!\|)/m.exec(text) ?? [];
    expect(found).not.toBe("");
    await expect(text.replace(found, () => table(page))).toMatchFileSnapshot(path.pathname);
  });
});
