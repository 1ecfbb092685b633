import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "../../base/json.ts";
import { fairShareOf, turnAfter } from "./fair-share.ts";

test.each<[string, string, JsonValue, unknown]>([
  ["", "args.weight", { weight: 3 }, null],
  ["args.customer", "", { customer: "acme" }, { key: "acme", weight: 1 }],
  ["args.customer", "", null, { key: "", weight: 1 }],
  ["{args.region}/{args.customer}", "args.seats", { customer: 7, seats: 2.5 }, { key: "/7", weight: 2.5 }],
  ["args.customer", "args.seats", { customer: "acme", seats: "4" }, { key: "acme", weight: 4 }],
])("fairShareOf() by %j with weight %j of %j is %j", (by, weight, args, expected) => {
  expect(fairShareOf({ by, weight }, args)).toEqual(expected);
});

test.each<[JsonValue, number]>([
  [0, 1],
  [-3, 1],
  ["many", 1],
  [null, 1],
  [{}, 1],
  [1e9, 1000],
  [1e-9, 0.001],
])("fairShareOf() with weight %j has weight %d", (weight, expected) => {
  const share = fairShareOf({ by: "args.customer", weight: "args.weight" }, { weight });
  expect(share?.weight).toBe(expected);
});

test("turnAfter() is never before the first that waits, and a whole step behind its key's last", () => {
  const weight = fc.double({ min: 0.001, max: 1000, noNaN: true });
  const turn = fc.double({ min: 0, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(weight, weight, turn, turn, (own, other, first, behind) => {
      const share = { key: "acme", weight: own };
      const beside = turnAfter(share, { first: { turn: first, weight: other }, last: null });
      expect(beside).toBeGreaterThanOrEqual(first);
      const last = first + behind;
      const next = turnAfter(share, { first: { turn: first, weight: other }, last });
      expect(next).toBeGreaterThanOrEqual(last + 1 / own);
    }),
  );
});
