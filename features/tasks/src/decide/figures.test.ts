import { newTaskState, type TaskNode } from "@mojob/core/engine";
import { runName, type TaskEvent } from "@mojob/core/feature";
import { foldFacts, type TaskFact, type TaskState } from "@mojob/core/ports";
import { processorMs } from "@mojob/test-fixtures/processor-time";
import { expect, test } from "vitest";
import { compileTask } from "../plan/compile-task.ts";
import { validateTask } from "../plan/validate-task.ts";
import { advance, type TaskStep } from "./advance.ts";
import { openRuns } from "./owed.ts";

const NEW = newTaskState({ id: "t", tenant: "default", key: "nightly", version: 1 });
const AT = new Date("2026-11-20T03:00:00Z");
// What the figures promise, with room for a machine that others use too.
const ROOM = 3;

const WIDE = compileTask({
  engine: 1,
  maxParallel: 10_000,
  nodes: Array.from({ length: 2000 }, (_, index): TaskNode => ({
    id: `n${index}`,
    type: "job",
    job: { key: "mail.send" },
    pre:
      index < 500
        ? []
        : [1, 2, 3].map((row) => ({
            node: `n${Math.floor(index / 500) * 500 - 500 + ((index * row) % 500)}`,
          })),
  })),
});

function take(
  plan: typeof WIDE,
  state: TaskState,
  events: readonly TaskEvent[],
  items: readonly number[] = [],
): TaskStep {
  const values = { task: {}, jobs: new Map(), items: new Map([["batch", items]]) };
  const step = advance({ plan, state, values, at: AT }, events);
  if ("needs" in step) throw new Error("Nothing is to be loaded");
  return step;
}

test("a graph of 2,000 nodes is validated within 30 ms and compiled within 30 ms, and 250 ends are one step of at most 5 ms", () => {
  expect(processorMs(() => validateTask(WIDE.body))).toBeLessThan(30 * ROOM);
  expect(processorMs(() => compileTask(WIDE.body))).toBeLessThan(30 * ROOM);
  const { state } = take(WIDE, NEW, [{ type: "begin" }]);
  const ends = Array.from({ length: 250 }, (_, index): TaskEvent => ({
    type: "ended",
    run: `n${index}`,
    state: "Succeeded",
  }));
  expect(processorMs(() => take(WIDE, state, ends))).toBeLessThan(5 * ROOM);
});

test("10,000 items are a state of at most 8 KB, and 10,000 facts are folded within 100 ms", () => {
  const items = Array.from({ length: 10_000 }, (_, index) => index);
  const plan = compileTask({
    engine: 1,
    vars: [],
    nodes: [{ id: "batch", type: "job", job: { key: "mail.send" }, each: { sets: items.map(() => []) } }],
  });
  const log: TaskFact[] = [];
  let state = NEW;
  let events: readonly TaskEvent[] = [{ type: "begin" }];
  let largest = 0;
  while (state.phase !== "ended") {
    const step = take(plan, state, events);
    state = step.state;
    log.push(...step.facts);
    largest = Math.max(largest, JSON.stringify(state).length);
    events = openRuns(plan, state).map((run) => ({ type: "ended", run: runName(run), state: "Succeeded" }));
  }
  expect(state.end?.state).toBe("Succeeded");
  expect(largest).toBeLessThan(8192);
  const many = Array.from(
    { length: 10_000 },
    (_, index): TaskFact =>
      ({
        type: index % 2 === 0 ? "started" : "decided",
        node: `n${Math.floor(index / 2) % 2000}`,
        visit: "",
        n: 0,
        injected: {},
        state: "Succeeded",
        seq: index + 1,
        rev: index + 1,
        at: AT,
      }) as TaskFact,
  );
  expect(processorMs(() => foldFacts(NEW, many))).toBeLessThan(100 * ROOM);
});
