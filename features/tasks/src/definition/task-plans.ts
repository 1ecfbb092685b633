import type { JobDefinition } from "@mojob/core";
import type { LoopTurns, TaskBody } from "@mojob/core/engine";
import { scriptStampOf } from "@mojob/core/feature";
import { type IMoScriptStore, WorkKind } from "@mojob/core/ports";
import { compileTask } from "../plan/compile-task.ts";
import type { TaskPlan } from "../plan/task-plan.ts";

/** Plans of other versions than those in force are of tasks that run on while they are edited. */
const MOST_OLD_PLANS = 200;

/** The plans of tasks by their versions; each is made once. */
export class TaskPlans {
  readonly #scripts: Pick<IMoScriptStore, "get">;
  readonly #turns: LoopTurns;
  /** The plans of bodies in force, which go with their definitions. */
  readonly #inForce = new WeakMap<object, TaskPlan>();
  /** The one that was used last stands last. */
  readonly #old = new Map<string, TaskPlan>();

  constructor(scripts: Pick<IMoScriptStore, "get">, turns: LoopTurns) {
    this.#turns = turns;
    this.#scripts = scripts;
  }

  /** The version of the body that a task has in force; `null` for a job that is no task. */
  async versionOf(definition: JobDefinition): Promise<number | null> {
    if (definition.work.kind !== WorkKind.Task) return null;
    return (await scriptStampOf(definition))?.version ?? null;
  }

  /** The plan of a version; `null` where that is not kept any more, or is a draft. */
  async get(definition: JobDefinition, version: number): Promise<TaskPlan | null> {
    const { tenant, key, work } = definition;
    if (work.kind === WorkKind.Task && (await this.versionOf(definition)) === version)
      return this.#inForcePlan(work.body);
    const name = `${tenant}\n${key}\n${version}`;
    const known = this.#old.get(name);
    if (known !== undefined) {
      this.#old.delete(name);
      this.#old.set(name, known);
      return known;
    }
    const kept = await this.#scripts.get(tenant, key, version);
    // No run executes a draft, which may have mistakes.
    if (kept === null || kept.draft === true) return null;
    const plan = await this.#compile(JSON.parse(kept.source) as TaskBody);
    this.#old.set(name, plan);
    const [oldest] = this.#old.keys();
    if (this.#old.size > MOST_OLD_PLANS && oldest !== undefined) this.#old.delete(oldest);
    return plan;
  }

  /** The plan of a body that `validateTask` accepted. */
  async #inForcePlan(body: object): Promise<TaskPlan> {
    const known = this.#inForce.get(body);
    if (known !== undefined) return known;
    const plan = await this.#compile(body as TaskBody);
    this.#inForce.set(body, plan);
    return plan;
  }

  /** One with loops reads all its expressions at once, when the first of them goes on: they are read before, in stretches. */
  async #compile(body: TaskBody): Promise<TaskPlan> {
    const plan = compileTask(body);
    if (plan.loops.length > 0) await this.#turns.run(plan.loopReads.prepare());
    return plan;
  }
}
