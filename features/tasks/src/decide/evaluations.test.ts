import { newTaskState } from "@mojob/core/engine";
import type { TaskState } from "@mojob/core/ports";
import { expect, test } from "vitest";
import { compileTask } from "../plan/compile-task.ts";
import { advance, type TaskStep } from "./advance.ts";
import type { Evaluated } from "./evaluations.ts";

const AT = new Date("2026-05-01T08:00:00Z");
const NEW: TaskState = newTaskState({ id: "t", tenant: "default", key: "nightly", version: 1 });
const LONG = "a".repeat(20_000);

/** Each of them takes a quarter of what an evaluation may. */
const heavy = (index: number): string => `{$.TASK.PARAMS.long}:REGEX:'${index}x{20}' ?? 'none' == 'none'`;

function conditions(count: number) {
  return compileTask({
    engine: 1,
    nodes: Array.from({ length: count }, (_, index) => ({
      id: `n${index}`,
      type: "condition" as const,
      pre: index === 0 ? [] : [{ node: `n${index - 1}`, branch: "yes" }],
      branches: [
        {
          name: "yes",
          when: index % 2 === 0 ? heavy(index) : `$.JOB['n${index - 1}'].STATUS == 'Succeeded'`,
        },
      ],
      else: "no",
    })),
  });
}

function partsOf(plan: ReturnType<typeof conditions>) {
  return {
    plan,
    state: NEW,
    values: { task: { PARAMS: { long: LONG } }, jobs: new Map(), items: new Map() },
    at: AT,
  };
}

/** A step, in as many turns as it takes. */
function inTurns(plan: ReturnType<typeof conditions>): { readonly step: TaskStep; readonly turns: number } {
  let evaluated: readonly Evaluated[] = [];
  for (let turns = 1; ; turns += 1) {
    const step = advance({ ...partsOf(plan), evaluated }, [{ type: "begin" }]);
    if (!("needs" in step)) return { step, turns };
    expect(step.needs).toEqual([]);
    expect(step.evaluated.length).toBeGreaterThan(evaluated.length);
    expect(step.evaluated.slice(0, evaluated.length)).toEqual(evaluated);
    ({ evaluated } = step);
  }
}

test("a step of many long evaluations takes several turns, and decides what one turn would have decided", () => {
  const { step, turns } = inTurns(conditions(40));
  expect(turns).toBeGreaterThan(10);
  expect(Object.values(step.state.nodes).map(({ s }) => s)).toEqual(
    Array.from({ length: 40 }, () => "Succeeded"),
  );
  expect(step.state.rev).toBe(1);
  expect(step.facts.map(({ seq }) => seq)).toEqual(step.facts.map((_, place) => place + 1));
});

test("a step of short evaluations takes one turn", () => {
  expect(inTurns(conditions(2)).turns).toBe(1);
});

test("a step that is made again decides the same", () => {
  const plan = conditions(20);
  expect(inTurns(plan).step).toEqual(inTurns(conditions(20)).step);
  expect(inTurns(plan).step).toEqual(inTurns(plan).step);
});
