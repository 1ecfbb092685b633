import { type JobDefinition } from "../../model/job-definition.ts";
import { WorkKind } from "../../model/job-work.ts";
import type { IMoScriptStore } from "../../ports/script-store.ts";
import type { TaskBody } from "../../task/body/task-body.ts";
import { compileTask } from "../../task/plan/compile-task.ts";
import type { TaskPlan } from "../../task/plan/task-plan.ts";
import { scriptStampOf } from "../script/script-in-force.ts";

/** Plans of other versions than those in force are of tasks that run on while they are edited. */
const MOST_OLD_PLANS = 200;

/** The plans of tasks by their versions; each is made once. */
export class TaskPlans {
  readonly #scripts: Pick<IMoScriptStore, "get">;
  /** Of bodies in force, which go with their definitions. */
  readonly #inForce = new WeakMap<object, TaskPlan>();
  /** The one that was used last stands last. */
  readonly #old = new Map<string, TaskPlan>();

  constructor(scripts: Pick<IMoScriptStore, "get">) {
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
      return this.#compile(work.body);
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
    const plan = compileTask(JSON.parse(kept.source) as TaskBody);
    this.#old.set(name, plan);
    const [oldest] = this.#old.keys();
    if (this.#old.size > MOST_OLD_PLANS && oldest !== undefined) this.#old.delete(oldest);
    return plan;
  }

  /** The plan of a body that `validateTask` accepted. */
  #compile(body: object): TaskPlan {
    let plan = this.#inForce.get(body);
    if (plan === undefined) this.#inForce.set(body, (plan = compileTask(body as TaskBody)));
    return plan;
  }
}
