import { describe, expect, it } from "vitest";
import type { TaskBody, TaskNode } from "../body/task-body.ts";
import { compileTask } from "../plan/compile-task.ts";
import { foldFacts } from "../state/apply-fact.ts";
import type { TaskFact } from "../state/task-fact.ts";
import { newTaskState, type TaskState } from "../state/task-state.ts";
import type { RunEnd, TaskEvent } from "../task-event.ts";
import { advance } from "./advance.ts";
import { openRuns } from "./owed.ts";
import { runName } from "../state/run-name.ts";

const NEW = newTaskState({ id: "t", tenant: "default", key: "nightly", version: 1 });
const AT = new Date("2026-11-20T03:00:00Z");
const VALUES = { task: {}, jobs: new Map(), items: new Map() };

function job(id: string, more: Partial<TaskNode> = {}): TaskNode {
  return { id, type: "job", job: { key: "mail.send" }, ...more } as TaskNode;
}

/** A task whose steps are taken in a test. */
class TestTask {
  readonly plan;
  readonly log: TaskFact[] = [];
  state: TaskState = NEW;
  at: Date = AT;
  readonly owed: string[] = [];

  constructor(nodes: readonly TaskNode[], more: Partial<TaskBody> = {}) {
    this.plan = compileTask({ engine: 1, nodes, ...more });
    this.take({ type: "begin" });
  }

  take(...events: readonly TaskEvent[]): this {
    const step = advance({ plan: this.plan, state: this.state, values: VALUES, at: this.at }, events);
    if ("needs" in step) throw new Error(`Needs ${JSON.stringify(step.needs)}`);
    this.log.push(...step.facts);
    this.state = step.state;
    for (const owed of step.owes)
      this.owed.push(owed.type === "end" ? `end ${owed.state}` : `${owed.type} ${owed.name}`);
    return this;
  }

  end(run: string, state: RunEnd = "Succeeded", code?: string): this {
    return this.take({ type: "ended", run, state, ...(code !== undefined && { code }) });
  }

  /** The states of its nodes, and its end. */
  get shown(): string {
    const nodes = Object.entries(this.state.nodes).map(([id, { s }]) => `${id} ${s}`);
    return [...nodes.toSorted(), this.state.end?.state ?? this.state.phase].join(", ");
  }

  get running(): readonly string[] {
    return openRuns(this.plan, this.state).map(runName);
  }
}

const LOOP: readonly TaskNode[] = [
  {
    id: "more",
    type: "condition",
    pre: [{ node: "work" }],
    branches: [{ name: "again", when: "$.VISIT < 3" }],
    else: "done",
    loop: { maxVisits: 5 },
  },
  job("work", { pre: [{ node: "more", branch: "again" }] }),
  job("after", { pre: [{ node: "more", branch: "done" }] }),
];

describe("advance()", () => {
  it("executes a chain and ends it", () => {
    const task = new TestTask([job("a"), job("b", { pre: [{ node: "a" }] })]).end("a").end("b");
    expect(task.owed).toEqual(["run a", "run b", "end Succeeded"]);
  });

  it("I1 begins a node once, however often the end before it comes", () => {
    const task = new TestTask([job("a"), job("b", { pre: [{ node: "a" }] })]).end("a").end("a").end("a");
    expect(task.owed).toEqual(["run a", "run b"]);
  });

  it("I3 begins a node once those before it in the same visit have ended", () => {
    const task = new TestTask([job("a"), job("b"), job("c", { pre: [{ node: "a" }, { node: "b" }] })]).end(
      "b",
    );
    expect(task.running).toEqual(["a"]);
    expect(task.end("a").running).toEqual(["c"]);
  });

  it("I4 has the same verdict in whichever order those before it end", () => {
    for (const join of ["live", "all", "any", "done", { min: 2 }] as const)
      for (const ends of [
        ["Succeeded", "Failed"],
        ["Failed", "Failed"],
      ] as const) {
        const nodes = [job("a"), job("b"), job("c", { join, pre: [{ node: "a" }, { node: "b" }] })];
        const one = new TestTask(nodes).end("a", ends[0]).end("b", ends[1]);
        const other = new TestTask(nodes).end("b", ends[1]).end("a", ends[0]);
        expect(other.shown).toBe(one.shown);
      }
  });

  it("I5 has the state that is the fold of its facts", () => {
    const task = new TestTask(LOOP).end("work~1").end("work~2").end("after");
    expect(foldFacts(NEW, task.log)).toEqual(task.state);
  });

  it("I6 counts a revision for each step and a number for each fact", () => {
    const { log, state } = new TestTask(LOOP).end("work~1").end("work~2");
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
    expect([state.rev, state.seq]).toEqual([3, log.length]);
  });

  it("I7 writes nothing where nothing happened", () => {
    const task = new TestTask([job("a")]);
    const { state } = task;
    expect(task.take({ type: "timer" }).state).toBe(state);
  });

  it("I8 ends a loop that may not be entered again", () => {
    const task = new TestTask(
      LOOP.map((node) => (node.type === "condition" ? { ...node, loop: { maxVisits: 2 } } : node)),
    );
    task.end("work~1").end("work~2");
    expect(task.shown).toBe("after Blocked, more Succeeded, work Succeeded, Failed");
  });

  it("I10 owes nothing more once it has ended", () => {
    const task = new TestTask([job("a")]).end("a");
    const owed = task.owed.length;
    task.take({ type: "cancel", by: "ann" }).end("a", "Failed");
    expect(task.owed.length).toBe(owed);
  });

  it("I11 changes nothing by the end of a run that was given up", () => {
    const task = new TestTask(LOOP).end("work~1");
    const { state } = task;
    expect(task.end("work~1", "Failed").end("work~2+1").end("none").state).toBe(state);
  });

  it("repeats a loop until its condition leaves it", () => {
    const task = new TestTask(LOOP).end("work~1").end("work~2").end("after");
    expect(task.owed).toEqual(["run work~1", "run work~2", "run after", "end Succeeded"]);
  });

  it("counts a failure until something handles it", () => {
    const handler = job("h", { pre: [{ node: "b", on: "failed" }] });
    const nodes = [job("a"), job("b", { pre: [{ node: "a" }] })];
    expect(new TestTask([...nodes, handler]).end("a", "Failed").end("h").shown).toContain(
      "h Succeeded, Succeeded",
    );
    expect(new TestTask([...nodes, job("c")]).end("a", "Failed").end("c").shown).toContain(
      "Failed, b Blocked, c Succeeded, Failed",
    );
  });

  it("executes a batch in its window, an item at a time", () => {
    const task = new TestTask([job("a", { each: { items: "[1, 2, 3]", maxParallel: 2 } })]);
    expect(task.running).toEqual(["a:0", "a:1"]);
  });

  it("cancels what runs and begins nothing but cleanup", () => {
    const nodes = [job("a"), job("b", { pre: [{ node: "a" }] }), job("z", { cleanup: true })];
    const task = new TestTask(nodes).take({ type: "cancel", by: "ann" }).end("a", "Cancelled").end("z");
    expect(task.owed).toEqual(["run a", "cancel a", "run z", "end Cancelled"]);
  });

  it("holds on failure until somebody has it tried again", () => {
    const nodes = [job("a"), job("b", { pre: [{ node: "a" }] })];
    const task = new TestTask(nodes, { onFailure: "hold" }).end("a", "Failed");
    expect(task.shown).toBe("a Failed, b Blocked, held");
    task.take({ type: "retryNode", node: "a", by: "ann" }).end("a+1").end("b");
    expect(task.owed).toEqual(["run a", "run a+1", "run b", "end Succeeded"]);
  });

  it("begins nothing while it is paused", () => {
    const task = new TestTask([job("a"), job("b", { pre: [{ node: "a" }] })])
      .take({ type: "pause", by: "ann" })
      .end("a");
    expect(task.running).toEqual([]);
    expect(task.take({ type: "resume", by: "ann" }).running).toEqual(["b"]);
  });

  it("has a batch tried again for the items alone that were not ok", () => {
    const nodes = [job("a", { each: { items: "[1, 2, 3]" } })];
    const task = new TestTask(nodes, { onFailure: "hold" });
    task.end("a:0").end("a:2").end("a:1", "Failed");
    expect(task.shown).toBe("a Failed, held");
    task.take({ type: "retryNode", node: "a", by: "ann" });
    expect(task.running).toEqual(["a:1+1"]);
    expect(task.end("a:1+1").shown).toBe("a Succeeded, Succeeded");
  });

  it("fails a group with a node in it, and goes on where that is handled", () => {
    const box = { id: "box", type: "group", nodes: [job("in")] } as const;
    const task = new TestTask([box, job("h", { pre: [{ node: "box", on: "failed" }] })]).end("in", "Failed");
    expect(task.end("h").shown).toBe("box Failed, h Succeeded, in Failed, Succeeded");
  });

  it("keeps a signal that comes before the node that waits for it", () => {
    const wait = { id: "w", type: "wait", for: { signal: "go" }, pre: [{ node: "a" }] } as const;
    const task = new TestTask([job("a"), wait]).take({ type: "signal", signal: "go", by: "ann" }).end("a");
    expect(task.shown).toBe("a Succeeded, w Succeeded, Succeeded");
  });
});
