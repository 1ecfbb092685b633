import fc from "fast-check";
import { expect, it } from "vitest";
import { parseExactJson } from "../../../base/exact-json.ts";
import { jsonText } from "../../../ui/json/json-text.ts";
import { valueAt, withValueAt } from "./member-edit.ts";

/** Every place of a value, by pointer. */
function placesOf(value: unknown, at = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [at];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    placesOf(member, `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
  return [at, ...inner];
}

const names = fc
  .oneof(fc.constantFrom("a", "b/c", "~d", "1"), fc.string({ maxLength: 3 }))
  .filter((name) => name !== "__proto__");
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.string({ maxLength: 3 }),
    fc.integer(),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(names, tie("json"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

it("an edit changes what stands at its place, and every other place stays in its order", () => {
  fc.assert(
    fc.property(json, fc.nat(), json, (body, place, next) => {
      const places = placesOf(body);
      const pointer = places[place % places.length] ?? "";
      const changed = withValueAt(body, pointer, next);
      expect(valueAt(changed, pointer)).toEqual(next);
      // Put back, it is the same text again: nothing was lost or moved.
      expect(jsonText(withValueAt(changed, pointer, valueAt(body, pointer)))).toBe(jsonText(body));
    }),
    { numRuns: 1000 },
  );
});

it("a member that is cleared goes alone, and a long number keeps its digits", () => {
  const body = parseExactJson('{"a": 12345678901234567890, "b": {"c": 1, "d": 2}, "e": [3]}');
  expect(JSON.stringify(withValueAt(body, "/b/c", undefined))).toBe(
    '{"a":12345678901234567890,"b":{"d":2},"e":[3]}',
  );
});
