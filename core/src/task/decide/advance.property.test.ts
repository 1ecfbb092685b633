import fc from "fast-check";
import { expect, test } from "vitest";
import type { EdgeCondition, Join, TaskNode } from "../body/task-body.ts";
import { compileTask } from "../plan/compile-task.ts";
import type { TaskPlan } from "../plan/task-plan.ts";
import { foldFacts } from "../state/apply-fact.ts";
import { runName } from "../state/run-name.ts";
import type { TaskFact } from "../state/task-fact.ts";
import { newTaskState, type TaskState } from "../state/task-state.ts";
import type { RunEnd, TaskEvent } from "../task-event.ts";
import { advance } from "./advance.ts";
import { openRuns, owedByLog } from "./owed.ts";

const NEW = newTaskState({ id: "t", tenant: "default", key: "nightly", version: 1 });
const AT = new Date("2026-11-20T03:00:00Z");
const VALUES = { task: {}, jobs: new Map(), items: new Map() };
/** More by the environment: `TASK_GRAPHS=10000`. */
const GRAPHS = Number(process.env["TASK_GRAPHS"] ?? 1500);

interface Drawn {
  readonly fails: boolean;
  readonly mayFail: boolean;
  readonly join: Join;
  readonly pre: readonly { readonly back: number; readonly on: EdgeCondition }[];
}

const graph: fc.Arbitrary<readonly Drawn[]> = fc.array(
  fc.record({
    fails: fc.boolean(),
    mayFail: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
    join: fc.constantFrom<Join>("live", "live", "all", "any", "done", { min: 2 }),
    pre: fc.array(
      fc.record({
        back: fc.integer({ min: 1, max: 4 }),
        on: fc.constantFrom<EdgeCondition>("ok", "ok", "failed", "ended"),
      }),
      { maxLength: 3 },
    ),
  }),
  { minLength: 1, maxLength: 10 },
);

function nodesOf(drawn: readonly Drawn[]): readonly TaskNode[] {
  return drawn.map(({ join, pre, mayFail }, index) => ({
    id: `n${index}`,
    type: "job",
    job: { key: "mail.send" },
    join,
    allowFailure: mayFail,
    pre: pre.filter(({ back }) => back <= index).map(({ back, on }) => ({ node: `n${index - back}`, on })),
  }));
}

/** The states that a graph must end in, as the reference says it: by the definition, one node after the other. */
function expectedStates(drawn: readonly Drawn[]): readonly string[] {
  const states: string[] = [];
  for (const [index, { join, pre, fails }] of drawn.entries()) {
    const values = pre
      .filter(({ back }) => back <= index)
      .map(({ back, on }) => {
        const state = states[index - back];
        if (state === "Skipped") return "dead";
        if (state === "Succeeded") return on === "failed" ? "dead" : "taken";
        if (state === "Failed" && drawn[index - back]?.mayFail === true) return "taken";
        return on === "ok" ? "failed" : "taken";
      });
    const has = (value: string): boolean => values.some((one) => one === value);
    const taken = values.filter((value) => value === "taken").length;
    const not = has("failed") ? "Blocked" : "Skipped";
    const runs = fails ? "Failed" : "Succeeded";
    if (values.length === 0) states.push(runs);
    else if (join === "live") states.push(taken > 0 && !has("failed") ? runs : not);
    else if (join === "all") states.push(taken === values.length ? runs : not);
    else if (join === "any") states.push(taken > 0 ? runs : not);
    else if (join === "done") states.push(taken > 0 || has("failed") ? runs : "Skipped");
    else states.push(taken >= join.min ? runs : not);
  }
  return states;
}

/** A store that writes where the revision is unchanged, the runs that are there, and processes that die. */
class World {
  readonly plan: TaskPlan;
  state: TaskState = NEW;
  readonly log: TaskFact[] = [];
  readonly runs: Set<string> = new Set();
  readonly ended: Map<string, RunEnd> = new Map();
  readonly #drawn: readonly Drawn[];

  constructor(drawn: readonly Drawn[]) {
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
    fc.property(graph, fc.array(choice, { maxLength: 20 }), (drawn, choices) => {
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
