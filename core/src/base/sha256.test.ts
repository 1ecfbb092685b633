import fc from "fast-check";
import { expect, it } from "vitest";
import { sha256 } from "./fingerprint.ts";
import { sha256Now } from "./sha256.ts";

it("sha256Now() is what FIPS 180-4 says of its examples", () => {
  expect(sha256Now("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256Now("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

it("sha256Now() is what Web Crypto says, at every length", async () => {
  for (let length = 0; length < 300; length += 1) {
    const text = "x".repeat(length);
    // oxlint-disable-next-line no-await-in-loop
    expect(sha256Now(text)).toBe(await sha256(text));
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 500 }), async (text) => {
      expect(sha256Now(text)).toBe(await sha256(text));
    }),
  );
});
