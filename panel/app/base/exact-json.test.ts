import { expect, it } from "vitest";
import { parseExactJson } from "./exact-json.ts";

it.each([
  '{"n":9007199254740993,"deep":[-12345678901234567890, 1]}',
  "9007199254740993",
  "[\n  9007199254740993\n]",
])("parseExactJson() keeps the integers of %s", (text) => {
  expect(JSON.stringify(parseExactJson(text))).toBe(text.replaceAll(/\s/g, ""));
});

it("parseExactJson() reads what JavaScript can hold as it is", () => {
  const text =
    '{"id":"0191e5-3e40","at":"2026-01-01","n":[9007199254740991,1.5e3],"long":"a12345678901234567890"}';
  expect(parseExactJson(text)).toEqual(JSON.parse(text));
});
