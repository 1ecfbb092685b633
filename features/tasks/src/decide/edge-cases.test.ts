import type { Pre, TaskNode } from "@mojob/core/engine";
import { dueAtOf, TaskLimit } from "@mojob/core/feature";
import { describe, expect, it } from "vitest";
import { after, job, TaskWalk } from "../../fixtures/task-walk.ts";
import { itemBody } from "../plan/item-body.ts";
import { refusalOf } from "./refusal.ts";

const which = (more: object = {}): TaskNode => ({
  id: "which",
  type: "condition",
  branches: [{ name: "left", when: "$.TASK.left" }],
  else: "right",
  ...more,
});
const loop = (more: object = {}): TaskNode => ({
  id: "more",
  type: "condition",
  pre: [{ node: "work" }],
  branches: [{ name: "again", when: "$.VISIT < 3" }],
  else: "done",
  loop: { maxVisits: 5 },
  ...more,
});
const work = job("work", { pre: [{ node: "more", branch: "again" }] });
const left = job("a", { pre: [{ node: "which", branch: "left" }] });
const right = job("b", { pre: [{ node: "which", branch: "right" }] });

describe("conditions and joins", () => {
  it("branch not taken, join after it: the join runs on the taken side", () => {
    const task = new TaskWalk([which(), left, right, job("c", after("a", "b"))], { task: { left: true } });
    expect(task.end("a").end("c").shown).toBe(
      "a Succeeded, b Skipped, c Succeeded, which Succeeded, Succeeded",
    );
  });

  it("all branches dead: what follows is skipped, the task succeeds", () => {
    const task = new TaskWalk([which(), left, job("c", after("a"))], { task: { left: false } });
    expect(task.shown).toBe("a Skipped, c Skipped, which Succeeded, Succeeded");
  });

  it("no branch, no else: the node fails as no_branch", () => {
    const { id, type, branches } = which() as Extract<TaskNode, { type: "condition" }>;
    const task = new TaskWalk([{ id, type, branches }], { task: { left: false } });
    expect([task.codeOf("which"), task.state.end?.state]).toEqual(["no_branch", "Failed"]);
  });

  it("condition not boolean, reference missing: the node fails with the expression's code and its place", () => {
    expect(new TaskWalk([which()], { task: { left: 1 } }).codeOf("which")).toBe("type_mismatch");
    const task = new TaskWalk([which()]);
    expect(task.codeOf("which")).toBe("undefined_reference");
    expect(task.log.find(({ type }) => type === "decided")).toMatchObject({
      message: expect.stringMatching(/^At character \d+: /) as string,
    });
  });

  it("A fails, B after it, handler on B failed: B is blocked, the handler runs, the failure is handled", () => {
    const nodes = [job("a"), job("b", after("a")), job("h", { pre: [{ node: "b", on: "failed" }] })];
    expect(new TaskWalk(nodes).end("a", "Failed").end("h").shown).toBe(
      "a Failed, b Blocked, h Succeeded, Succeeded",
    );
  });

  it("A fails, only a sibling leaf succeeds: the task fails", () => {
    expect(new TaskWalk([job("a"), job("b")]).end("a", "Failed").end("b").state.end).toEqual({
      state: "Failed",
      code: "node_failed",
    });
  });

  it("onFailure stop and cancel: what the task cancelled itself is not among what failed", () => {
    const nodes = [job("a"), job("b"), job("c", after("b"))];
    for (const onFailure of ["stop", "cancel"] as const) {
      const task = new TaskWalk(nodes, { onFailure }).end("b", "Failed").end("a", "Cancelled");
      const cancelled = onFailure === "cancel" ? [] : ["a"];
      expect(task.log.at(-1)).toMatchObject({ type: "ended", unhandled: [...cancelled, "b"] });
    }
    const byHand = new TaskWalk(nodes, { onFailure: "cancel" }).end("b", "Cancelled").end("a", "Cancelled");
    expect(byHand.log.at(-1)).toMatchObject({
      code: "node_failed",
      unhandled: expect.arrayContaining(["b"]),
    });
  });

  it("any join, the second source ends later: ignored, the join ran once", () => {
    const task = new TaskWalk([job("a"), job("b"), job("c", { ...after("a", "b"), join: "any" })]);
    expect(task.end("a").end("b").end("c").owed).toEqual(["run a", "run b", "run c", "end Succeeded"]);
  });

  it("any, all fail: blocked", () => {
    const task = new TaskWalk([job("a"), job("b"), job("c", { ...after("a", "b"), join: "any" })]);
    expect(task.end("a", "Failed").end("b", "Failed").shown).toBe("a Failed, b Failed, c Blocked, Failed");
  });

  it("diamond, one side blocked, join done: runs, sees the status of both", () => {
    const nodes = [
      job("a"),
      job("b"),
      job("x", after("a")),
      job("c", {
        ...after("x", "b"),
        join: "done",
        skipWhen: "$.JOB['x'].STATUS + $.JOB['b'].STATUS == 'BlockedSucceeded'",
      }),
    ];
    const task = new TaskWalk(nodes).end("a", "Failed").results({ b: 1 });
    expect(task.end("b").state.nodes["c"]?.s).toBe("Skipped");
  });

  it("node listed twice with other conditions: two edges, each judged", () => {
    const pre = [{ node: "a" }, { node: "a", on: "failed" as const }];
    expect(new TaskWalk([job("a"), job("b", { pre })]).end("a").running).toEqual(["b"]);
    expect(new TaskWalk([job("a"), job("b", { pre, join: "any" })]).end("a", "Failed").running).toEqual([
      "b",
    ]);
    expect(new TaskWalk([job("a"), job("b", { pre, join: "all" })]).end("a").shown).toBe(
      "a Succeeded, b Skipped, Succeeded",
    );
  });
});

describe("ends of runs", () => {
  it("two ends at the same moment: both count in one step", () => {
    const task = new TaskWalk([job("a"), job("b"), job("c", after("a", "b"))]);
    task.take(
      { type: "ended", run: "a", state: "Succeeded" },
      { type: "ended", run: "b", state: "Succeeded" },
    );
    expect([task.running, task.state.rev]).toEqual([["c"], 2]);
  });

  it("same end delivered twice, a stale worker's end, an end of what never was: no fact, no write", () => {
    const task = new TaskWalk([job("a"), job("b", after("a"))]).end("a");
    const { state } = task;
    expect(task.end("a").end("a", "Failed").end("b+1").end("b:0").end("none~3").state).toBe(state);
  });

  it("sub-task cancelled by hand: the node is cancelled, which is failed for joins", () => {
    const nodes: readonly TaskNode[] = [{ id: "t", type: "task", key: "other" }, job("b", after("t"))];
    expect(new TaskWalk(nodes).end("t", "Cancelled").shown).toBe("b Blocked, t Cancelled, Failed");
  });

  it("node timeout, condition_false, end_failed, result_missing, job_disabled: the node fails with the run's code", () => {
    for (const code of ["timeout", "condition_false", "end_failed", "result_missing", "job_disabled"])
      expect(new TaskWalk([job("a")]).end("a", "Failed", code).codeOf("a")).toBe(code);
  });

  it("waits past its wait timeout: the node has another run as often as its retry says, else fails", () => {
    const retry = { times: 2, intervalMs: 1000, backoff: 2 };
    const task = new TaskWalk([job("a", { retry })]).end("a", "Skipped", "wait_timeout");
    expect(task.wait(999).running).toEqual([]);
    expect(task.wait(1).running).toEqual(["a+1"]);
    task.end("a+1", "Cancelled", "queue_cleared");
    expect(task.wait(1999).running).toEqual([]);
    expect(task.wait(1).end("a+2", "Skipped", "wait_timeout").shown).toBe("a Failed, Failed");
  });

  it("a run that failed is not repeated by its task: attempts are the run's own", () => {
    const task = new TaskWalk([job("a", { retry: { times: 2, intervalMs: 0 } })]);
    expect(task.end("a", "Failed", "job_error").shown).toBe("a Failed, Failed");
  });
});

describe("batches", () => {
  const batch = (each: object, more: object = {}): TaskNode => job("a", { each, ...more });

  it("batch of nothing: ok with no item; null or no list: each_type", () => {
    expect(new TaskWalk([batch({ items: "[]" })]).shown).toBe("a Succeeded, Succeeded");
    expect(new TaskWalk([batch({ items: "null" })]).codeOf("a")).toBe("each_type");
    expect(new TaskWalk([batch({ items: "'text'" })]).codeOf("a")).toBe("each_type");
  });

  it("batch of 100,001: the node fails before any run", () => {
    const items = Array.from({ length: 100_001 }, () => 0);
    const task = new TaskWalk([batch({ items: "$.TASK.items" })], { task: { items } });
    expect([task.codeOf("a"), task.owed]).toEqual(["too_large", ["end Failed"]]);
  });

  it("item fails, stop: open items end, no new one begins, the node fails", () => {
    const task = new TaskWalk([batch({ items: "[1, 2, 3]", maxParallel: 2, onItemFailure: "stop" })]);
    task.end("a:0", "Failed");
    expect(task.running).toEqual(["a:1"]);
    expect(task.end("a:1").shown).toBe("a Failed, Failed");
  });

  it("item's params invalid: that item fails, not the batch", () => {
    const params = [{ name: "x", expression: "1 / $.ITEM" }];
    const task = new TaskWalk([batch({ items: "[1, 0]", minOk: 1 }, { params })]);
    expect(task.running).toEqual(["a:0"]);
    expect(task.end("a:0").shown).toBe("a Succeeded, Succeeded");
  });

  it("many nodes owed at once: as many as there are places, the rest as they come", () => {
    const task = new TaskWalk([batch({ items: "[1, 2, 3]" }), job("b")], { maxParallel: 2 });
    expect(task.running).toEqual(["a:0", "b"]);
    task.items({ a: [1, 2, 3] });
    expect(task.end("b").running).toEqual(["a:0", "a:1"]);
  });

  it("batch of groups: an item has one run, whose nodes are a task of their own", () => {
    const params = [{ name: "x", expression: "$.ITEM" }];
    const box: TaskNode = {
      id: "box",
      type: "group",
      each: { items: "[1, 2]" },
      nodes: [job("in", { params })],
    };
    const task = new TaskWalk([box]);
    expect([task.running, [...task.plan.byId.keys()]]).toEqual([["box:0", "box:1"], ["box"]]);
    const item = new TaskWalk([], { ...itemBody(task.plan, "box"), taskItem: { value: 7, index: 1 } });
    expect(item.running).toEqual(["in"]);
    expect(item.log).toMatchObject([{}, { type: "started", injected: { x: 7 } }]);
    expect(itemBody(task.plan, "in")).toBeNull();
    expect(task.end("box:0").end("box:1").shown).toBe("box Succeeded, Succeeded");
  });

  it("cancelled while items run: those are asked, no new one begins", () => {
    const task = new TaskWalk([batch({ items: "[1, 2, 3]", maxParallel: 2 })]).ask({ type: "cancel" });
    expect(task.owed.slice(2)).toEqual(["cancel a:0", "cancel a:1"]);
    expect(task.end("a:0", "Cancelled").end("a:1").shown).toBe("a Cancelled, Cancelled");
  });
});

describe("loops", () => {
  it("loop reaches maxVisits: it fails as loop_limit", () => {
    const task = new TaskWalk([loop({ loop: { maxVisits: 1 } }), work]).end("work~1");
    expect(task.state.loops["more"]).toMatchObject({ s: "failed", code: "loop_limit" });
  });

  it("a loop that runs nothing leaves further visits of a long step to the next one, which is due at once", () => {
    const often = loop({
      branches: [{ name: "again", when: "$.VISIT < 400" }],
      loop: { maxVisits: 1000 },
    });
    const task = new TaskWalk([often, which({ id: "work", pre: [{ node: "more", branch: "again" }] })], {
      task: { left: true },
    });
    expect(task.log.length).toBeLessThan(1010);
    expect([task.state.phase, dueAtOf(task.state)]).toEqual(["running", task.at]);
    const visits = (): number => task.log.filter(({ type }) => type === "nextVisit").length;
    expect(visits()).toBeGreaterThan(300);
    task.wait(0);
    expect([task.state.end?.state, visits()]).toEqual(["Succeeded", 399]);
    const cancelled = new TaskWalk([often, which({ id: "work", pre: [{ node: "more", branch: "again" }] })], {
      task: { left: true },
    }).ask({ type: "cancel" });
    expect(cancelled.state.end?.state).toBe("Cancelled");
  });

  it("a loop begins no visit once its task has as many facts as it may, and fails as loop_limit", () => {
    const task = new TaskWalk([loop(), work]);
    task.state = { ...task.state, seq: TaskLimit.Facts };
    task.end("work~1");
    expect(task.state.loops["more"]).toMatchObject({ s: "failed", code: "loop_limit" });
  });

  it("an attempt has facts of its own, and all attempts together a bound, too", () => {
    const retried = (seq: number): TaskWalk => {
      const task = new TaskWalk([loop(), work]).end("work~1", "Failed");
      task.state = { ...task.state, seq };
      return task.take({ type: "restart", attempt: 2, firstN: 1, taken: null }).end("work~1+1");
    };
    expect(retried(TaskLimit.Facts).running).toEqual(["work~2+1"]);
    expect(retried(TaskLimit.FactsOfRun).state.loops["more"]).toMatchObject({ code: "loop_limit" });
  });

  it("a loop that may fail fails as success, and what failed in it counts all the same", () => {
    const may = (maxVisits: number, on: "ok" | "ended"): TaskNode =>
      loop({ allowFailure: true, pre: [{ node: "work", on }], loop: { maxVisits } });
    const limited = new TaskWalk([may(1, "ok"), work]).end("work~1");
    expect(limited.state.loops["more"]).toMatchObject({ s: "failed", code: "loop_limit" });
    expect(limited.state.end?.state).toBe("Succeeded");
    const failed = new TaskWalk([may(1, "ok"), work]).end("work~1", "Failed");
    expect(failed.state.end?.state).toBe("Failed");
    const before = new TaskWalk([may(3, "ended"), work]).end("work~1", "Failed").end("work~2");
    expect(before.state.end?.state).toBe("Failed");
  });

  it("break and continue in one visit: break wins", () => {
    const stop = job("stop", { pre: [{ node: "more", branch: "stop" }] });
    const branches = [
      { name: "again", when: "true" },
      { name: "stop", when: "true" },
    ];
    const task = new TaskWalk([loop({ branches, all: true }), work, stop]).end("work~1");
    expect([task.running, task.state.loops["more"]?.s]).toEqual([["stop"], "ended"]);
  });

  it("a way out of a loop's body: what follows waits for the rest of the visit", () => {
    const slow = job("slow", { pre: [{ node: "more", branch: "again" }] });
    const out = job("out", after("work", "other"));
    const nodes = [loop({ ...after("work", "slow") }), work, slow, job("other"), out];
    const task = new TaskWalk(nodes).end("work~1").end("other");
    expect(task.running).toEqual(["slow~1"]);
    expect(task.end("slow~1").running).toEqual(["out"]);
  });

  it("loop body partly skipped: the visit ends when all is decided", () => {
    const idle = job("idle", { ...after("more"), skipWhen: "true" });
    const task = new TaskWalk([loop({ ...after("work", "idle") }), work, idle]);
    expect(task.end("work~1").running).toEqual(["work~2"]);
  });

  it("a failure in the loop's body: the loop fails, and what follows its failure runs", () => {
    const oops = job("oops", { pre: [{ node: "more", on: "failed" }] });
    const task = new TaskWalk([loop(), work, oops]).end("work~1", "Failed");
    expect(task.running).toEqual(["oops"]);
    expect(task.end("oops").state.end?.state).toBe("Succeeded");
  });

  it("loops in loops: a run has the visits of both in its name", () => {
    const outer = loop({
      id: "outer",
      pre: [{ node: "more", branch: "done" }],
      branches: [{ name: "again", when: "$.VISIT < 3" }],
    });
    const inner = loop({
      pre: [{ node: "outer", branch: "again" }, { node: "work" }],
      branches: [{ name: "again", when: "$.VISIT < 2" }],
    });
    const task = new TaskWalk([outer, inner, work]).end("work~1.1").end("work~2.1");
    expect(task.owed).toEqual(["run work~1.1", "run work~2.1", "end Succeeded"]);
  });

  it("a loop that rests between visits: the next one begins when its time has come", () => {
    const task = new TaskWalk([loop({ loop: { maxVisits: 5, delayMs: 1000 } }), work]).end("work~1");
    expect(task.wait(999).running).toEqual([]);
    expect(task.wait(1).running).toEqual(["work~2"]);
  });
});

describe("waits and approvals", () => {
  const wait = (more: object): TaskNode => ({ id: "w", type: "wait", ...more }) as TaskNode;
  const ask = (more: object = {}): TaskNode => ({
    id: "ok",
    type: "approval",
    by: {},
    timeoutMs: 1000,
    onTimeout: "timeout",
    ...more,
  });
  const told = { type: "approve", node: "ok", branch: "approved" };

  it("wait until a time in the past: passes at once", () => {
    const task = new TaskWalk([wait({ for: { until: "'2020-01-01T00:00:00Z'" } })]);
    expect(task.shown).toBe("w Succeeded, Succeeded");
  });

  it("clock set back during a wait: the time that was noted counts", () => {
    const task = new TaskWalk([wait({ for: { ms: "1000" } })]).wait(-5000);
    expect(task.wait(5999).shown).toBe("w Waiting, running");
    expect(task.wait(1).shown).toBe("w Succeeded, Succeeded");
  });

  it("a wait without a number of milliseconds fails with the reason", () => {
    expect(new TaskWalk([wait({ for: { ms: "'soon'" } })]).codeOf("w")).toBe("type_mismatch");
  });

  it("a signal that does not come: fails, or goes on where it says so", () => {
    const signal = { for: { signal: "go" }, timeoutMs: 1000 };
    expect(new TaskWalk([wait(signal)]).wait(1000).codeOf("w")).toBe("timeout");
    expect(new TaskWalk([wait({ ...signal, onTimeout: "continue" })]).wait(1000).shown).toBe(
      "w Succeeded, Succeeded",
    );
  });

  it("a check is looked at again and again, until it holds or its time is up", () => {
    const check = { for: { check: "now() >= '2026-11-20T03:00:02'", everyMs: 1000 }, timeoutMs: 5000 };
    const task = new TaskWalk([wait(check)]);
    expect(task.wait(1000).shown).toBe("w Waiting, running");
    expect(task.wait(1000).shown).toBe("w Succeeded, Succeeded");
    const never = new TaskWalk([wait({ for: { check: "false", everyMs: 3000 }, timeoutMs: 5000 })]).wait(
      3000,
    );
    expect(dueAtOf(never.state)?.toISOString()).toBe("2026-11-20T03:00:05.000Z");
    expect(never.wait(2000).codeOf("w")).toBe("timeout");
  });

  it("an approval takes the branch that was chosen, and its form is the result", () => {
    const yes = job("yes", { pre: [{ node: "ok", branch: "approved" }] });
    const no = job("no", { pre: [{ node: "ok", branch: "refused" }] });
    const task = new TaskWalk([ask(), yes, no]).ask({ ...told, form: { why: "x" } });
    expect([task.running, task.state.nodes["ok"]?.result]).toEqual([["yes"], { why: "x" }]);
    expect(new TaskWalk([ask(), yes, no]).ask({ ...told, branch: "refused" }).running).toEqual(["no"]);
  });

  it("a quorum is of different people, and one refusal is enough", () => {
    const task = new TaskWalk([ask({ by: { quorum: 2 } })]).ask({ ...told, by: "ann" });
    const { state } = task;
    expect(refusalOf(task.plan, state, { ...told, by: "ann" } as never)).toBe("already_approved");
    expect(task.ask({ ...told, by: "ann" }).state).toBe(state);
    expect(task.ask({ ...told, by: "ben" }).shown).toBe("ok Succeeded, Succeeded");
    const refused = new TaskWalk([ask({ by: { quorum: 2 } })]).ask({ ...told, branch: "refused" });
    expect(refused.codeOf("ok")).toBe("approval_refused");
  });

  it("an approval that nobody gives takes the branch for that, or fails where it leads nowhere", () => {
    const late = job("late", { pre: [{ node: "ok", branch: "timeout" }] });
    expect(new TaskWalk([ask(), late]).wait(1000).running).toEqual(["late"]);
    expect(new TaskWalk([ask()]).wait(1000).codeOf("ok")).toBe("approval_timeout");
    expect(new TaskWalk([ask({ onTimeout: "approved" })]).wait(1000).shown).toBe("ok Succeeded, Succeeded");
  });
});

describe("cancelling, pausing and what is asked by hand", () => {
  const chain = [job("a"), job("b", after("a"))];

  it("cancel while nodes run: running ones are asked, waiting ones end, the task ends cancelled", () => {
    const task = new TaskWalk([...chain, { id: "w", type: "wait", for: { signal: "go" } }]).ask({
      type: "cancel",
    });
    expect(task.shown).toBe("a Running, b Cancelled, w Cancelled, ending");
    expect(task.end("a").shown).toBe("a Succeeded, b Cancelled, w Cancelled, Cancelled");
  });

  it("cancel races with the last end: the first write wins", () => {
    const task = new TaskWalk([job("a")]).end("a");
    expect(task.ask({ type: "cancel" }).state.end?.state).toBe("Succeeded");
    const other = new TaskWalk([job("a")]).ask({ type: "cancel" });
    expect(other.end("a").state.end?.state).toBe("Cancelled");
  });

  it("task timeout: as cancel, ends failed", () => {
    const task = new TaskWalk(chain).take({ type: "timeout" });
    expect(task.owed).toEqual(["run a", "cancel a"]);
    expect(task.end("a", "Cancelled").state.end).toEqual({ state: "Failed", code: "task_timeout" });
  });

  it("pause with running nodes: they end, nothing starts; what falls due waits for resume, which judges all", () => {
    const task = new TaskWalk([...chain, { id: "w", type: "wait", for: { ms: "1000" } }]).ask({
      type: "pause",
    });
    task.end("a").wait(2000);
    expect([task.shown, dueAtOf(task.state)]).toEqual(["a Succeeded, b Ready, w Waiting, paused", null]);
    const { rev } = task.state;
    expect(task.ask({ type: "resume" }).shown).toBe("a Succeeded, b Running, w Succeeded, running");
    expect(task.state.rev).toBe(rev + 1);
  });

  it("failure with hold: neighbours finish, then held until somebody decides or its time is up", () => {
    const nodes = [...chain, job("beside")];
    const task = new TaskWalk(nodes, { onFailure: "hold", holdTimeoutMs: 60_000 }).end("a", "Failed");
    expect(task.shown).toContain("running");
    expect(task.end("beside").shown).toBe("a Failed, b Blocked, beside Succeeded, held");
    expect(task.wait(60_000).state.end).toEqual({ state: "Failed", code: "held_too_long" });
    const given = new TaskWalk([job("a")], { onFailure: "hold" }).end("a", "Failed").ask({ type: "giveUp" });
    expect(given.state.end).toEqual({ state: "Failed", code: "given_up" });
  });

  it("stop: what runs goes on, nothing begins; cancel: what runs is asked to end", () => {
    const nodes = [job("a"), job("b"), job("c", after("b")), job("z", { cleanup: true })];
    const stop = new TaskWalk(nodes, { onFailure: "stop" }).end("a", "Failed");
    expect(stop.owed).toEqual(["run a", "run b"]);
    expect(stop.end("b").end("z").shown).toBe("a Failed, b Succeeded, c Cancelled, z Succeeded, Failed");
    const cancel = new TaskWalk(nodes, { onFailure: "cancel" }).end("a", "Failed");
    expect(cancel.owed).toEqual(["run a", "run b", "cancel b"]);
  });

  it("operator retries a node whose successors were blocked: blocks are lifted, the join is judged again", () => {
    const task = new TaskWalk([...chain, job("slow")]).end("a", "Failed");
    task.ask({ type: "retryNode", node: "a" });
    expect([task.running, task.shown.includes("b Blocked")]).toEqual([["a+1", "slow"], false]);
    expect(task.end("a+1").running).toEqual(["b", "slow"]);
  });

  it("mark a running node: refused; mark and skip a failed one: what follows is judged by that", () => {
    const task = new TaskWalk([...chain, job("slow")]);
    const mark = { type: "markNode", node: "a", by: "ann" } as const;
    expect(refusalOf(task.plan, task.state, mark)).toBe("node_running");
    task.end("a", "Failed").ask({ type: "markNode", node: "a", result: { rows: 1 } });
    expect([task.running, task.state.nodes["a"]?.result]).toEqual([["b", "slow"], { rows: 1 }]);
    const skipped = new TaskWalk([...chain, job("slow")])
      .end("a", "Failed")
      .ask({ type: "skipNode", node: "a" });
    expect(skipped.shown).toBe("a Skipped, b Skipped, slow Running, running");
  });

  it("an edit is seen by what begins later, changes nothing that was judged, and not what is nobody's to edit", () => {
    const nodes = [job("a"), which({ ...after("a"), branches: [{ name: "left", when: "$.VARS.x == 2" }] })];
    const vars = [{ name: "x", type: "number" as const, expression: "1" }];
    const edit = (path: readonly string[]) => ({ type: "edit", path, value: 2, reason: "wrong" });
    const task = new TaskWalk(nodes, { vars }).ask(edit(["VARS", "x"])).end("a");
    expect(task.state.nodes["which"]?.branches).toEqual(["left"]);
    const late = new TaskWalk([...nodes, job("slow")], { vars }).end("a").ask(edit(["VARS", "x"]));
    expect(late.state.nodes["which"]?.branches).toEqual(["right"]);
    for (const path of [
      ["TASK", "ID"],
      ["JOB", "a", "STATUS"],
    ])
      expect(refusalOf(late.plan, late.state, { ...edit(path), by: "ann" } as never)).toBe("read_only");
  });

  it("cleanup runs after everything it follows, in any way; its failure counts where nothing else failed", () => {
    const z = job("z", { cleanup: true, ...after("a") });
    expect(new TaskWalk([job("a"), z, job("b")]).end("a", "Failed").running).toEqual(["z", "b"]);
    const task = new TaskWalk([job("a"), job("z", { cleanup: true })]).end("a").end("z", "Failed");
    expect(task.state.end).toEqual({ state: "Failed", code: "cleanup_failed" });
  });

  it("cleanup that takes too long once the task is to end is asked to end", () => {
    const task = new TaskWalk([job("z", { cleanup: true }), job("a")], { cleanupTimeoutMs: 1000 });
    task.ask({ type: "cancel" }).end("a", "Cancelled").wait(1000);
    expect(task.owed.at(-1)).toBe("cancel z");
    expect(task.end("z", "Cancelled").state.end?.state).toBe("Cancelled");
  });

  it("a batch of no items is an empty list for what follows it in the same step", () => {
    const nodes = [
      job("none", { each: { items: "[]" } }),
      job("next", {
        ...after("none"),
        params: [
          { name: "count", expression: "count($.JOB['none'][*].RESULT)" },
          { name: "sum", expression: "sum($.JOB['none'][*].RESULT)" },
          { name: "all", expression: "$.JOB['none'][*].RESULT" },
          { name: "state", expression: "$.JOB['none'].STATUS" },
        ],
      }),
    ];
    const task = new TaskWalk(nodes);
    expect(task.running).toEqual(["next"]);
    const started = task.log.find(({ type }) => type === "started");
    expect(started).toMatchObject({ injected: { count: 0, sum: 0, all: [], state: "Succeeded" } });
  });

  it("cleanup handles no failure, nor does what waits for the ends of several, unless its way says so", () => {
    const ended = (...ids: readonly string[]) => ids.map((node) => ({ node, on: "ended" as const }));
    const endOf = (node: Partial<TaskNode>): string | undefined => {
      const task = new TaskWalk([job("a"), job("b"), job("z", node)]).end("a", "Failed").end("b");
      return task.end("z").state.end?.state;
    };
    expect(endOf({ cleanup: true, pre: ended("a") })).toBe("Failed");
    expect(endOf({ join: "done", pre: ended("a", "b") })).toBe("Failed");
    expect(endOf({ pre: ended("a") })).toBe("Succeeded");
    const [one, other] = ended("a", "b");
    const handling = [{ ...(one as Pre), handles: true }, other as Pre];
    expect(endOf({ join: "done", pre: handling })).toBe("Succeeded");
    expect(endOf({ pre: [{ node: "a", on: "failed", handles: false }] })).toBe("Failed");
  });
});
