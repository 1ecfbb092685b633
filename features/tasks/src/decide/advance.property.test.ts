import { newTaskState } from "@mojob/core/engine";
import { type RunEnd, runName, type TaskEvent } from "@mojob/core/feature";
import { foldFacts, type TaskFact, type TaskState } from "@mojob/core/ports";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type DrawnNode, drawnTask, expectedStates, nodesOf } from "../../fixtures/drawn-tasks.ts";
import { compileTask } from "../plan/compile-task.ts";
import type { TaskPlan } from "../plan/task-plan.ts";
import { advance } from "./advance.ts";
import { openRuns, owedByLog } from "./owed.ts";

const NEW = newTaskState({ id: "t", tenant: "default", key: "nightly", version: 1 });
const AT = new Date("2026-11-20T03:00:00Z");
const VALUES = { task: {}, jobs: new Map(), items: new Map() };
/** More by the environment: `TASK_GRAPHS=10000`. */
const GRAPHS = Number(process.env["TASK_GRAPHS"] ?? 1500);

/** A store that writes where the revision is unchanged, the runs that are there, and processes that die. */
class World {
  readonly plan: TaskPlan;
  state: TaskState = NEW;
  readonly log: TaskFact[] = [];
  readonly runs: Set<string> = new Set();
  readonly ended: Map<string, RunEnd> = new Map();
  readonly #drawn: readonly DrawnNode[];

  constructor(drawn: readonly DrawnNode[]) {
    this.#drawn = drawn;
    this.plan = compileTask({ engine: 1, nodes: nodesOf(drawn) });
  }

  /** One step; a process dies before its write, before what it owes, or not at all. */
  step(events: readonly TaskEvent[], dies: number): void {
    const parts = { plan: this.plan, state: this.state, values: VALUES, at: AT };
    const step = advance(parts, events);
    if ("needs" in step) throw new Error("Nothing is to be loaded");
    if (dies === 1 || step.facts.length === 0) return;
    this.state = step.state;
    this.log.push(...step.facts);
    if (dies === 2) return;
    for (const owed of step.owes) if (owed.type === "run") this.runs.add(owed.name);
  }

  /** What any process does that looks at the task: it begins what is owed, and passes on every end. */
  reconcile(): void {
    if (this.state.rev === 0) this.step([{ type: "begin" }], 0);
    for (const owed of owedByLog(this.plan, this.state, this.log))
      if (owed.type === "run") this.runs.add(owed.name);
    this.step(this.endEvents(), 0);
  }

  endEvents(): readonly TaskEvent[] {
    return [...this.ended].map(([run, state]) => ({ type: "ended", run, state }));
  }

  endOf(run: string): RunEnd {
    return this.#drawn[Number(run.slice(1))]?.fails === true ? "Failed" : "Succeeded";
  }
}

test("I2 I4 I5 I9 I12 random graphs end as the reference says, whatever process dies when", () => {
  const choice = fc.record({ run: fc.nat(9), dies: fc.integer({ min: 0, max: 3 }) });
  fc.assert(
    fc.property(drawnTask, fc.array(choice, { maxLength: 20 }), (drawn, choices) => {
      const world = new World(drawn);
      world.step([{ type: "begin" }], choices[0]?.dies ?? 0);
      for (const { run, dies } of choices) {
        const open = [...world.runs].filter((name) => !world.ended.has(name));
        const name = open[run % Math.max(1, open.length)];
        if (name === undefined) world.reconcile();
        else {
          world.ended.set(name, world.endOf(name));
          world.step([{ type: "ended", run: name, state: world.endOf(name) }], dies);
        }
        expect(foldFacts(NEW, world.log)).toEqual(world.state);
      }
      for (let left = drawn.length + 2; left > 0 && world.state.phase !== "ended"; left -= 1) {
        world.reconcile();
        world.reconcile();
        for (const name of world.runs) world.ended.set(name, world.endOf(name));
      }
      world.reconcile();
      expect(world.state.phase).toBe("ended");
      expect(openRuns(world.plan, world.state).map(runName)).toEqual([]);
      const started = world.log.flatMap((fact) => (fact.type === "started" ? [fact.node] : []));
      expect(new Set(started).size).toBe(started.length);
      expect([...world.runs].toSorted()).toEqual(started.toSorted());
      expect(drawn.map((_, index) => world.state.nodes[`n${index}`]?.s)).toEqual(expectedStates(drawn));
    }),
    { numRuns: GRAPHS },
  );
});
