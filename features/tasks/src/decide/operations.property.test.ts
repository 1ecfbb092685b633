import type { TaskBody } from "@mojob/core/engine";
import { attemptOf, dueAtOf, type RunEnd, runName, type TaskEvent } from "@mojob/core/feature";
import { foldFacts, type TaskFact, type TaskState } from "@mojob/core/ports";
import fc from "fast-check";
import { expect, test } from "vitest";
import { drawnBody } from "../../fixtures/drawn-bodies.ts";
import { NEW_TASK, TASK_START } from "../../fixtures/task-walk.ts";
import { compileTask } from "../plan/compile-task.ts";
import type { TaskPlan } from "../plan/task-plan.ts";
import { validateTask } from "../plan/validate-task.ts";
import { planRestart } from "../rerun/plan-restart.ts";
import { advance } from "./advance.ts";
import { type Owed, openRuns, owedByLog } from "./owed.ts";

/** More by the environment: `TASK_GRAPHS=10000`. */
const BODIES = Number(process.env["TASK_GRAPHS"] ?? 500);
const VALUES = { task: {}, jobs: new Map(), items: new Map() };
const DAY_MS = 86_400_000;

interface End {
  readonly state: RunEnd;
  readonly code?: string;
}

/** A store, the runs that are there, processes that die, and a person who interferes. The task's own run is retried twice. */
class Chaos {
  /** The attempt of the task's own run. */
  attempt = 1;
  readonly plan: TaskPlan;
  state: TaskState = NEW_TASK;
  at: Date = TASK_START;
  readonly log: TaskFact[] = [];
  readonly runs: Set<string> = new Set();
  readonly ended: Map<string, End> = new Map();
  readonly asked: Set<string> = new Set();

  constructor(body: TaskBody) {
    this.plan = compileTask(body);
  }

  /** A process dies before its write, before what it owes, or not at all. */
  step(events: readonly TaskEvent[], dies = 0): void {
    const values = { ...VALUES, items: this.#items() };
    const step = advance({ plan: this.plan, state: this.state, values, at: this.at }, events);
    if ("needs" in step) throw new Error(`Needs ${JSON.stringify(step.needs)}`);
    if (step.facts.length === 0) expect(step.state).toBe(this.state);
    if (dies === 1 || step.facts.length === 0) return;
    expect(foldFacts(this.state, step.facts)).toEqual(step.state);
    expect(step.state.rev).toBe(this.state.rev + 1);
    expect(step.facts.map(({ seq }) => seq)).toEqual(
      step.facts.map((_, place) => this.state.seq + 1 + place),
    );
    this.state = step.state;
    this.log.push(...step.facts);
    this.#assertPlaces();
    if (dies !== 2) this.#do(step.owes);
  }

  /** What any process does that looks at the task. */
  reconcile(): void {
    if (this.state.phase === "new") this.step([{ type: "begin" }]);
    this.restart();
    this.#do(owedByLog(this.plan, this.state, this.log));
    this.step([...this.ended].map(([run, end]) => ({ type: "ended", run, ...end })));
    this.step([{ type: "timer" }]);
  }

  /** Whatever is open ends, and whatever waits comes. */
  drain(): void {
    if (this.state.phase === "paused") this.step([{ type: "resume", by: "ann" }]);
    if (this.state.phase === "held") this.step([{ type: "giveUp", by: "ann" }]);
    this.reconcile();
    for (const name of this.runs) if (!this.ended.has(name)) this.ended.set(name, { state: "Succeeded" });
    this.at = new Date(this.at.getTime() + 2 * DAY_MS);
    this.reconcile();
  }

  /** Whether nothing follows any more. */
  get isOver(): boolean {
    return this.state.phase === "ended" && !this.#isRetried;
  }

  restart(dies = 0): void {
    if (this.#isRetried) this.step([planRestart(this.plan, this.state, this.log, this.attempt)], dies);
  }

  get #isRetried(): boolean {
    return this.attempt > attemptOf(this.state);
  }

  get open(): readonly string[] {
    return [...this.runs].filter((name) => !this.ended.has(name));
  }

  #do(owes: readonly Owed[]): void {
    for (const owed of owes) {
      if (owed.type === "run") this.runs.add(owed.name);
      if (owed.type === "cancel") this.asked.add(owed.name);
      if (owed.type !== "end") continue;
      expect([this.state.phase, this.state.end?.state]).toEqual(["ended", owed.state]);
      if (owed.state === "Failed") this.attempt = Math.min(attemptOf(this.state) + 1, 3);
    }
  }

  #items(): ReadonlyMap<string, readonly number[]> {
    return new Map(this.plan.batches.map((index) => [this.plan.nodes[index]?.id ?? "", [1, 2, 3, 4]]));
  }

  /** No more runs at a time than there are places; cleanup takes none. */
  #assertPlaces(): void {
    const open = openRuns(this.plan, this.state).filter(({ node }) => !node.startsWith("z"));
    expect(open.length).toBeLessThanOrEqual(this.plan.body.maxParallel ?? 100);
  }
}

const choice = fc.record({
  what: fc.nat(99),
  which: fc.nat(99),
  dies: fc.constantFrom(0, 0, 0, 1, 2),
});
type Choice = typeof choice extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const ENDS: readonly End[] = [
  { state: "Succeeded" },
  { state: "Succeeded" },
  { state: "Succeeded" },
  { state: "Failed", code: "job_error" },
  { state: "Failed" },
  { state: "Cancelled" },
  { state: "Skipped", code: "wait_timeout" },
];
const OPERATIONS = ["pause", "resume", "giveUp", "resume"] as const;
const NODE_OPERATIONS = ["retryNode", "skipNode", "markNode", "runNode"] as const;
const BRANCHES = ["approved", "approved", "refused"] as const;

/** What somebody does. */
function eventOf({ plan, state }: Chaos, { what, which }: Choice): TaskEvent {
  const by = `p${which % 3}`;
  const node = plan.nodes[which % plan.nodes.length]?.id ?? "";
  if (what < 4) return { type: "cancel", by };
  if (what < 6) return { type: "timeout" };
  if (what < 20) return { type: OPERATIONS[which % 4] ?? "resume", by };
  if (what < 30) return { type: "signal", signal: "go", by };
  if (what < 45) return { type: "approve", node, branch: BRANCHES[which % 3] ?? "approved", by };
  if (what < 50) return { type: "edit", path: ["VARS", "x"], value: which, reason: "test", by };
  if (what < 65)
    return { type: "retryNode", node, items: someItems(state.nodes[node]?.batch?.bits, which), by };
  return { type: NODE_OPERATIONS[what % 4] ?? "skipNode", node, by };
}

/** Some of the items that failed, by the two bits that each has; sometimes one that did not. */
function someItems(bits: string | undefined, which: number): readonly number[] {
  const bytes = atob(bits ?? "");
  const bad = [0, 1, 2, 3].filter((item) => ((bytes.charCodeAt(0) >> (2 * item)) & 3) === 2);
  const some = bad.filter((_, place) => ((which >> place) & 1) === 1);
  return which % 7 === 0 ? [...some, 3] : some;
}

/** The items that ran although others were asked for, or did not where nothing kept them from it. */
function itemsAgainstWish(log: readonly TaskFact[]): readonly string[] {
  const wishes = new Map<string, Set<number>>();
  const wrong: string[] = [];
  for (const fact of log) {
    if (!("node" in fact)) continue;
    const name = `${fact.node}~${fact.visit}`;
    if (fact.type === "retried" || fact.type === "decided" || fact.type === "ready") {
      const items = fact.type === "retried" ? fact.items : undefined;
      if (items !== undefined) wishes.set(name, new Set(itemsOf(items)));
      else if (fact.type !== "ready") wishes.delete(name);
    }
    const wish = wishes.get(name);
    if (fact.type !== "itemsStarted" || wish === undefined) continue;
    for (const { item } of fact.items) if (!wish.has(item)) wrong.push(`${name}:${item}`);
  }
  return wrong;
}

function itemsOf(ranges: string): readonly number[] {
  return ranges.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return [0, 1, 2, 3].filter((item) => item >= first && item <= last);
  });
}

function act(chaos: Chaos, one: Choice): void {
  const { what, which, dies } = one;
  const { open } = chaos;
  const name = open[which % Math.max(1, open.length)];
  chaos.restart(dies);
  if (what < 50 && name !== undefined) {
    const end = ENDS[what % ENDS.length] ?? { state: "Succeeded" };
    chaos.ended.set(name, end);
    chaos.step([{ type: "ended", run: name, ...end }], dies);
  } else if (what < 58) {
    chaos.at = new Date(chaos.at.getTime() + 1500);
    chaos.step([{ type: "timer" }], dies);
  } else if (what < 66) chaos.reconcile();
  else chaos.step([eventOf(chaos, { ...one, what: (what * 7 + which) % 100 })], dies);
}

test("I1 I2 I5 I6 I7 I8 I9 I10 I11 tasks of every kind come to an end, whatever people do and processes that die", () => {
  fc.assert(
    fc.property(drawnBody, fc.array(choice, { maxLength: 40 }), (drawn, choices) => {
      const onRetry = (choices[0]?.which ?? 0) % 3 === 0 ? "whole" : "smart";
      const body: TaskBody = { ...drawn, onRetry };
      expect(validateTask(body).issues).toEqual([]);
      const chaos = new Chaos(body);
      chaos.step([{ type: "begin" }], choices[0]?.dies);
      for (const one of choices) act(chaos, one);
      for (let left = 200; left > 0 && !chaos.isOver; left -= 1) chaos.drain();
      const { state, plan, log, runs, ended } = chaos;
      expect(chaos.isOver).toBe(true);
      expect(foldFacts(NEW_TASK, log)).toEqual(state);
      expect(openRuns(plan, state).map(runName)).toEqual([]);
      expect(dueAtOf(state)).toBeNull();
      expect(itemsAgainstWish(log)).toEqual([]);
      const begun = log.flatMap(namesBegunBy);
      expect(new Set(begun).size).toBe(begun.length);
      expect([...runs].toSorted()).toEqual(begun.toSorted());
      for (const { header, maxVisits } of plan.loops)
        expect(state.loops[plan.nodes[header]?.id ?? ""]?.visit ?? 1).toBeLessThanOrEqual(maxVisits);
      for (const [run, end] of ended) chaos.step([{ type: "ended", run, ...end }]);
      for (const one of choices) chaos.step([eventOf(chaos, one), { type: "timer" }]);
      expect(chaos.state).toBe(state);
    }),
    { numRuns: BODIES },
  );
});

/** The runs whose names a fact says. */
function namesBegunBy(fact: TaskFact): readonly string[] {
  if (fact.type === "started" && fact.n !== null)
    return [runName({ node: fact.node, visit: fact.visit, item: null, n: fact.n })];
  if (fact.type !== "itemsStarted") return [];
  return fact.items.map(({ item, n }) => runName({ node: fact.node, visit: fact.visit, item, n }));
}
