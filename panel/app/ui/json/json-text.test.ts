import { expect, it } from "vitest";
import { parseExactJson } from "../../base/exact-json.ts";
import { isRawNumber, jsonText } from "./json-text.ts";

it("jsonText() writes an integer beyond what JavaScript counts as it was sent", () => {
  const value = parseExactJson('{"id":12345678901234567890}') as { id: unknown };
  expect(isRawNumber(value.id)).toBe(true);
  expect(jsonText(value)).toContain("12345678901234567890");
  expect(isRawNumber({ rawJSON: "1" })).toBe(false);
});
