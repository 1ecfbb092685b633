import { expect, it } from "vitest";
import { ToldTexts } from "./told-texts.ts";

it("what comes back after the next keys is no news, and what others wrote is", () => {
  const told = new ToldTexts();
  told.tell("a");
  told.tell("ab");
  expect(told.isNews("a", "ab")).toBe(false);
  expect(told.isNews("ab", "ab")).toBe(false);
  // It has come back: from now on the same text is somebody's change, as that of who discards what was typed.
  expect(told.isNews("a", "ab")).toBe(true);
});

it("after a change from elsewhere nothing of before comes back", () => {
  const told = new ToldTexts();
  told.tell("a");
  expect(told.isNews("", "a")).toBe(true);
  expect(told.isNews("a", "")).toBe(true);
});
