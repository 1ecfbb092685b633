import { expect, it } from "vitest";
import { scopedQuery } from "./scoped-query.ts";

it("a query within a scope is limited to its app, one for another app finds nothing", () => {
  expect(scopedQuery(null, { app: "a" })).toEqual({ app: "a" });
  expect(scopedQuery("a", {})).toEqual({ app: "a" });
  expect(scopedQuery("a", { app: "a" })).toEqual({ app: "a" });
  expect(scopedQuery("a", { app: "b" })).toBeNull();
});
