import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The first year of the data: before it, the two libraries that are compared do not agree. */
const FIRST_YEAR = 2019;
const DAY_MS = 86_400_000;

interface Published {
  /** By civil day: `National Day,国庆节,3`. */
  readonly holidays: Readonly<Record<string, string>>;
  readonly workdays: Readonly<Record<string, string>>;
}

/** The source of `chinese-days.generated.ts`: the days off and the days made up for, of each year that the library has. */
export function chineseDays(): string {
  const path = createRequire(import.meta.url).resolve("chinese-days/dist/chinese-days.json");
  const { holidays, workdays } = JSON.parse(readFileSync(path, "utf8")) as Published;
  const days = [
    ...Object.entries(holidays).map(([day, text]) => [day, "off", nameIn(text)] as const),
    ...Object.entries(workdays).map(([day, text]) => [day, "work", `${nameIn(text)}调休`] as const),
  ]
    .filter(([day]) => Number(day.slice(0, 4)) >= FIRST_YEAR)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const last = days.at(-1)?.[0].slice(0, 4) ?? "";
  const ranges: [from: string, to: string, kind: string, name: string][] = [];
  for (const [day, kind, name] of days) {
    const before = ranges.at(-1);
    if (before?.[2] === kind && before[3] === name && dayAfter(before[1]) === day) before[1] = day;
    else ranges.push([day, day, kind, name]);
  }
  return `// Written by "npm run days", from the package chinese-days.
export const CHINESE_DAYS = {
  coveredFrom: "${FIRST_YEAR}-01-01",
  coveredTo: "${last}-12-31",
  ranges: [
${ranges.map((range) => `    [${range.map((text) => `"${text}"`).join(", ")}],`).join("\n")}
  ],
} as const;
`;
}

function nameIn(text: string): string {
  return text.split(",")[1] ?? text;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}
