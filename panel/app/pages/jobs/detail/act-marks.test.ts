import { expect, it } from "vitest";
import type { Act } from "../../../api/operations.generated.ts";
import { actMarks, groupMarks } from "./act-marks.ts";

const MINUTE = 60_000;
const STARTS = [0, 1, 2, 3, 4, 5].map((index) => index * MINUTE);

function act(id: string, minute: number, kind: Act["kind"] = "pause"): Act {
  return { id, kind, at: new Date(minute * MINUTE).toISOString() } as Act;
}

const idsOf = (marks: ReturnType<typeof actMarks>) =>
  marks.map(({ index, acts }) => [index, acts.map(({ id }) => id)]);

it("actMarks() puts what changed a job at the bar of its time, the oldest first, and leaves runs out", () => {
  const acts = [
    act("d", 9),
    act("c", 4.9),
    act("b", 2.5, "edit"),
    act("r", 2.4, "run"),
    act("a", 2),
    act("z", -1),
  ];
  expect(idsOf(actMarks(acts, STARTS))).toEqual([
    [2, ["a", "b"]],
    [4, ["c"]],
    [5, ["d"]],
  ]);
  expect(actMarks(acts, [0])).toEqual([]);
});

it("groupMarks() joins marks that would be narrower than a finger, in the middle of their bars", () => {
  const marks = actMarks([act("c", 5), act("b", 2), act("a", 0)], STARTS);
  expect(idsOf(groupMarks(marks, 3))).toEqual([
    [1, ["a", "b"]],
    [4, ["c"]],
  ]);
});
