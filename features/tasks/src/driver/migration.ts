import type { TaskOperation } from "@mojob/core/feature";
import type { TaskPlans } from "../definition/task-plans.ts";
import { migrationProblems } from "../decide/migration.ts";
import { refusalOf } from "../decide/refusal.ts";
import { type Refused, TaskRefusal } from "../decide/task-refusal.ts";
import type { TaskPlan } from "../plan/task-plan.ts";
import type { OpenTask } from "./open-task.ts";

/** The plan by which a run could go on, or why it could not. */
export type Migration = { readonly plan: TaskPlan } | { readonly refusal: Refused };

/** Plans how a run goes on by another version of its task. */
export async function planMigration(plans: TaskPlans, task: OpenTask, version: number): Promise<Migration> {
  const plan = await plans.get(task.definition, version);
  if (plan === null) return { refusal: { reason: TaskRefusal.NoSuchVersion } };
  const nodes = migrationProblems(task.plan, plan, task.state);
  return nodes.length === 0 ? { plan } : { refusal: { reason: TaskRefusal.CannotMigrate, nodes } };
}

/** Why a task cannot do now what it is asked for; `null` where it can. */
export async function refusalNow(
  plans: TaskPlans,
  task: OpenTask | null,
  operation: TaskOperation,
): Promise<Refused | null> {
  if (task === null) return { reason: TaskRefusal.NotBegun };
  const reason = refusalOf(task.plan, task.state, operation);
  if (reason !== null) return { reason };
  if (operation.type !== "migrate") return null;
  const migration = await planMigration(plans, task, operation.version);
  return "refusal" in migration ? migration.refusal : null;
}
