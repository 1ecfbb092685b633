import { expect, it } from "vitest";
import { findJsonMistake } from "./json-mistake.ts";

it.each([
  ['{\n  "a": 1,\n}', 3, 1],
  ['{"a": 1', 1, 8],
  ["", 1, 1],
  ['{"a" 1}', 1, 6],
])("findJsonMistake() says where %j stops being JSON", (text, line, column) => {
  expect(findJsonMistake(text)).toMatchObject({ line, column });
  expect(findJsonMistake(text)?.message).not.toMatch(/position|line \d/);
});

it("findJsonMistake() finds none in JSON", () => {
  expect(findJsonMistake('{"a": [1, 12345678901234567890]}')).toBe(null);
});
