import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beginningOf, byteLength, truncateText } from "./truncate.ts";

/** Texts of any characters, some of them of two UTF-16 units, with byte marks and replacement characters among them. */
const text = fc.string({ unit: "binary", maxLength: 200 });
const widths = fc.string({ unit: fc.constantFrom("a", "é", "漢", "😀", "\uFEFF", "\uFFFD"), maxLength: 200 });

describe("truncateText()", () => {
  it("never returns more bytes than asked, nor half a character", () => {
    fc.assert(
      fc.property(fc.oneof(text, widths), fc.nat({ max: 300 }), (value, maxBytes) => {
        const cut = truncateText(value, maxBytes);
        expect(byteLength(cut)).toBeLessThanOrEqual(maxBytes);
        expect(cut.isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("leaves what fits as it is, and keeps the beginning of what does not before a mark that says how much there was", () => {
    fc.assert(
      fc.property(fc.oneof(text, widths), fc.integer({ min: 40, max: 300 }), (value, maxBytes) => {
        const cut = truncateText(value, maxBytes);
        if (byteLength(value) <= maxBytes) {
          expect(cut).toBe(value);
          return;
        }
        const mark = `… [truncated, ${byteLength(value)} bytes in all]`;
        expect(cut.endsWith(mark)).toBe(true);
        expect(value.startsWith(cut.slice(0, -mark.length))).toBe(true);
        // At most one character's worth of room stays unused.
        expect(byteLength(cut)).toBeGreaterThan(maxBytes - 8);
      }),
      { numRuns: 500 },
    );
  });

  it("is quick with a text of many megabytes", () => {
    expect(byteLength(truncateText("漢".repeat(3_000_000), 1000))).toBeLessThanOrEqual(1000);
  });
});

describe("beginningOf()", () => {
  it("returns the whole characters among the first units", () => {
    fc.assert(
      fc.property(fc.oneof(text, widths), fc.nat({ max: 210 }), (value, maxLength) => {
        const beginning = beginningOf(value, maxLength);
        expect(value.startsWith(beginning)).toBe(true);
        expect(beginning.isWellFormed()).toBe(true);
        expect(beginning.length).toBeLessThanOrEqual(maxLength);
        expect(beginning.length).toBeGreaterThanOrEqual(Math.min(maxLength, value.length) - 1);
      }),
    );
  });
});

describe("byteLength()", () => {
  it("counts UTF-8", () => {
    expect(byteLength("aé漢😀")).toBe(1 + 2 + 3 + 4);
  });
});
