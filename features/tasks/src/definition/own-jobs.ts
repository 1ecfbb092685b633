import { type JobDefinition, JobKind } from "@mojob/core";
import { resolveJobOptions, type TaskNode } from "@mojob/core/engine";
import {
  isOwnJob,
  LONGEST_MS,
  madeDefinition,
  NodeType,
  type OptionsOfRun,
  optionsWith,
  type OwnJobDefinitions,
  type OwnJobNode,
  parseOwnJobKey,
  phasedWork,
  phasesOfJob,
} from "@mojob/core/feature";
import { type JobWork, type JsonObject, WorkKind } from "@mojob/core/ports";
import { compileTask } from "../plan/compile-task.ts";
import { itemBody } from "../plan/item-body.ts";
import type { TaskPlan } from "../plan/task-plan.ts";
import { runOptionsOf } from "./node-options.ts";
import type { TaskPlans } from "./task-plans.ts";

/** Makes the definitions of jobs that the bodies of tasks hold, so that they run like any other job. */
export class OwnJobs implements OwnJobDefinitions {
  readonly #plans: TaskPlans;
  /** By the task's definition, so that they change with it: a pause of its app holds them too. */
  readonly #made = new WeakMap<JobDefinition, Map<string, JobDefinition | null>>();

  constructor(plans: TaskPlans) {
    this.#plans = plans;
  }

  /** @param task the definition in force of the task that `taskOf` names */
  async get(task: JobDefinition, key: string): Promise<JobDefinition | null> {
    const made = this.#made.get(task) ?? new Map<string, JobDefinition | null>();
    this.#made.set(task, made);
    const known = made.get(key);
    if (known !== undefined) return known;
    const definition = await this.#make(task, key);
    made.set(key, definition);
    return definition;
  }

  async #make(task: JobDefinition, key: string): Promise<JobDefinition | null> {
    const ref = parseOwnJobKey(key);
    if (ref === null) return null;
    const plan = await this.#plans.get(task, ref.version);
    const found = plan === null ? null : findNode(plan, ref.node);
    if (found === null || !isOwnJob(found.node)) return null;
    return definitionOf(task, key, found.node, workOf(found.plan, found.node));
  }
}

/** A node, and the plan that has it: one of a group that is executed for each item is in the plan for an item. */
function findNode(plan: TaskPlan, id: string): { readonly plan: TaskPlan; readonly node: TaskNode } | null {
  const node = plan.byId.get(id)?.node;
  if (node !== undefined) return { plan, node };
  for (const index of plan.batches) {
    const body = itemBody(plan, plan.nodes[index]?.id ?? "");
    const found = body === null ? null : findNode(compileTask(body), id);
    if (found !== null) return found;
  }
  return null;
}

function definitionOf(task: JobDefinition, key: string, node: OwnJobNode, work: JobWork): JobDefinition {
  const options = optionsOf(node);
  const { tenant, app, scheduledSince, createdAt, updatedAt, updatedBy, appPause, windows } = task;
  return madeDefinition({
    tenant,
    key,
    app,
    work,
    options,
    argsSchema: null,
    scheduledSince,
    createdAt,
    updatedAt,
    updatedBy,
    ...(appPause !== undefined && { appPause }),
    ...(windows !== undefined && { windows }),
  });
}

function workOf(plan: TaskPlan, node: OwnJobNode): JobWork {
  if (node.type !== NodeType.Group) return phasedWork(phasesOfJob(node.job));
  return { kind: WorkKind.Task, body: itemBody(plan, node.id) as unknown as JsonObject };
}

function optionsOf(node: OwnJobNode): OptionsOfRun {
  const own = resolveJobOptions(
    JobKind.Triggered,
    {
      // The task itself bounds how many of its nodes run at a time.
      maxConcurrency: null,
      ...(node.type === NodeType.Group && { timeoutMs: LONGEST_MS }),
    },
    node.title ?? node.id,
  );
  return optionsWith(own, runOptionsOf(node));
}
