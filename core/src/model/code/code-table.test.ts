import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { codeNames, codeNumbers } from "../../../scripts/code-names.ts";
import { CODES } from "./code-table.ts";

const COLUMNS = [
  "number",
  "isRetryable",
  "error",
  "request",
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
    const { number, error, request, detail, means, advice, failure, work, reason, cause } = row;
    const texts = [means, advice, failure, work, reason, cause];
    const isWhole =
      Object.keys(row).every((column) => COLUMNS.includes(column)) &&
      texts.every((both) => both === undefined || (both.length === 2 && both.every(Boolean))) &&
      (number === undefined) === (means === undefined) &&
      (number !== undefined || (error ?? request) === undefined) &&
      (error === undefined || request === undefined) &&
      ((error ?? request) === undefined) === (detail === undefined);
    return isWhole ? [] : [code];
  });
  expect(wrong).toEqual([]);
});
