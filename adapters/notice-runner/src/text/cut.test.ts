import { expect, it } from "vitest";
import { bytesOf, cut, cutBytes } from "./cut.ts";

it("cut() keeps whole characters", () => {
  expect(cut("abc", 3)).toBe("abc");
  expect(cut("abcd", 3)).toBe("ab…");
  expect(cut("a🙂b", 3)).toBe("a…");
});

it.each([10, 11, 12, 13, 14, 15])("cutBytes() to %i bytes keeps what is read as one character", (most) => {
  const text = "失败👩‍👩‍👧e\u0301失败失败";
  const kept = cutBytes(text, most);
  expect(bytesOf(kept)).toBeLessThanOrEqual(most);
  expect(kept).toBe("失败…");
});
