import { expect, it } from "vitest";
import { makeSecret, readTokenText, type SecretKind, writeTokenText } from "./token-text.ts";

it.each<[SecretKind, string]>([
  ["personal", "mjp"],
  ["service", "mjs"],
  ["executor", "mjw"],
  ["link", "mjb"],
])("a token of the kind %s begins with %s and is read as it was written", (kind, prefix) => {
  const made = { kind, ...makeSecret() };
  const text = writeTokenText(made);
  expect(text).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{8}_[0-9A-Za-z]{46}$`));
  expect(readTokenText(text)).toEqual(made);
});

it("a token that lost, changed or swapped a letter is none", () => {
  const text = writeTokenText({ kind: "service", ...makeSecret() });
  expect(readTokenText(text.slice(0, -1))).toBeNull();
  expect(readTokenText(`${text}A`)).toBeNull();
  for (let at = 4; at < text.length; at += 1) {
    const other = text[at] === "A" ? "B" : "A";
    if (text[at] === "_") continue;
    expect(readTokenText(text.slice(0, at) + other + text.slice(at + 1)), `letter ${at}`).toBeNull();
  }
  expect(readTokenText(text.replace("mjs_", "mjp_"))).toBeNull();
  for (const none of ["", "mjs_", "Bearer", "3f9c1b7a5e2d40863f9c1b7a5e2d4086"])
    expect(readTokenText(none)).toBeNull();
});

it("no two secrets are the same, and every letter comes as often as the others", () => {
  const letters = new Map<string, number>();
  const seen = new Set<string>();
  for (let made = 0; made < 2000; made += 1) {
    const { secret } = makeSecret();
    seen.add(secret);
    for (const letter of secret) letters.set(letter, (letters.get(letter) ?? 0) + 1);
  }
  expect(seen.size).toBe(2000);
  expect(letters.size).toBe(62);
  // 80,000 letters, 1,290 of each: five standard deviations are 180.
  for (const [letter, count] of letters) expect(Math.abs(count - 80_000 / 62), letter).toBeLessThan(200);
});
