import { expect, it } from "vitest";
import type { Incident } from "../../api/operations.generated.ts";
import { belowCauses } from "./below-causes.ts";

function incident(id: string, explainedBy: string | null = null): Incident {
  return { id, explainedBy } as Incident;
}

it("incidents stand right below what explains them, where that is on the page, and none is lost", () => {
  const all = [
    incident("late", "firing"),
    incident("failed"),
    incident("waiting", "elsewhere"),
    incident("firing"),
    incident("chained", "late"),
    incident("missed", "firing"),
  ];
  expect(belowCauses(all).map((placed) => [placed.incident.id, placed.isBelow])).toEqual([
    ["failed", false],
    ["waiting", false],
    ["firing", false],
    ["late", true],
    ["missed", true],
    ["chained", false],
  ]);
  expect(belowCauses([])).toEqual([]);
});
