import type { TFunction } from "i18next";
import { expect, it } from "vitest";
import { findJsonMistake, jsonMistakeWords } from "./json-mistake.ts";

/** Shows which words are taken, and what they are filled with. */
const t = ((key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`) as unknown as TFunction;

it.each([
  ['{\n  "a": 1,\n}', "}", 3, 1],
  ['{"a": 1', null, 1, 8],
  ["", null, 1, 1],
  ['{"a" 1}', "1", 1, 6],
  ['{"a": 任}', "任", 1, 7],
])("findJsonMistake() says where %j stops being JSON", (text, found, line, column) => {
  const mistake = findJsonMistake(text);
  expect(mistake).toMatchObject({ found });
  const words = mistake && jsonMistakeWords(mistake, text, t);
  expect(words).toContain(`"line":${line},"column":${column}`);
});

it("findJsonMistake() finds none in JSON", () => {
  expect(findJsonMistake('{"a": [1, 12345678901234567890]}')).toBe(null);
});

it("jsonMistakeWords() takes no sentence of the browser", () => {
  for (const text of ["tru", '{"a": x, "x": x}', "[1,,2]", '"abc', "{a:1}", "01", "'a'"]) {
    const mistake = findJsonMistake(text);
    expect(mistake).not.toBeNull();
    if (mistake) expect(jsonMistakeWords(mistake, text, t)).not.toMatch(/JSON|[Uu]nexpected (token|end)/);
  }
});
