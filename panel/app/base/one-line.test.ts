import { expect, it } from "vitest";
import { noteOf, oneLine } from "./one-line.ts";

it("oneLine() joins the lines of a text, and leaves spaces within a line", () => {
  expect(oneLine("  Paid  twice \r\n\n  see the bank\u2028again ")).toBe("Paid  twice see the bank again");
});

it("noteOf() says nothing where only blanks were written", () => {
  expect(noteOf(" \n ")).toEqual({});
  expect(noteOf("a\nb")).toEqual({ note: "a b" });
});
