import { Buffer } from "node:buffer";
import fc from "fast-check";
import { TextMask } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { ByteMask } from "./byte-mask.ts";

function shown(mask: ByteMask, pieces: readonly Uint8Array[]): string {
  return Buffer.concat([...pieces.map((piece) => mask.push(piece)), mask.end()]).toString("utf8");
}

describe("ByteMask", () => {
  const secret = "aab-aac-äöü-aab";
  const text = `aab aa${secret}aab-aac-${secret}${btoa("aab-aac-aab-aac")} aab-aac`;
  const mask = new TextMask([secret]);

  it("hides a text wherever output is divided", () => {
    const bytes = Buffer.from(text, "utf8");
    fc.assert(
      fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }), (cuts) => {
        const ends = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const pieces = ends.slice(1).map((end, index) => bytes.subarray(ends[index], end));
        expect(shown(new ByteMask(mask), pieces)).toBe(mask.text(text));
      }),
      { seed: 11 },
    );
  });

  it("shows at once what cannot be the beginning of a hidden text", () => {
    const one = new ByteMask(mask);
    expect(Buffer.from(one.push(Buffer.from("done\n"))).toString()).toBe("done\n");
    expect(Buffer.from(one.push(Buffer.from("x aab"))).toString()).toBe("x ");
    expect(Buffer.from(one.push(Buffer.from("\n"))).toString()).toBe("aab\n");
  });
});
