import { expect, it } from "vitest";
import type { Act, Incident } from "../../../api/operations.generated.ts";
import { chartEvents, chartMarks, groupMarks } from "./chart-events.ts";

const MINUTE = 60_000;
const STARTS = [0, 1, 2, 3, 4, 5].map((index) => index * MINUTE);

function act(id: string, minute: number, kind: Act["kind"] = "pause"): Act {
  return { id, kind, at: new Date(minute * MINUTE).toISOString() } as Act;
}

function incident(id: string, minute: number): Incident {
  return { id, openedAt: new Date(minute * MINUTE).toISOString() } as Incident;
}

const idsOf = (marks: ReturnType<typeof chartMarks>) =>
  marks.map(({ index, events }) => [
    index,
    events.map((event) => ("act" in event ? event.act.id : event.incident.id)),
  ]);

it("chartMarks() puts what changed a job and what went wrong at the bar of its time, the oldest first, and leaves runs out", () => {
  const acts = [
    act("d", 9),
    act("c", 4.9),
    act("b", 2.5, "edit"),
    act("r", 2.4, "run"),
    act("a", 2),
    act("z", -1),
  ];
  const events = chartEvents(acts, [incident("w", 4.95), incident("v", 2.2), incident("y", -2)]);
  expect(idsOf(chartMarks(events, STARTS))).toEqual([
    [2, ["a", "v", "b"]],
    [4, ["c", "w"]],
    [5, ["d"]],
  ]);
  expect(chartMarks(events, [0])).toEqual([]);
});

it("groupMarks() joins marks that would be narrower than a finger, in the middle of their bars", () => {
  const marks = chartMarks(chartEvents([act("c", 5), act("b", 2), act("a", 0)], []), STARTS);
  expect(idsOf(groupMarks(marks, 3))).toEqual([
    [1, ["a", "b"]],
    [4, ["c"]],
  ]);
});
