import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextMask } from "./text-mask.ts";

const SECRET = 'pä$$ "word" \\1';

describe("TextMask", () => {
  const mask = new TextMask([SECRET, "-----KEY-----\nMIIEvQIBADAN\n-----END-----\n", "short"]);

  it.each([
    ["as it is", `a ${SECRET} b`, "a *** b"],
    ["in JSON", `{"a":${JSON.stringify(SECRET)}}`, '{"a":"***"}'],
    ["in an address", `?a=${encodeURIComponent(SECRET)}&b`, "?a=***&b"],
    ["a line of one", "MIIEvQIBADAN", "***"],
    ["twice", SECRET + SECRET, "******"],
    ["what is too short to be one", "a short story", "a short story"],
    ["what is no secret", "password", "password"],
  ])("hides %s", (_, text, shown) => {
    expect(mask.text(text)).toBe(shown);
  });

  it("hides a text within the base64 of more, whatever stands beside it, but for two bytes at its ends", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 6 }),
        fc
          .string({ minLength: 12, maxLength: 200, unit: "grapheme-ascii" })
          .filter((text) => text.trim().length >= 12),
        fc.uint8Array({ maxLength: 6 }),
        fc.constantFrom("base64" as const, "base64url" as const),
        (before, secret, after, encoding) => {
          const encoded = Buffer.concat([before, Buffer.from(secret), after]).toString(encoding);
          const shown = new TextMask([secret]).text(encoded);
          expect(shown).toContain("***");
          expect(shown.length).toBeLessThanOrEqual(
            Math.ceil(((before.length + after.length + 4) * 4) / 3) + 8,
          );
        },
      ),
      { seed: 7 },
    );
  });

  it("hides base64 that is broken into lines", () => {
    const secret = "0123456789abcdef".repeat(12);
    const lines =
      Buffer.from(secret)
        .toString("base64")
        .match(/.{1,76}/g) ?? [];
    expect(lines.map((line) => new TextMask([secret]).text(line))).toEqual(lines.map(() => "***"));
  });

  it("hides keys, texts and numbers of JSON", () => {
    const hidden = new TextMask(["12345678", "top secret"]);
    expect(hidden.json({ "top secret": [12345678, "a top secret", null, true, 3] })).toEqual({
      "***": ["***", "a ***", null, true, 3],
    });
  });
});
