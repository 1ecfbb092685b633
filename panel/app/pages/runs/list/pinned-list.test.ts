import { expect, it } from "vitest";
import { pinBehind, pinnedList, windowStart } from "./pinned-list.ts";

const NEWEST = "2026-11-21T10:00:00.000Z";
const BEHIND = "2026-11-21T10:00:00.001Z";

it("a list is pinned behind its newest run: what comes later is counted and not shown", () => {
  const pin = { from: undefined, to: pinBehind({ createdAt: NEWEST }) };
  const { shown, arrived } = pinnedList({ jobKey: "mail", state: ["Failed"] }, pin);
  expect(shown).toMatchObject({ jobKey: "mail", state: ["Failed"], to: BEHIND });
  expect(arrived).toMatchObject({ jobKey: "mail", state: ["Failed"], from: BEHIND, to: undefined });
});

it("an empty list is not pinned: the first run simply appears", () => {
  const { shown, arrived } = pinnedList({}, { from: undefined, to: pinBehind(undefined) });
  expect(shown.to).toBeUndefined();
  expect(arrived).toBeNull();
});

it("the end the viewer chose holds: nothing new can come before it", () => {
  const to = "2026-11-20T00:00:00.000Z";
  const { shown, arrived } = pinnedList({ to }, { from: undefined, to: BEHIND });
  expect(shown.to).toBe(to);
  expect(arrived).toBeNull();
});

it("new runs are counted within the window the viewer chose", () => {
  const from = "2026-11-21T11:00:00.000Z";
  expect(pinnedList({ from }, { from, to: BEHIND }).arrived?.from).toBe(from);
});

it("a relative window begins at a whole minute, so that a moment later it is the same list", () => {
  const now = Date.parse("2026-11-21T10:20:31.500Z");
  expect(windowStart({ window: "15m" }, now)).toBe("2026-11-21T10:05:00.000Z");
  expect(windowStart({ window: "15m" }, now + 1000)).toBe("2026-11-21T10:05:00.000Z");
  expect(windowStart({ from: NEWEST }, now)).toBe(NEWEST);
});

it("shards are listed for who wants them, and for who looks for a text", () => {
  const pin = { from: undefined, to: BEHIND };
  expect(pinnedList({}, pin).shown.shards).toBe(false);
  expect(pinnedList({ jobKey: "mail" }, pin).arrived?.shards).toBe(false);
  expect(pinnedList({ shards: true }, pin).shown).not.toHaveProperty("shards");
  expect(pinnedList({ search: "timeout" }, pin).shown).not.toHaveProperty("shards");
});
