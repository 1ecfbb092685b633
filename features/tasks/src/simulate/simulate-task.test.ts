import type { TaskBody, TaskNode } from "@mojob/core/engine";
import { runAtOnce, type SimulatedOutcome, type Simulation } from "@mojob/core/feature";
import type { JsonObject } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { after, job, TASK_START } from "../../fixtures/task-walk.ts";
import { compileTask } from "../plan/compile-task.ts";
import { outcomeIssues } from "./outcome-issues.ts";
import { simulation } from "./simulate-task.ts";

type Outcomes = Readonly<Record<string, SimulatedOutcome | readonly SimulatedOutcome[]>>;

function simulate(
  nodes: readonly TaskNode[],
  outcomes: Outcomes = {},
  { args, clock, ...more }: Partial<TaskBody> & { args?: JsonObject; clock?: { now(): Date } } = {},
): Simulation {
  const plan = compileTask({ engine: 1, nodes, ...more });
  return runAtOnce(
    simulation(plan, {
      clock: clock ?? { now: () => TASK_START },
      outcomes,
      ...(args !== undefined && { args }),
    }),
  );
}

function shown({ nodes }: Simulation): Record<string, string> {
  return Object.fromEntries(
    nodes.map(({ id, state, reason, after: because }) => [
      id,
      [state, reason, ...because].filter(Boolean).join(" "),
    ]),
  );
}

const rows = (when: string): TaskNode => ({
  id: "check",
  type: "condition",
  branches: [{ name: "many", when }],
  else: "few",
  ...after("load"),
});
const on = (id: string, branch: string): TaskNode => job(id, { pre: [{ node: "check", branch }] });

describe("simulation()", () => {
  it("says what follows a failure, and why the rest did not begin", () => {
    const nodes = [
      job("load"),
      job("send", after("load")),
      job("alarm", { pre: [{ node: "load", on: "failed" }] }),
    ];
    const failed = simulate(nodes, { load: "Failed" });
    expect([failed.state, shown(failed)]).toEqual([
      "Succeeded",
      { load: "Failed", send: "Blocked blocked load", alarm: "Succeeded" },
    ]);
    expect(shown(simulate(nodes))).toEqual({
      load: "Succeeded",
      send: "Succeeded",
      alarm: "Skipped skipped load",
    });
    expect(failed.order.map(({ id }) => id)).toEqual(["load", "alarm"]);
  });

  it("takes the branch that is stated, the one that known values take, and none where it cannot know", () => {
    const nodes = [job("load"), rows("$.JOB.load.RESULT.rows > 10"), on("split", "many"), on("mail", "few")];
    expect(shown(simulate(nodes, { check: { branch: "many" } }))).toMatchObject({
      split: "Succeeded",
      mail: "Skipped skipped check",
    });
    expect(shown(simulate(nodes, { load: { result: { rows: 3 } } }))).toMatchObject({ mail: "Succeeded" });
    const open = simulate(nodes);
    expect([open.state, open.stop]).toEqual([null, "unknown_value"]);
    expect(shown(open)).toMatchObject({
      check: "unknown_value",
      split: "follows check",
      mail: "follows check",
    });
  });

  it("knows arguments where there are any, and hands on what it does not know", () => {
    const params = [{ name: "day", type: "text" }] as const;
    const load = job("load", {
      params: [{ name: "day", expression: "$.TASK.PARAMS.day" }],
    });
    const nodes = [load, rows("$.JOB.load.PARAMS.day == 'monday'"), on("split", "many"), on("mail", "few")];
    expect(simulate(nodes, {}, { params }).stop).toBe("unknown_value");
    expect(shown(simulate(nodes, {}, { params, args: { day: "monday" } }))).toMatchObject({
      split: "Succeeded",
    });
    const vars = [{ name: "day", type: "text", expression: "$.TASK.PARAMS.day" }] as const;
    expect(simulate([job("load")], {}, { params, vars }).state).toBe("Succeeded");
  });

  it("has a list of outcomes for the executions of a loop, the last for all that follow", () => {
    const loop = {
      id: "again",
      type: "condition",
      branches: [{ name: "once", when: "$.VISIT == 1 || $.JOB.work.STATUS == 'Failed'" }],
      else: "done",
      pre: [{ node: "work", on: "ended" }],
      loop: { maxVisits: 5 },
    };
    const nodes = [
      loop as unknown as TaskNode,
      job("work", { pre: [{ node: "again", branch: "once" }], allowFailure: true }),
      job("send", { pre: [{ node: "again", branch: "done" }] }),
    ];
    const { state, nodes: ended } = simulate(nodes, { work: ["Failed", "Failed", "Succeeded"] });
    expect([state, ended.map(({ visits }) => visits)]).toEqual(["Succeeded", [4, 3, 1]]);
    expect(simulate(nodes, { work: "Failed" })).toMatchObject({ state: "Failed" });
  });

  it("fails as many items of a batch as it is told, of as many as it is told", () => {
    const batch = (each: object): TaskNode => job("load", { each });
    const some = batch({ items: "$.TASK.PARAMS.shops", minOk: 2 });
    const params = [{ name: "shops", type: "json" }] as const;
    expect(simulate([some], {}, { params }).state).toBe("Failed");
    expect(simulate([some], { load: { items: 3, failed: 1 } }, { params }).state).toBe("Succeeded");
    expect(simulate([some], { load: { items: 3, failed: 2 } }, { params }).state).toBe("Failed");
    expect(simulate([some], { load: { failed: 1 } }, { params, args: { shops: [1, 2, 3] } }).state).toBe(
      "Succeeded",
    );
    expect(simulate([batch({ items: "[1, 2]" })], { load: "Failed" }).state).toBe("Failed");
  });

  it("waits for nobody: approvals are given, waits are over, unless it is told otherwise", () => {
    const ask = {
      id: "ask",
      type: "approval",
      by: { users: ["ann"] },
      timeoutMs: 60_000,
      onTimeout: "refused",
    };
    const go = {
      id: "go",
      type: "wait",
      for: { signal: "go" },
      timeoutMs: 5000,
      onTimeout: "fail",
      ...after("ask"),
    };
    const nodes = [ask, go, job("send", after("go"))] as unknown as readonly TaskNode[];
    expect(simulate(nodes).state).toBe("Succeeded");
    expect(shown(simulate(nodes, { ask: { branch: "refused" } }))).toMatchObject({
      ask: "Failed",
      send: "Blocked blocked go",
    });
    expect(shown(simulate(nodes, { go: "Failed" }))).toMatchObject({
      go: "Failed",
      send: "Blocked blocked go",
    });
    expect(shown(simulate(nodes, { go: "Skipped" }))).toMatchObject({ go: "Skipped skipped" });
  });

  it("says that a failure holds it, and ends what the task has no more time for", () => {
    const held = simulate([job("load")], { load: "Failed" }, { onFailure: "hold" });
    expect([held.state, held.stop]).toEqual([null, "held"]);
    const stopped = simulate(
      [job("load"), job("slow"), job("last", after("slow"))],
      { load: "Failed" },
      {
        onFailure: "cancel",
      },
    );
    expect(shown(stopped)).toMatchObject({ last: "Cancelled ending" });
  });

  it("stops where it takes too long", () => {
    let now = TASK_START.getTime();
    const clock = { now: () => new Date((now += 1000)) };
    const nodes = Array.from({ length: 50 }, (_, index) => job(`n${index}`));
    expect(simulate(nodes, {}, { clock, maxParallel: 1 })).toMatchObject({ state: null, stop: "too_long" });
  });
});

describe("outcomeIssues()", () => {
  const plan = compileTask({
    engine: 1,
    nodes: [
      job("load"),
      rows("true"),
      { id: "box", type: "group", nodes: [job("in")] } as unknown as TaskNode,
      job("all", { each: { items: "[1]" } }),
    ],
  });
  const pointers = (outcomes: Outcomes): readonly string[] =>
    outcomeIssues(plan, outcomes).map(({ pointer, code }) => `${pointer} ${code}`);

  it("refuses what a node cannot come to", () => {
    expect(
      pointers({
        "no/ne": "Failed",
        load: [{ branch: "many" }, "Failed", { items: 2 }],
        check: { branch: "none" },
        box: "Failed",
        all: { items: 1, failed: 2 },
      }),
    ).toEqual([
      "/outcomes/no~1ne unknown_node",
      "/outcomes/load/0/branch unknown_name",
      "/outcomes/load/2 not_one_of",
      "/outcomes/check/branch unknown_branch",
      "/outcomes/box not_one_of",
      "/outcomes/all/failed too_large",
    ]);
    expect(pointers({ check: "Succeeded", all: { result: 1 } })).toEqual([
      "/outcomes/check not_one_of",
      "/outcomes/all/result unknown_name",
    ]);
    expect(
      pointers({ in: "Failed", all: { items: 4, failed: 4 }, check: [{ branch: "many" }, "Failed"] }),
    ).toEqual([]);
  });
});
