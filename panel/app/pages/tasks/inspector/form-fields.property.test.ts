import fc from "fast-check";
import { expect, it } from "vitest";
import { parseExactJson } from "../../../base/exact-json.ts";
import { jsonText } from "../../../ui/json/json-text.ts";
import { type FormField, freshName, readFields, turnedField, writeFields } from "./form-fields.ts";
import { kindOfSchema, VALUE_KINDS } from "./value-kind.ts";

const name = fc.oneof(fc.constantFrom("amount", "why", "b/c", "~d", "1", "__proto__"), fc.string());
const schema = fc.dictionary(
  fc.constantFrom("type", "title", "enum", "format", "maxLength", "default", "x-odd", "$ref"),
  fc.oneof(
    fc.constantFrom("string", "number", "integer", "boolean", "object", "date", "date-time"),
    fc.jsonValue({ maxDepth: 1 }),
  ),
);
/** A form with members that no field is for, as its text is read. */
const form = fc
  .record(
    {
      type: fc.constant("object"),
      title: fc.string(),
      properties: fc.dictionary(name, schema, { maxKeys: 4 }),
      required: fc.uniqueArray(name, { maxLength: 4 }),
      "x-layout": fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: ["properties"] },
  )
  .map((value) => parseExactJson(jsonText(value)));

const fieldsOf = (value: unknown): readonly FormField[] => readFields(value) ?? expect.fail("It has fields");
const propertiesOf = (value: unknown): Map<string, string> =>
  new Map(
    Object.entries((value as { properties?: object }).properties ?? {}).map(([key, one]) => [
      key,
      jsonText(one),
    ]),
  );

it("a form that is read and written again is the same text", () => {
  fc.assert(
    fc.property(form, (value) => {
      const written = writeFields(value, fieldsOf(value));
      if (written !== undefined) expect(jsonText(written)).toBe(jsonText(value));
      else expect(Object.keys(value as object).filter((key) => key !== "type")).toEqual(["properties"]);
    }),
  );
});

it("a field that changes leaves every other field, and whatever else the form says, as it was", () => {
  fc.assert(
    fc.property(form, fc.nat(), schema, fc.boolean(), (value, place, next, isRequired) => {
      const fields = fieldsOf(value);
      fc.pre(fields.length > 0);
      const at = place % fields.length;
      const own = fields[at]?.name ?? "";
      const changed = writeFields(value, fields.with(at, { name: own, schema: next, isRequired }));
      const [old, now] = [propertiesOf(value), propertiesOf(changed)];
      expect([...now.keys()]).toEqual([...old.keys()]);
      expect(now.get(own)).toBe(jsonText(next));
      for (const [key, text] of old) if (key !== own) expect(now.get(key)).toBe(text);
      const {
        properties: _old,
        required: was = [],
        ...others
      } = value as { required?: string[] } & object as {
        properties: object;
        required?: string[];
      };
      const {
        properties: _now,
        required = [],
        ...left
      } = changed as {
        properties: object;
        required?: string[];
      };
      expect(left).toEqual(others);
      const without = (list: readonly string[]): readonly string[] => list.filter((one) => one !== own);
      expect(without(required)).toEqual(without(was));
      expect(required.includes(own)).toBe(isRequired);
    }),
  );
});

it("a field that is added can be taken away again, and one of another kind is of that kind", () => {
  fc.assert(
    fc.property(form, schema, fc.constantFrom(...VALUE_KINDS), (value, one, kind) => {
      const fields = fieldsOf(value);
      const added = { name: freshName(fields), schema: turnedField(one, kind), isRequired: true };
      const more = writeFields(value, [...fields, added]);
      expect(fieldsOf(more)).toContainEqual(added);
      const back = writeFields(
        more,
        fieldsOf(more).filter((field) => field.name !== added.name),
      );
      if (back !== undefined) expect(fieldsOf(back)).toEqual(fields);
      expect(kindOfSchema(turnedField(one, kind))).toBe(kind);
      expect([turnedField(one, kind)["title"], turnedField(one, kind)["description"]]).toEqual([
        one["title"],
        one["description"],
      ]);
    }),
  );
});

it("a form begins with its first field and ends with its last", () => {
  const first = { name: "why", schema: { type: "string" }, isRequired: true };
  const made = writeFields(undefined, [first]);
  expect(made).toEqual({ type: "object", properties: { why: { type: "string" } }, required: ["why"] });
  expect(writeFields(made, [])).toBeUndefined();
  expect(writeFields({ ...made, title: "Why" }, [])).toEqual({
    type: "object",
    properties: {},
    title: "Why",
  });
  expect([readFields([]), readFields({ type: "array" }), readFields({ properties: { a: 1 } })]).toEqual([
    null,
    null,
    null,
  ]);
});
