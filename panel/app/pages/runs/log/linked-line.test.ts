import { expect, it } from "vitest";
import { hashOfLine, lineOfHash } from "./linked-line.ts";

it("lineOfHash() reads what hashOfLine() wrote, and nothing else", () => {
  expect(lineOfHash(hashOfLine(20_000))).toBe(20_000);
  for (const hash of ["", "line-", "line-0", "line-1x", "12", "line-9999999999"])
    expect(lineOfHash(hash)).toBeNull();
});
