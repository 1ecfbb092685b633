import { newTaskState } from "@mojob/core/engine";
import {
  dueAtOf,
  filledArgs,
  runName,
  type Simulation,
  type SimulationRequest,
  type SimulationStop,
  type TaskEvent,
  TaskPhase,
} from "@mojob/core/feature";
import type { Clock, JsonObject, TaskFact, TaskState } from "@mojob/core/ports";
import { advance, type TaskStep } from "../decide/advance.ts";
import type { Evaluated } from "../decide/evaluations.ts";
import type { TaskPlan } from "../plan/task-plan.ts";
import type { TaskValues } from "../task-values.ts";
import { UNKNOWN } from "../unknown-value.ts";
import { reportNodes } from "./report-nodes.ts";
import { SimulatedRuns } from "./simulated-runs.ts";
import { StatedOutcomes } from "./stated-outcomes.ts";

/** Runs end one after the other, those of a batch together. */
const MOST_STEPS = 20_000;
const MOST_MS = 5000;

export interface SimulateOptions extends Omit<SimulationRequest, "body"> {
  readonly clock: Pick<Clock, "now">;
}

/**
 * How a task goes on by the steps that the engine decides, with outcomes in place of runs. It yields between steps.
 * @example
 * ```ts
 * runAtOnce(simulation(compileTask(body), { clock, outcomes: { load: "Failed" } })).state; // "Failed"
 * ```
 */
export function* simulation(plan: TaskPlan, options: SimulateOptions): Generator<void, Simulation> {
  const task = new SimulatedTask(plan, options);
  const until = options.clock.now().getTime() + MOST_MS;
  let events: readonly TaskEvent[] = [{ type: "begin" }];
  for (let steps = 0; events.length > 0; steps += 1) {
    if (steps === MOST_STEPS || options.clock.now().getTime() > until) return yield* task.report("too_long");
    yield* task.step(events);
    yield;
    events = task.next();
  }
  return yield* task.report(null);
}

class SimulatedTask {
  readonly #plan: TaskPlan;
  readonly #values: TaskValues;
  readonly #stated: StatedOutcomes;
  readonly #runs: SimulatedRuns;
  readonly #log: TaskFact[] = [];
  #state: TaskState;
  #at: Date;

  constructor(plan: TaskPlan, { key, outcomes = {}, args, clock }: SimulateOptions) {
    this.#plan = plan;
    this.#at = clock.now();
    this.#stated = new StatedOutcomes(outcomes);
    this.#runs = new SimulatedRuns(plan);
    this.#state = newTaskState({ id: "simulation", tenant: "", key: key ?? "", version: 1 });
    const started = this.#at.toISOString();
    const known = { KEY: key ?? UNKNOWN, STARTED: started, PARAMS: paramsOf(plan, args) };
    const task = { ...known, ID: UNKNOWN, NOMINAL: UNKNOWN, TRIGGER: UNKNOWN };
    this.#values = { task, jobs: new Map(), items: new Map() };
  }

  /** Takes a step, which goes on in turns where it takes longer than one. */
  *step(events: readonly TaskEvent[]): Generator<void> {
    let values = this.#values;
    let evaluated: readonly Evaluated[] = [];
    for (;;) {
      const parts = { plan: this.#plan, state: this.#state, at: this.#at, stated: this.#stated };
      const step = advance({ ...parts, values, evaluated }, events);
      if (!("needs" in step)) return this.#take(step);
      ({ evaluated } = step);
      if (step.needs.length === 0) yield;
      else values = this.#runs.add(values, step.needs, step.state);
    }
  }

  #take({ facts, state, owes }: TaskStep): void {
    this.#runs.take(owes, facts);
    for (const fact of facts) this.#log.push(fact);
    this.#state = state;
  }

  /** What happens next: the oldest run ends; where none is open, the next thing is due. */
  next(): readonly TaskEvent[] {
    const { phase } = this.#state;
    if (phase === TaskPhase.Ended) return [];
    const ended = this.#runs.endOldest(({ node, visit, item }) => {
      const planned = this.#plan.byId.get(node);
      return planned === undefined ? { hasFailed: false } : this.#stated.endOf(planned, visit, item);
    });
    if (ended.length > 0)
      return ended.map(({ run, end }): TaskEvent => {
        const name = { type: "ended", run: runName(run) } as const;
        if (end === null) return { ...name, state: "Cancelled", code: "cancelled" };
        return end.hasFailed
          ? { ...name, state: "Failed", code: "job_error" }
          : { ...name, state: "Succeeded" };
      });
    const due = phase === TaskPhase.Held ? null : dueAtOf(this.#state);
    if (due === null) return [];
    this.#at = due > this.#at ? due : this.#at;
    return [{ type: "timer" }];
  }

  *report(stopped: SimulationStop | null): Generator<void, Simulation> {
    const { phase, end } = this.#state;
    const open = phase === TaskPhase.Held ? "held" : "unknown_value";
    const stop = end === undefined ? (stopped ?? open) : null;
    const state = end === undefined ? null : end.state === "Succeeded" ? "Succeeded" : "Failed";
    const report = yield* reportNodes(this.#plan, this.#state, this.#log, this.#stated.unknown);
    return { state, stop, ...report };
  }
}

/** Parameters that are not given and have no value of their own are known only where there are arguments at all. */
function paramsOf({ body: { params = [] } }: TaskPlan, args: JsonObject | undefined): JsonObject {
  const open = args === undefined ? params.map(({ name }) => [name, UNKNOWN] as const) : [];
  return { ...Object.fromEntries(open), ...filledArgs(args ?? {}, params) };
}
