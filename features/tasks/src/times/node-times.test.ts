import { expect, it } from "vitest";
import { nodeTimes, tookMs } from "./node-times.ts";

const AT = Date.parse("2026-11-20T03:00:00Z");
const fact = (seconds: number, type: string, node?: string) => ({
  type,
  at: new Date(AT + seconds * 1000),
  ...(node !== undefined && { node }),
});
const secondsOf = (facts: readonly ReturnType<typeof fact>[], node: string): readonly unknown[] =>
  (nodeTimes(facts).get(node)?.spans ?? []).map(({ kind, fromMs, untilMs }) => [
    kind,
    (fromMs - AT) / 1000,
    untilMs === null ? null : (untilMs - AT) / 1000,
  ]);

it("nodeTimes() has a stretch for each wait and each execution, and the time from begin to decision", () => {
  const facts = [
    fact(0, "begun"),
    fact(1, "ready", "a"),
    fact(3, "started", "a"),
    fact(5, "waits", "a"),
    fact(9, "started", "a"),
    fact(12, "decided", "a"),
    fact(12, "ready", "b"),
  ];
  expect(secondsOf(facts, "a")).toEqual([
    ["waits", 1, 3],
    ["runs", 3, 5],
    ["waits", 5, 9],
    ["runs", 9, 12],
  ]);
  const a = nodeTimes(facts).get("a");
  expect(a && tookMs(a)).toBe(9000);
  expect(secondsOf(facts, "b")).toEqual([["waits", 12, null]]);
  const b = nodeTimes(facts).get("b");
  expect(b && tookMs(b)).toBeNull();
});

it("nodeTimes() is of the latest execution: of a later visit, and not of one that was left out", () => {
  const facts = [
    fact(0, "started", "a"),
    fact(4, "decided", "a"),
    fact(10, "retried", "a"),
    fact(11, "started", "a"),
    fact(13, "decided", "a"),
    fact(20, "decided", "skipped"),
    fact(21, "decided", "a"),
  ];
  expect(secondsOf(facts, "a")).toEqual([
    ["runs", 0, 4],
    ["waits", 10, 11],
    ["runs", 11, 13],
  ]);
  expect(nodeTimes(facts.slice(0, 5)).get("a")).toMatchObject({
    startedMs: AT + 11_000,
    endedMs: AT + 13_000,
  });
  // Decided once more without having begun: by a person, or because nothing led to it.
  expect(nodeTimes(facts).get("a")).toMatchObject({ startedMs: null, endedMs: AT + 21_000 });
  expect(nodeTimes(facts).get("skipped")).toMatchObject({ spans: [], startedMs: null });
});

it("nodeTimes() reads texts as the API has them, and nothing goes on once the task has ended", () => {
  const facts = [
    { type: "started", node: "a", at: "2026-11-20T03:00:00.000Z" },
    { type: "ended", at: "2026-11-20T03:00:07.000Z" },
  ];
  expect(nodeTimes(facts).get("a")?.spans).toEqual([{ kind: "runs", fromMs: AT, untilMs: AT + 7000 }]);
});
