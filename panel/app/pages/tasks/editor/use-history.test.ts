import { expect, it } from "vitest";
import { redone, stepped, typed, undone } from "./use-history.ts";

const START = { back: [], forth: [], text: "a", typedAt: null };

it("goes back over edits and forth again, until another edit is made", () => {
  const two = stepped(stepped(START, "b"), "c");
  expect(undone(undone(two)).text).toBe("a");
  expect(redone(undone(two)).text).toBe("c");
  expect(redone(stepped(undone(two), "d")).text).toBe("d");
  expect(undone(START)).toBe(START);
});

it("takes typing back by pauses, and an edit after typing by itself", () => {
  const written = typed(typed(typed(START, "ab", 0), "abc", 900), "abcd", 5000);
  expect(undone(written).text).toBe("abc");
  expect(undone(undone(written)).text).toBe("a");
  expect(undone(stepped(written, "x")).text).toBe("abcd");
});
