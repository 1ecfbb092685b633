import type { TaskNode } from "@mojob/core/engine";
import { foldFacts } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { after, job, NEW_TASK, TaskWalk } from "../../fixtures/task-walk.ts";
import { owedByLog } from "../decide/owed.ts";
import { planRestart } from "./plan-restart.ts";

function restart(task: TaskWalk, attempt = (task.state.attempt ?? 1) + 1): TaskWalk {
  return task.take(planRestart(task.plan, task.state, task.log, attempt));
}

/** What was begun since. */
function begunIn(task: TaskWalk, work: () => void): readonly string[] {
  const before = task.owed.length;
  work();
  return task.owed.slice(before);
}

const CHAIN = [job("a"), job("b", after("a")), job("c", after("b"))];

describe("a task that is retried as a whole", () => {
  it("executes again what failed and what follows it, by new runs, and takes over the rest", () => {
    const task = new TaskWalk(CHAIN).end("a").end("b", "Failed");
    expect(task.shown).toBe("a Succeeded, b Failed, c Blocked, Failed");
    expect(begunIn(task, () => restart(task))).toEqual(["run b+1"]);
    expect(task.end("b+1").end("c+1").shown).toBe("a Succeeded, b Succeeded, c Succeeded, Succeeded");
    expect(task.state).toMatchObject({ attempt: 2, firstN: 1 });
    expect(foldFacts(NEW_TASK, task.log)).toEqual(task.state);
  });

  it("executes all of it again where its body says so", () => {
    const task = new TaskWalk(CHAIN, { onRetry: "whole" }).end("a").end("b", "Failed");
    expect(begunIn(task, () => restart(task).end("a+1").end("b+1").end("c+1"))).toEqual([
      "run a+1",
      "run b+1",
      "run c+1",
      "end Succeeded",
    ]);
  });

  it("executes all of it again where no node failed, with variables that are computed again", () => {
    const day = { name: "day", type: "text", expression: "$.TASK.PARAMS.day" } as const;
    const task = new TaskWalk([job("a")], {
      successCondition: "$.VARS.day == 'b'",
      vars: [day],
      task: { PARAMS: { day: "a" } },
    });
    task.end("a");
    expect(task.shown).toBe("a Succeeded, Failed");
    task.values = { ...task.values, task: { PARAMS: { day: "b" } } };
    expect(restart(task).end("a+1").shown).toBe("a Succeeded, Succeeded");
  });

  it("keeps values that a person has put over others, and variables with what was made of them", () => {
    const task = new TaskWalk(CHAIN, {
      vars: [{ name: "x", type: "number", expression: "1" }],
      results: [{ name: "x", type: "number", expression: "$.VARS.x" }],
    });
    task.ask({ type: "edit", path: ["VARS", "x"], value: 2, reason: "wrong" }).end("a", "Failed");
    restart(task).end("a+1").end("b+1").end("c+1");
    expect(task.log.at(-1)).toMatchObject({ type: "ended", state: "Succeeded", results: { x: 2 } });
  });

  it("counts each attempt once, however often it begins, and only once the one before has ended", () => {
    const task = new TaskWalk([job("a")]);
    const { state } = task;
    expect(restart(task, 2).state).toBe(state);
    task.end("a", "Failed");
    restart(task, 2);
    const again = task.state;
    expect(restart(task, 2).state).toBe(again);
    expect(task.end("a", "Failed").state).toBe(again);
    task.end("a+1", "Failed");
    expect(begunIn(task, () => restart(task, 4))).toEqual(["run a+2"]);
    expect(task.state.attempt).toBe(4);
  });

  it("owes by its log what the attempt owes that it is in, and no end of the one before", () => {
    const task = new TaskWalk(CHAIN).end("a").end("b", "Failed");
    restart(task);
    expect(owedByLog(task.plan, task.state, task.log)).toMatchObject([{ type: "run", name: "b+1" }]);
    task.end("b+1", "Failed");
    expect(owedByLog(task.plan, task.state, task.log)).toMatchObject([{ type: "end", state: "Failed" }]);
  });

  it("executes again the items of a batch that were not ok, in a loop the visit that failed, and cleanup", () => {
    const batch = new TaskWalk([job("a", { each: { items: "[1, 2, 3]" } }), job("z", { cleanup: true })]);
    batch.end("a:0").end("a:1", "Failed").end("a:2").end("z");
    expect(begunIn(batch, () => restart(batch).end("a:1+1").end("z+1"))).toEqual([
      "run a:1+1",
      "run z+1",
      "end Succeeded",
    ]);
    const loop: readonly TaskNode[] = [
      {
        id: "more",
        type: "condition",
        pre: [{ node: "work" }],
        branches: [{ name: "again", when: "$.VISIT < 3" }],
        else: "done",
        loop: { maxVisits: 5 },
      },
      job("work", { pre: [{ node: "more", branch: "again" }] }),
    ];
    const visits = new TaskWalk(loop).end("work~1").end("work~2", "Failed");
    expect(begunIn(visits, () => restart(visits).end("work~2+1"))).toEqual(["run work~2+1", "end Succeeded"]);
  });

  it("has another run of what could not be had as often as in the first attempt", () => {
    const task = new TaskWalk([job("a", { retry: { times: 1, intervalMs: 0 } })]);
    task.end("a", "Skipped", "wait_timeout").end("a+1", "Skipped", "wait_timeout");
    restart(task);
    expect(task.end("a+2", "Skipped", "wait_timeout").running).toEqual(["a+3"]);
    expect(task.end("a+3", "Skipped", "wait_timeout").shown).toBe("a Failed, Failed");
  });

  it("is out of a pause, of an end that was asked for, and of a hold", () => {
    const task = new TaskWalk(CHAIN, { onFailure: "stop" }).end("a", "Failed");
    expect(task.state.cause).toBeDefined();
    restart(task);
    expect(task.state.cause).toBeUndefined();
    expect(task.end("a+1").running).toEqual(["b+1"]);
    const held = new TaskWalk(CHAIN, { onFailure: "hold", holdTimeoutMs: 1000 }).end("a", "Failed");
    held.wait(1000);
    expect(restart(held).state).toMatchObject({ phase: "running" });
    expect(held.state.holdUntil).toBeUndefined();
  });
});
