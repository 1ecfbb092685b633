import type { JsonValue } from "@mojob/core/ports";
import fc from "fast-check";
import { expect, it } from "vitest";
import { csvLine } from "./csv.ts";

/** The cells of one line, read character by character as RFC 4180 has it; `null` for an empty cell without quotes. */
function cellsIn(line: string): readonly (string | null)[] {
  const cells: (string | null)[] = [];
  let at = 0;
  for (;;) {
    let cell = "";
    const isQuoted = line[at] === '"';
    if (isQuoted) {
      for (at += 1; ; at += 1) {
        if (line[at] === '"' && line[at + 1] !== '"') break;
        if (line[at] === '"') at += 1;
        cell += line[at];
      }
      at += 1;
    } else while (!",\r".includes(line[at] ?? "")) cell += line[at++];
    cells.push(isQuoted || cell !== "" ? cell : null);
    if (line[at] !== ",") break;
    at += 1;
  }
  expect(line.slice(at)).toBe("\r\n");
  return cells;
}

const cell: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", ",", '"', "'", "\r", "\n", "\t", "=", "+", "-", "@", " ") }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.constant({ a: [1] }),
);

it("a line has the cells that it was made of, and no text among them is a formula", () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (values) => {
      const read = cellsIn(csvLine(values));
      expect(read).toHaveLength(values.length);
      for (const [index, value] of values.entries()) {
        const shown = read[index];
        if (value === null) expect(shown).toBeNull();
        else if (typeof value !== "string")
          expect(shown).toBe(typeof value === "object" ? '{"a":[1]}' : String(value));
        else {
          expect(shown).not.toMatch(/^[=+\-@\t\r]/);
          expect([value, `'${value}`]).toContain(shown);
        }
      }
    }),
  );
});
