import { expect, it } from "vitest";
import { branchRows } from "./branches.ts";

it("branchRows() shows what was written, and nothing that rows would lose", () => {
  const rows = [{ name: "large", when: "$.SELF.PARAMS.amount > 100" }];
  expect(branchRows(rows)).toEqual(rows);
  expect(branchRows(undefined)).toEqual([]);
  expect(branchRows([{ ...rows[0], note: "of a newer API" }])).toBeNull();
  expect(branchRows([{ name: "large" }])).toBeNull();
  expect(branchRows("large")).toBeNull();
});
