import { expect, it } from "vitest";
import { paramsOf } from "./params-of.ts";

const BODY = {
  params: [
    { name: "month", value: "2026-10" },
    { name: "amount", type: "number" },
    { name: "currency", value: "CNY" },
  ],
};

it("paramsOf() has what was given, and the values of the body for what was not", () => {
  expect(paramsOf(BODY, { amount: 88_000, currency: "EUR" })).toEqual({
    month: "2026-10",
    amount: 88_000,
    currency: "EUR",
  });
  expect(paramsOf(BODY, null)).toEqual({ month: "2026-10", currency: "CNY" });
});

it("paramsOf() is null where a task has no parameters and was given none", () => {
  expect(paramsOf({ nodes: [] }, null)).toBeNull();
});

it("paramsOf() shows arguments that are no object as they are", () => {
  expect(paramsOf(BODY, [1, 2])).toEqual([1, 2]);
});
