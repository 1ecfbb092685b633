import { expect, it } from "vitest";
import { givenValues } from "./given-values.ts";

const NODE = {
  id: "rates",
  source: {
    params: [
      { name: "month", expression: "$.TASK.PARAMS.month" },
      { name: "day", expression: " $.TASK.PARAMS.day " },
      { name: "total", expression: "$.VARS.total" },
      { name: "next", expression: "$.VARS.total + 1" },
      { name: "bank", value: "north" },
      { name: "shop", expression: "$.ITEM.shop" },
      { name: "key", expression: "$.SECRET.BANK" },
    ],
  },
};
const INJECTED = { month: "2026-13", day: 3, total: 42, next: 43, bank: "north", shop: "a", key: "•••" };

it("givenValues() has the values that are the same for all items, and where each is changed", () => {
  expect(givenValues(NODE, INJECTED, { day: 3 })).toEqual([
    { name: "month", value: "2026-13", path: ["TASK", "PARAMS", "month"], isDefault: true },
    { name: "day", value: 3, path: ["TASK", "PARAMS", "day"], isDefault: false },
    { name: "total", value: 42, path: ["VARS", "total"], isDefault: false },
    { name: "next", value: 43, path: ["JOB", "rates", "PARAMS", "next"], isDefault: false },
    { name: "bank", value: "north", path: ["JOB", "rates", "PARAMS", "bank"], isDefault: false },
  ]);
});

it.each([null, undefined, "text", [1]])("givenValues() is nothing of %j", (injected) => {
  expect(givenValues(NODE, injected, null)).toEqual([]);
});
