import { describe, expect, it } from "vitest";
import { isGuessable } from "./guessable-token.ts";

describe("isGuessable()", () => {
  it.each([
    "changemechangeme",
    "CHANGE-ME-CHANGE-ME",
    "your-secret-token-here",
    "password12345678",
    "passwordpassword1!",
    "mojob-admin-token-2026",
    "aaaaaaaaaaaaaaaa",
    "abcabcabcabcabcabc",
    "1234567890123456",
    "9876543210987654",
    "abcdefghijklmnop",
    "!@#$%^&*()_+!@#$",
  ])("refuses %s", (token) => {
    expect(isGuessable(token)).toBe(true);
  });

  it.each(["3f9c1b7a5e2d4086", "correct-horse-battery-staple", "7315920846271953", "token-9b1d4e77c03a5f28"])(
    "takes %s",
    (token) => {
      expect(isGuessable(token)).toBe(false);
    },
  );

  it("returns at once for a long token that is nearly made of weak words", () => {
    expect(isGuessable(`${"passwordtesting".repeat(200)}~x`)).toBe(false);
  });
});
