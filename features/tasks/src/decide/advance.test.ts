import type { TaskNode } from "@mojob/core/engine";
import { foldFacts } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { job, NEW_TASK, TaskWalk } from "../../fixtures/task-walk.ts";

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
    const task = new TaskWalk([job("a"), job("b", { pre: [{ node: "a" }] })]).end("a").end("b");
    expect(task.owed).toEqual(["run a", "run b", "end Succeeded"]);
  });

  it("I1 begins a node once, however often the end before it comes", () => {
    const task = new TaskWalk([job("a"), job("b", { pre: [{ node: "a" }] })]).end("a").end("a").end("a");
    expect(task.owed).toEqual(["run a", "run b"]);
  });

  it("I3 begins a node once those before it in the same visit have ended", () => {
    const task = new TaskWalk([job("a"), job("b"), job("c", { pre: [{ node: "a" }, { node: "b" }] })]).end(
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
        const one = new TaskWalk(nodes).end("a", ends[0]).end("b", ends[1]);
        const other = new TaskWalk(nodes).end("b", ends[1]).end("a", ends[0]);
        expect(other.shown).toBe(one.shown);
      }
  });

  it("I5 has the state that is the fold of its facts", () => {
    const task = new TaskWalk(LOOP).end("work~1").end("work~2").end("after");
    expect(foldFacts(NEW_TASK, task.log)).toEqual(task.state);
  });

  it("I6 counts a revision for each step and a number for each fact", () => {
    const { log, state } = new TaskWalk(LOOP).end("work~1").end("work~2");
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
    expect([state.rev, state.seq]).toEqual([3, log.length]);
  });

  it("I7 writes nothing where nothing happened", () => {
    const task = new TaskWalk([job("a")]);
    const { state } = task;
    expect(task.take({ type: "timer" }).state).toBe(state);
  });

  it("I8 ends a loop that may not be entered again", () => {
    const task = new TaskWalk(
      LOOP.map((node) => (node.type === "condition" ? { ...node, loop: { maxVisits: 2 } } : node)),
    );
    task.end("work~1").end("work~2");
    expect(task.shown).toBe("after Blocked, more Succeeded, work Succeeded, Failed");
  });

  it("I10 owes nothing more once it has ended", () => {
    const task = new TaskWalk([job("a")]).end("a");
    const owed = task.owed.length;
    task.take({ type: "cancel", by: "ann" }).end("a", "Failed");
    expect(task.owed.length).toBe(owed);
  });

  it("I11 changes nothing by the end of a run that was given up", () => {
    const task = new TaskWalk(LOOP).end("work~1");
    const { state } = task;
    expect(task.end("work~1", "Failed").end("work~2+1").end("none").state).toBe(state);
  });

  it("repeats a loop until its condition leaves it", () => {
    const task = new TaskWalk(LOOP).end("work~1").end("work~2").end("after");
    expect(task.owed).toEqual(["run work~1", "run work~2", "run after", "end Succeeded"]);
  });

  it("counts a failure until something handles it", () => {
    const handler = job("h", { pre: [{ node: "b", on: "failed" }] });
    const nodes = [job("a"), job("b", { pre: [{ node: "a" }] })];
    expect(new TaskWalk([...nodes, handler]).end("a", "Failed").end("h").shown).toContain(
      "h Succeeded, Succeeded",
    );
    expect(new TaskWalk([...nodes, job("c")]).end("a", "Failed").end("c").shown).toContain(
      "Failed, b Blocked, c Succeeded, Failed",
    );
  });

  it("executes a batch in its window, an item at a time", () => {
    const task = new TaskWalk([job("a", { each: { items: "[1, 2, 3]", maxParallel: 2 } })]);
    expect(task.running).toEqual(["a:0", "a:1"]);
  });

  it("cancels what runs and begins nothing but cleanup", () => {
    const nodes = [job("a"), job("b", { pre: [{ node: "a" }] }), job("z", { cleanup: true })];
    const task = new TaskWalk(nodes).take({ type: "cancel", by: "ann" }).end("a", "Cancelled").end("z");
    expect(task.owed).toEqual(["run a", "cancel a", "run z", "end Cancelled"]);
  });

  it("holds on failure until somebody has it tried again", () => {
    const nodes = [job("a"), job("b", { pre: [{ node: "a" }] })];
    const task = new TaskWalk(nodes, { onFailure: "hold" }).end("a", "Failed");
    expect(task.shown).toBe("a Failed, b Blocked, held");
    task.take({ type: "retryNode", node: "a", by: "ann" }).end("a+1").end("b");
    expect(task.owed).toEqual(["run a", "run a+1", "run b", "end Succeeded"]);
  });

  it("begins nothing while it is paused", () => {
    const task = new TaskWalk([job("a"), job("b", { pre: [{ node: "a" }] })])
      .take({ type: "pause", by: "ann" })
      .end("a");
    expect(task.running).toEqual([]);
    expect(task.take({ type: "resume", by: "ann" }).running).toEqual(["b"]);
  });

  it("has a batch tried again for the items alone that were not ok", () => {
    const nodes = [job("a", { each: { items: "[1, 2, 3]" } })];
    const task = new TaskWalk(nodes, { onFailure: "hold" });
    task.end("a:0").end("a:2").end("a:1", "Failed");
    expect(task.shown).toBe("a Failed, held");
    task.take({ type: "retryNode", node: "a", by: "ann" });
    expect(task.running).toEqual(["a:1+1"]);
    expect(task.end("a:1+1").shown).toBe("a Succeeded, Succeeded");
  });

  it("fails a group with a node in it, and goes on where that is handled", () => {
    const box = { id: "box", type: "group", nodes: [job("in")] } as const;
    const task = new TaskWalk([box, job("h", { pre: [{ node: "box", on: "failed" }] })]).end("in", "Failed");
    expect(task.end("h").shown).toBe("box Failed, h Succeeded, in Failed, Succeeded");
  });

  it("keeps a signal that comes before the node that waits for it", () => {
    const wait = { id: "w", type: "wait", for: { signal: "go" }, pre: [{ node: "a" }] } as const;
    const task = new TaskWalk([job("a"), wait]).take({ type: "signal", signal: "go", by: "ann" }).end("a");
    expect(task.shown).toBe("a Succeeded, w Succeeded, Succeeded");
  });

  it("opens a loop again that a failure before it kept from beginning", () => {
    const nodes = LOOP.map((node) =>
      node.id === "more" ? { ...node, pre: [{ node: "first" }, { node: "work" }] } : node,
    );
    const task = new TaskWalk([job("first"), ...nodes], { onFailure: "hold" }).end("first", "Failed");
    expect(task.shown).toBe("after Blocked, first Failed, more Blocked, work Blocked, held");
    task.ask({ type: "markNode", node: "first" }).end("work~1").end("work~2").end("after");
    expect(task.shown).toBe("after Succeeded, first Succeeded, more Succeeded, work Skipped, Succeeded");
  });

  describe("a loop that goes on while its work says so", () => {
    const more: TaskNode = {
      id: "more",
      type: "condition",
      pre: [{ node: "work" }],
      branches: [{ name: "again", when: "($.JOB['work'].RESULT ?? 0) < 2" }],
      else: "done",
      loop: { maxVisits: 5 },
    };
    const work = job("work", { pre: [{ node: "more", branch: "again" }] });
    const end = { type: "ended", run: "work~1", state: "Succeeded" } as const;

    it("has its condition see what the visit before left, until the node is reached again", () => {
      const task = new TaskWalk([more, work]);
      expect(task.needs(end)).toEqual([{ node: "work", what: "run", visit: "1" }]);
      task.results({ "work~1": 1 }).take(end);
      expect(task.running).toEqual(["work~2"]);
      expect(foldFacts(NEW_TASK, task.log)).toEqual(task.state);
      task.results({ "work~2": 2 }).end("work~2");
      expect(task.shown).toBe("more Succeeded, work Skipped, Succeeded");
    });

    it("shows what follows it the latest run of a node that its last visit skipped", () => {
      const next = job("next", {
        pre: [{ node: "more", branch: "done" }],
        skipWhen: "$.JOB['work'].RESULT == 2",
      });
      const task = new TaskWalk([more, work, next]).results({ "work~1": 1 }).take(end);
      task.results({ "work~2": 2 }).end("work~2");
      expect(task.shown).toBe("more Succeeded, next Skipped, work Skipped, Succeeded");
    });

    it("hands a value from visit to visit: to the node itself, and to one that comes before it", () => {
      const pages = { ...more, pre: [{ node: "save" }], branches: [{ name: "again", when: "$.VISIT < 4" }] };
      const reads = (name: string): { params: { name: string; expression: string }[] } => ({
        params: [{ name: "from", expression: `$.JOB['${name}'].RESULT ?? 0` }],
      });
      const fetch = job("fetch", { pre: [{ node: "more", branch: "again" }], ...reads("save") });
      const save = job("save", { pre: [{ node: "fetch" }], ...reads("save") });
      const task = new TaskWalk([pages, fetch, save]);
      for (const visit of [1, 2, 3]) {
        task.end(`fetch~${visit}`).results({ [`save~${visit}`]: visit * 10 });
        task.end(`save~${visit}`);
      }
      const given = task.log.flatMap((fact) =>
        fact.type === "started" ? [`${fact.node} ${JSON.stringify(fact.injected)}`] : [],
      );
      expect(given).toEqual(
        [0, 10, 20].flatMap((from) => ["fetch", "save"].map((id) => `${id} {"from":${from}}`)),
      );
    });

    it("does so for a loop in a loop, whose own visits begin again", () => {
      const outer: TaskNode = {
        id: "outer",
        type: "condition",
        pre: [{ node: "more", branch: "done" }],
        branches: [{ name: "again", when: "$.VISIT < 3" }],
        else: "done",
        loop: { maxVisits: 5 },
      };
      const inner = { ...more, pre: [{ node: "outer", branch: "again" }, { node: "work" }] };
      const task = new TaskWalk([outer, inner, work], {
        results: [{ name: "found", type: "json", expression: "$.JOB['work'].RESULT" }],
      });
      task.results({ "work~1.1": 2 }).end("work~1.1");
      expect(task.running).toEqual(["work~2.1"]);
      task.results({ "work~2.1": 7 }).end("work~2.1");
      expect(task.log.at(-1)).toMatchObject({ type: "ended", state: "Succeeded", results: { found: 7 } });
    });
  });
});
