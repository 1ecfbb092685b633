import { runAtOnce } from "@mojob/core/feature";
import type { JsonValue } from "@mojob/core/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeAt, offsetOf } from "./places.ts";
import { readYaml } from "./read-yaml.ts";
import { indented, writeYaml } from "./write-yaml.ts";

const TEXTS = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({
    unit: fc.constantFrom("\n", " ", "\t", "\r", "#", ":", "-", "a", "'", '"', "\u2028", "\u0085", "|", ">"),
  }),
  fc.constantFrom(
    "yes",
    "no",
    "on",
    "~",
    "null",
    "0x1f",
    "1e3",
    ".inf",
    "2001-01-01",
    "<<",
    "&a",
    "*a",
    "!x",
    "",
    " ",
    "=",
    "?",
    "@a",
    "%TAG",
    "---",
    "...",
  ),
);
const NAMES = fc.oneof(TEXTS, fc.constantFrom("a", "b", "c", "cron")).filter((name) => name !== "__proto__");
const VALUES = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    TEXTS,
    fc.integer({ min: -1e15, max: 1e15 }),
    fc.double({ noDefaultInfinity: true, noNaN: true }).filter((number) => !Number.isInteger(number)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 12 }),
    fc.dictionary(NAMES, tie("value"), { maxKeys: 12 }).map((record) => ({ ...record })),
  ),
})).value;

const read = (text: string): JsonValue => runAtOnce(readYaml(text)).value;

describe("YAML of a configuration", () => {
  it("reads what was written, in pieces or at once, and writes the same text again", () => {
    fc.assert(
      fc.property(fc.dictionary(NAMES, VALUES, { maxKeys: 40 }), (record) => {
        const value = { ...record } as JsonValue;
        const text = writeYaml(value);
        expect(read(text)).toEqual(value);
        expect(writeYaml(read(text))).toBe(text);
        // As sections are written: further to the right, and with a line between them.
        const sections = `one:\n${indented(text, 2)}\ntwo:\n${indented(text, 2)}`;
        if (Object.keys(record).length > 0) expect(read(sections)).toEqual({ one: value, two: value });
      }),
      { numRuns: 300 },
    );
  });

  it("finds each name where it stands", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,8}\/?~?[a-z]{0,4}$/), { minLength: 1, maxLength: 400 }),
        (names) => {
          const unique = [...new Set(names)];
          const text = `jobs:\n${unique.map((name) => `  ${JSON.stringify(name)}:\n    cron: "0 3 * * *" # ${"x".repeat(30)}\n`).join("")}`;
          const { places } = runAtOnce(readYaml(text));
          for (const [index, name] of unique.entries()) {
            const pointer = `/jobs/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
            expect(placeAt(text, offsetOf(places, pointer))).toEqual({ line: 2 + index * 2, column: 3 });
            expect(placeAt(text, offsetOf(places, `${pointer}/cron`))).toEqual({
              line: 3 + index * 2,
              column: 5,
            });
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
