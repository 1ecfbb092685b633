import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { codeNames, codeNumbers } from "../../../scripts/code-names.ts";
import { CODES } from "./code-table.ts";

const COLUMNS = [
  "number",
  "isRetryable",
  "error",
  "request",
  "title",
  "detail",
  "means",
  "advice",
  "failure",
  "work",
  "reason",
  "cause",
];
const rows = Object.entries(CODES);

it("names and numbers are those of the table", () => {
  for (const [file, written] of [
    ["../../base/code-names.generated.ts", codeNames()],
    ["code-numbers.generated.ts", codeNumbers()],
  ] as const)
    expect(readFileSync(new URL(file, import.meta.url), "utf8"), "run `npm run codes --workspace core`").toBe(
      written,
    );
});

it("every code has one row, in one of the files of rows", async () => {
  const files = readdirSync(new URL("rows", import.meta.url));
  const inFiles = await Promise.all(
    files.map(async (file) => {
      const module = (await import(`./rows/${file}`)) as Readonly<Record<string, object>>;
      return Object.values(module).flatMap((codes) => Object.keys(codes));
    }),
  );
  expect(inFiles.flat().toSorted()).toEqual(Object.keys(CODES).toSorted());
});

it("a row has what its kinds need, and nothing else", () => {
  const wrong = rows.flatMap(([code, row]) => {
    const unknown = Object.keys(row).filter((column) => !COLUMNS.includes(column));
    const needed = [
      ...(row.number === undefined ? [] : ([row.means, row.advice] as const)),
      ...((row.error ?? row.request) === undefined ? [] : ([row.title, row.number] as const)),
    ];
    const pairs = [row.title, row.means, row.advice, row.failure, row.work, row.reason, row.cause];
    const isWhole =
      unknown.length === 0 &&
      needed.every((column) => column !== undefined) &&
      pairs.every((pair) => pair === undefined || (pair.length === 2 && pair.every(Boolean))) &&
      ((row.error ?? row.request) === undefined) === (row.detail === undefined) &&
      (row.error === undefined || row.request === undefined);
    return isWhole ? [] : [code];
  });
  expect(wrong).toEqual([]);
});
