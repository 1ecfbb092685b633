import { expect, it } from "vitest";
import { causeGroups, commonPattern } from "./cause-groups.ts";

it("causeGroups() has one group a cause, the largest first, with what their values have in common; those whose errors were not read come last", () => {
  const item = (number: number, value: unknown, error: string | null) => ({
    item: number,
    value,
    runId: null,
    error,
    isRead: true,
  });
  const groups = causeGroups([
    item(0, "slow-1", "Timed out after 3 s"),
    item(1, "closed-7", "Shop 7 does not open: HTTP 403"),
    item(2, "closed-12", "Shop 12 does not open: HTTP 403"),
    item(3, "other", null),
    ...[4, 5, 6].map((number) => ({ ...item(number, `closed-${number}`, null), isRead: false })),
  ]);
  expect(groups.map(({ items, pattern, isRead }) => [items.length, pattern, isRead])).toEqual([
    [2, "closed-*", true],
    [1, null, true],
    [1, null, true],
    [3, "closed-*", false],
  ]);
  expect(groups[0]?.error).toBe("Shop 7 does not open: HTTP 403");
});

it.each([
  [["closed-7", "closed-12"], "closed-*"],
  [["shop-101", "shop-102"], "shop-*"],
  [["north", "north"], "north"],
  [["a", "b"], null],
  [[{ shop: 1 }, { shop: 2 }], null],
  [["one"], null],
  [[], null],
])("commonPattern(%j) is %j", (values, pattern) => {
  expect(commonPattern(values)).toBe(pattern);
});
