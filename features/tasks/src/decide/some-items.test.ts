import type { TaskNode } from "@mojob/core/engine";
import { describe, expect, it } from "vitest";
import { job, TaskWalk } from "../../fixtures/task-walk.ts";
import { refusalOf } from "./refusal.ts";

const ITEMS = { many: [1, 2, 3, 4, 5] };

function batch(each: object = {}): TaskNode {
  return job("many", { each: { items: "[1, 2, 3, 4, 5]", ...each } });
}

/** A batch whose items 1, 2 and 4 have failed, in a task that is held. */
function failed(each: object = {}): TaskWalk {
  const task = new TaskWalk([batch(each)], { onFailure: "hold" }).items(ITEMS);
  for (const item of [0, 1, 2, 3, 4])
    if (task.running.includes(`many:${item}`))
      task.end(`many:${item}`, item % 3 === 0 ? "Succeeded" : "Failed");
  expect(task.shown).toBe("many Failed, held");
  return task;
}

const again = (task: TaskWalk, ...items: readonly number[]): TaskWalk =>
  task.ask({ type: "retryNode", node: "many", items });
const counts = ({ state }: TaskWalk): readonly (number | undefined)[] => {
  const { ok, bad, open } = state.nodes["many"]?.batch ?? {};
  return [ok, bad, open];
};

describe("a retry of some items", () => {
  it("executes those alone, and the others stay as they ended", () => {
    const task = again(failed(), 1, 4);
    expect(task.running).toEqual(["many:1+1", "many:4+1"]);
    expect(counts(task)).toEqual([2, 1, 2]);
    task.end("many:1+1").end("many:4+1", "Failed");
    expect([task.shown, counts(task)]).toEqual(["many Failed, held", [3, 2, 0]]);
    again(task, 2, 4).end("many:2+2").end("many:4+2");
    expect(task.shown).toBe("many Succeeded, Succeeded");
  });

  it("is refused for items that did not fail, that are not there or named twice, and while some are under way", () => {
    const task = failed();
    const refusal = (items: readonly number[]): string | null =>
      refusalOf(task.plan, task.state, { type: "retryNode", node: "many", items, by: "ann" });
    expect([[0], [5], [-1], [1, 1], []].map((items) => refusal(items))).toEqual(
      Array.from({ length: 5 }, () => "item_not_failed"),
    );
    expect(refusal([1, 2, 4])).toBeNull();
    again(task, 1);
    expect(refusal([2])).toBe("node_running");
  });

  it("goes by the least that must be ok, and by the places that there are", () => {
    const task = again(failed({ minOk: 3, maxParallel: 1 }), 1, 2);
    expect(task.running).toEqual(["many:1+1"]);
    task.end("many:1+1");
    expect(task.running).toEqual(["many:2+1"]);
    task.end("many:2+1", "Failed");
    expect([task.shown, counts(task)]).toEqual(["many Succeeded, Succeeded", [3, 2, 0]]);
  });

  it("stops with its own first failure, not with those before it", () => {
    const task = failed({ onItemFailure: "stop", maxParallel: 2 });
    expect(counts(task)).toEqual([1, 2, 0]);
    again(task, 1, 2).end("many:1+1");
    expect(task.running).toEqual(["many:2+1"]);
    task.end("many:2+1");
    // Those that the first failure kept from beginning were not asked for.
    expect([task.shown, counts(task)]).toEqual(["many Failed, held", [3, 0, 0]]);
    task.ask({ type: "retryNode", node: "many" });
    expect(task.running).toEqual(["many:3+2", "many:4+2"]);
  });

  it("waits while the task is paused, and is taken back by a skip", () => {
    const two = [batch(), job("slow")];
    const task = new TaskWalk(two).items(ITEMS);
    for (const item of [0, 1, 2, 3, 4]) task.end(`many:${item}`, "Failed");
    task.ask({ type: "pause" });
    again(task, 3);
    expect(task.running).toEqual(["slow"]);
    task.ask({ type: "resume" });
    expect(task.running).toEqual(["many:3+1", "slow"]);
    task.end("many:3+1", "Failed").ask({ type: "pause" });
    again(task, 2).ask({ type: "skipNode", node: "many" }).ask({ type: "resume" });
    expect(task.shown).toBe("many Skipped, slow Running, running");
  });

  it("ends with its task", () => {
    const task = again(failed(), 1, 2).ask({ type: "cancel" });
    expect(task.owed.slice(-2)).toEqual(["cancel many:1+1", "cancel many:2+1"]);
    task.end("many:1+1", "Cancelled").end("many:2+1", "Cancelled");
    expect(task.shown).toBe("many Failed, Cancelled");
  });

  it("is of the items that there are: with another number of them it fails", () => {
    const node = job("many", { each: { items: "$.VARS.all" } });
    const vars = [{ name: "all", type: "json", expression: "[1, 2]" }];
    const task = new TaskWalk([node], { vars, onFailure: "hold" } as object).items({ many: [1, 2] });
    task.end("many:0", "Failed").end("many:1", "Failed");
    task.ask({ type: "edit", path: ["VARS", "all"], value: [1, 2, 3], reason: "more" });
    again(task, 1);
    expect([task.shown, task.codeOf("many")]).toEqual(["many Failed, held", "items_changed"]);
  });

  it("has another run of an item whose run could not be had", () => {
    const node = { ...batch(), retry: { times: 2, intervalMs: 0 } } as TaskNode;
    const task = new TaskWalk([node], { onFailure: "hold" }).items(ITEMS);
    for (const item of [0, 1, 2, 3, 4]) task.end(`many:${item}`, "Failed");
    again(task, 2).end("many:2+1", "Skipped", "wait_timeout");
    expect(task.running).toEqual(["many:2+2"]);
    expect([task.end("many:2+2").shown, counts(task)]).toEqual(["many Failed, held", [1, 4, 0]]);
  });

  it("is none of a batch that is executed once more by hand: all of its items are", () => {
    const two = new TaskWalk([batch(), job("slow")]).items(ITEMS);
    for (const item of [0, 1, 2, 3, 4]) two.end(`many:${item}`, item === 3 ? "Failed" : "Succeeded");
    two.ask({ type: "runNode", node: "many" });
    expect(two.running).toEqual([...[0, 1, 2, 3, 4].map((item) => `many:${item}+1`), "slow"]);
    for (const item of [0, 1, 2, 3, 4]) two.end(`many:${item}+1`);
    expect([two.shown, counts(two)]).toEqual(["many Succeeded, slow Running, running", [5, 0, 0]]);
    expect(two.ask({ type: "runNode", node: "many" }).running).toHaveLength(6);
    // Asked for some that wait for their turn, it begins those at once.
    for (const item of [0, 1, 2, 3, 4]) two.end(`many:${item}+2`, "Failed");
    two.ask({ type: "pause" }).ask({ type: "retryNode", node: "many", items: [2] });
    two.ask({ type: "runNode", node: "many" }).ask({ type: "resume" });
    expect(two.running).toEqual(["many:2+3", "slow"]);
  });

  it("is one of a group that is executed for each item, too", () => {
    const box = { id: "many", type: "group", nodes: [job("in")], each: { items: "[1, 2, 3, 4, 5]" } };
    const task = new TaskWalk([box as unknown as TaskNode], { onFailure: "hold" }).items(ITEMS);
    for (const item of [0, 1, 2, 3, 4]) task.end(`many:${item}`, item === 3 ? "Failed" : "Succeeded");
    again(task, 3);
    expect(task.running).toEqual(["many:3+1"]);
    expect(task.end("many:3+1").shown).toBe("many Succeeded, Succeeded");
  });
});
