import { expect, it } from "vitest";
import { parseSearch } from "../runs/list/search-text.ts";
import { searchOfCause } from "./cause-search.ts";

it.each([
  ["connect ECONNREFUSED #:#", "connect ECONNREFUSED"],
  ["Order # of … is not paid", "is not paid"],
  ["args.x: wrong", "args.x: wrong"],
])("of %j the errors with %j are found", (cause, error) => {
  expect(parseSearch(searchOfCause(cause) ?? "")).toEqual({ error });
});

it("nothing is searched for where everything differs", () => {
  expect(searchOfCause("# …")).toBeNull();
  expect(searchOfCause("")).toBeNull();
});
