import { expect, test } from "vitest";
import { changesDue, CONTRACTED_TO, SCHEMA_VERSION } from "./schema-changes.ts";

const changes = [1, 2, 3].map((version) => ({ version, expand: () => Promise.resolve() }));
const due = (expandedTo: number, contractedTo: number) =>
  changesDue(expandedTo, changes, contractedTo).map(({ version }) => version);

test("a change runs once when it is contracted, and at every start before: the release before writes without it", () => {
  expect(due(0, 3)).toEqual([1, 2, 3]);
  expect(due(3, 3)).toEqual([]);
  expect(due(3, 2)).toEqual([3]);
  expect(due(2, 2)).toEqual([3]);
});

test("no release contracts what it expands", () => {
  expect(CONTRACTED_TO).toBeLessThanOrEqual(SCHEMA_VERSION);
});
