import type { JsonValue } from "@mojob/core";
import { Batch, type NodeRun, runName, startsOnly, type Value } from "@mojob/core/feature";
import type { JsonObject, TaskFact, TaskState } from "@mojob/core/ports";
import type { Owed } from "../decide/owed.ts";
import { visitOf } from "../decide/read-state.ts";
import type { TaskPlan } from "../plan/task-plan.ts";
import type { NeededValue, TaskValues } from "../task-values.ts";
import { UNKNOWN } from "../unknown-value.ts";
import type { SimulatedEnd } from "./stated-outcomes.ts";

interface SimulatedRun {
  readonly run: NodeRun;
  readonly injected: JsonObject;
  isToEnd: boolean;
  end: SimulatedEnd | null;
}

/** The runs of nodes that a simulation has in mind: what begins first ends first. */
export class SimulatedRuns {
  readonly #plan: TaskPlan;
  readonly #open = new Map<string, SimulatedRun>();
  /** The newest of each node and visit, by item. */
  readonly #known = new Map<string, Map<number | null, SimulatedRun>>();
  readonly #items = new Map<string, readonly JsonValue[]>();

  constructor(plan: TaskPlan) {
    this.#plan = plan;
  }

  take(owes: readonly Owed[], facts: readonly TaskFact[]): void {
    for (const fact of facts) if (fact.type === "batchStarted") this.#items.set(fact.node, fact.items);
    for (const owed of owes) {
      if (owed.type === "cancel") {
        const run = this.#open.get(owed.name);
        // What was only started is none of the task's to end.
        if (run !== undefined && !this.#isStart(run.run)) run.isToEnd = true;
      }
      if (owed.type === "run") this.#begin(owed.run, owed.injected);
    }
  }

  #begin(run: NodeRun, injected: JsonObject): void {
    const begun: SimulatedRun = { run, injected, isToEnd: false, end: null };
    this.#open.set(runName(run), begun);
    const name = nameOf(run.node, run.visit);
    const all = this.#known.get(name) ?? new Map<number | null, SimulatedRun>();
    this.#known.set(name, all.set(run.item, begun));
  }

  /** Ends what is only started, else the oldest run that is open; of a batch all that are. Each is one step. */
  endOldest(
    endOf: (run: NodeRun) => SimulatedEnd,
  ): readonly { readonly run: NodeRun; readonly end: SimulatedEnd | null }[] {
    const ended = this.#oldest();
    for (const one of ended) {
      this.#open.delete(runName(one.run));
      if (!one.isToEnd) one.end = endOf(one.run);
    }
    return ended;
  }

  #oldest(): readonly SimulatedRun[] {
    const open = [...this.#open.values()];
    const started = open.filter(({ run }) => this.#isStart(run));
    const [oldest] = open;
    if (started.length > 0 || oldest === undefined) return started;
    return oldest.run.item === null ? [oldest] : open.filter(({ run }) => run.node === oldest.run.node);
  }

  #isStart({ node }: NodeRun): boolean {
    const planned = this.#plan.byId.get(node);
    return planned !== undefined && startsOnly(planned.node);
  }

  /** The values with those that a step needs. */
  add(values: TaskValues, needs: readonly NeededValue[], state: TaskState): TaskValues {
    const jobs = new Map(values.jobs);
    const items = new Map(values.items);
    for (const { node, what, visit } of needs) {
      if (what === "items") items.set(node, this.#items.get(node) ?? []);
      else
        jobs.set(visit === undefined ? node : nameOf(node, visit), this.#valueOf(node, visit ?? null, state));
    }
    return { ...values, jobs, items };
  }

  #valueOf(id: string, visit: string | null, state: TaskState): Value | null {
    const node = this.#plan.byId.get(id);
    if (node === undefined) return null;
    const runs = this.#known.get(nameOf(id, visit ?? visitOf(this.#plan, state, node)));
    if (runs === undefined) return null;
    const single = runs.get(null);
    if (single !== undefined) return valuesOf(single);
    const count = Math.max(...runs.keys().map((item) => (item ?? 0) + 1));
    const items = Array.from({ length: count }, (_, item) => {
      const run = runs.get(item);
      return run === undefined ? null : valuesOf(run);
    });
    return new Batch(new Map(), items);
  }
}

function nameOf(node: string, visit: string): string {
  return `${node}~${visit}`;
}

/** What is read of a run: its arguments are known, and what it comes to where that was said. */
function valuesOf({ injected, end }: SimulatedRun): Value {
  const hasFailed = end === null || end.hasFailed;
  const unknown = ["OUTPUT", "LOG", "STARTED", "ENDED", "MS"];
  return new Map<string, Value>([
    ["PARAMS", injected],
    ...[...unknown, ...(hasFailed ? ["ERROR", "EXIT_CODE"] : [])].map((name) => [name, UNKNOWN] as const),
    ...(hasFailed ? [] : [["EXIT_CODE", 0] as const]),
    ["RESULT", hasFailed ? null : (end.result ?? UNKNOWN)],
  ]);
}
