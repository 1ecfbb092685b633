import { expect, it } from "vitest";
import { tokenMistake } from "./token.ts";

it.each([
  ["", "at least 16"],
  ["short", "at least 16"],
  ["3f9c1b7a5e2d408", "at least 16"],
  [`${"3f9c1b7a".repeat(64)}x`, "at most 512"],
  ["with a space in the middle", "without spaces"],
  ["naïve-but-long-enough-8174", "visible ASCII"],
  ["aaaaaaaaaaaaaaaa", "guessable"],
  ["change-me-change-me", "guessable"],
])("tokenMistake() refuses %j: %s", (token, mistake) => {
  expect(tokenMistake(token)).toContain(mistake);
});

it.each(["3f9c1b7a5e2d4086", "correct-horse-battery-staple", "3f9c1b7a".repeat(64)])(
  "tokenMistake() takes %j",
  (token) => {
    expect(tokenMistake(token)).toBeNull();
  },
);
