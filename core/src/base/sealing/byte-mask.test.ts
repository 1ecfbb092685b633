import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteMask } from "./byte-mask.ts";
import { ByteTrie } from "./byte-trie.ts";
import { TextMask } from "./text-mask.ts";

function shown(mask: ByteMask | null, pieces: readonly Uint8Array[]): string {
  if (mask === null) return Buffer.concat(pieces).toString("utf8");
  return Buffer.concat([...pieces.map((piece) => mask.push(piece)), mask.end()]).toString("utf8");
}

function divided(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const ends = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return ends.slice(1).map((end, index) => bytes.subarray(ends[index], end));
}

function trieOf(needles: readonly string[]): ByteTrie {
  const steps = ByteTrie.build(needles.map((needle) => Buffer.from(needle)));
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** Looks for each text at each place. */
function naive(needles: readonly string[], text: string): string {
  const joins = new Set<number>();
  const isHidden = Array.from(text, () => false);
  for (const needle of needles)
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1))
      for (let place = at; place < at + needle.length; place += 1) {
        isHidden[place] = true;
        if (place > at) joins.add(place);
      }
  let result = "";
  for (let at = 0; at < text.length; at += 1)
    if (isHidden[at] !== true) result += text[at];
    else if (!joins.has(at)) result += "*";
  return result;
}

/** An ordinary file of settings as a secret: 480 lines, 13.9 KB. */
const SETTINGS = Array.from({ length: 480 }, (_, index) => `SETTING_${index}=value-of-${index * 7919}`).join(
  "\n",
);

describe("ByteMask", () => {
  const secret = "aab-aac-äöü-aab";
  const text = `aab aa${secret}aab-aac-${secret}${btoa("aab-aac-aab-aac")} aab-aac`;
  const mask = new TextMask([secret]);

  it("hides a text wherever output is divided", () => {
    const bytes = Buffer.from(text, "utf8");
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
        expect(shown(mask.bytes(), divided(bytes, cuts))).toBe(mask.text(text));
      }),
      { seed: 11 },
    );
  });

  it("hides what looking for each text everywhere finds, and what overlaps as one", () => {
    const letters = (maxLength: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength });
    fc.assert(
      fc.property(
        fc.array(letters(6), { minLength: 1, maxLength: 6 }),
        letters(60),
        fc.array(fc.nat(), { maxLength: 8 }),
        (needles, output, cuts) => {
          const one = new ByteMask(trieOf(needles), Buffer.from("*"));
          expect(shown(one, divided(Buffer.from(output), cuts))).toBe(naive(needles, output));
        },
      ),
      { seed: 5, numRuns: 2000 },
    );
  });

  it("shows at once what cannot be the beginning of a hidden text", () => {
    const one = mask.bytes();
    const pushed = (piece: string): string => Buffer.from(one?.push(Buffer.from(piece)) ?? "").toString();
    expect(pushed("done\n")).toBe("done\n");
    expect(pushed("x aab")).toBe("x ");
    expect(pushed("\n")).toBe("aab\n");
  });

  it.each([
    [
      "a file of settings that is printed again and again",
      SETTINGS,
      `${SETTINGS.replaceAll(/^/gm, "export ")}\n`,
    ],
    ["the beginning of one, without its end", `${"a".repeat(15_000)}b`, "a".repeat(16_000)],
    [
      "a short one within the beginning of a long one",
      `aaaaaaaa\n${"a".repeat(15_000)}b`,
      "a".repeat(16_000),
    ],
  ])("looks at each byte a few times, for %s", (_, hidden, piece) => {
    const trie = trieOf([hidden, ...hidden.split("\n")]);
    const output = Buffer.from(piece.repeat(Math.ceil(1_000_000 / piece.length)));
    const one = new ByteMask(trie, Buffer.from("***"));
    for (let from = 0; from < output.length; from += 100) one.push(output.subarray(from, from + 100));
    expect(trie.steps).toBeLessThan(3 * output.length);
  });

  it("is made in small steps", () => {
    const steps = ByteTrie.build([SETTINGS, btoa(SETTINGS.repeat(9))].map((needle) => Buffer.from(needle)));
    let count = 0;
    while (steps.next().done !== true) count += 1;
    expect(count).toBeGreaterThan(8);
  });
});
