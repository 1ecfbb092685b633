import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { JobKind } from "../../model/option/job-kind.ts";
import type { JobOptions, RecurringJobOptions } from "../../model/option/job-options.ts";
import { SCHEDULE_OPTIONS } from "../../model/option/schedule-option-table.ts";
import { TASK_ENGINE, type TaskBody } from "../../model/task/task-body.ts";
import type { DefinedJob } from "../define-job.ts";
import { NodeList, NodeWriter } from "./node-list.ts";
import { TaskBuilder } from "./task-builder.ts";
import {
  declarationsOf,
  type ParamReferences,
  referencesTo,
  type TaskInput,
  type TaskParam,
  type TaskParams,
} from "./task-param.ts";
import { resultsOf, type TaskResult, type TaskResults } from "./task-results.ts";

export type { TaskResults } from "./task-results.ts";

/** A task as a value: what a scheduler registers, what it triggers, and what nodes of other tasks run. */
export interface DefinedTask<TInput, TResult> extends DefinedJob<TInput, TResult> {
  readonly task: TaskBody;
}

/** Options of a task: those of a job, and what its graph says as a whole. With a schedule it is a recurring job. */
export interface TaskOptions<Params extends TaskParams>
  extends
    Omit<RecurringJobOptions, "key">,
    Pick<
      TaskBody,
      "onFailure" | "onRetry" | "holdTimeoutMs" | "cleanupTimeoutMs" | "maxParallel" | "resources"
    > {
  /** The parameters, which a trigger gives. @default nothing */
  readonly params?: Params;
}

/** No name is a parameter: that such a type is empty is what it says. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type
type NoParams = Record<never, TaskParam<never, never>>;

const OWN_OPTIONS: ReadonlySet<string> = new Set([
  "onFailure",
  "onRetry",
  "holdTimeoutMs",
  "cleanupTimeoutMs",
  "maxParallel",
  "resources",
]);

/**
 * A task: a job whose work is a graph of jobs. Register it with its jobs. What a node returns has its type where a later node takes it.
 *
 * @param build adds the nodes; what it returns is the result of the task
 * @throws MoJobError `invalid_argument` for a value that no expression can say; what else is wrong with the graph is refused when it is registered
 * @example
 * ```ts
 * import { defineTriggeredJob } from "@mojob/core";
 * import { concat, defineTask, gt, param, sum, toText } from "@mojob/core/tasks";
 * import { FEATURES } from "@mojob/features";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const count = defineTriggeredJob({
 *   key: "shop.count",
 *   maxConcurrency: null,
 *   execute: ({ file }: { readonly file: string }) => ({ lines: file.length }),
 * });
 * const report = defineTriggeredJob({
 *   key: "shop.report",
 *   execute: ({ text }: { readonly text: string }) => console.log(text),
 * });
 * const nightly = defineTask("shop.nightly", { params: { files: param.json<readonly string[]>() } }, (task) => {
 *   const counted = task.jobEach("count", count, task.params.files, (file) => ({ file }));
 *   const lines = sum(counted.results.lines);
 *   const enough = task.condition("enough", { yes: gt(lines, 20) }, { else: "no" });
 *   task.job("report", report, { after: [enough.branch("yes")], args: { text: concat("lines: ", toText(lines)) } });
 *   return { lines };
 * });
 *
 * const jobs = [count, report, nightly];
 * const { scheduler, close } = await startEmbedded({ app: "shop", inMemory: true, features: FEATURES, jobs });
 * const run = await scheduler.trigger(nightly, { files: ["orders.txt", "customers.txt"] });
 * console.log((await run.result()).lines);
 * await close();
 * ```
 */
export function defineTask<
  const Params extends TaskParams = NoParams,
  Results extends TaskResults | void = void,
>(
  key: string,
  options: TaskOptions<Params>,
  build: (task: TaskBuilder<Params>) => Results,
): DefinedTask<TaskInput<Params>, TaskResult<Results>> {
  const { params = {}, ...given } = options;
  const { onFailure, onRetry, holdTimeoutMs, cleanupTimeoutMs, maxParallel, resources } = given;
  const list = new NodeList();
  const builder = new TaskBuilder(referencesTo(params) as ParamReferences<Params>, list);
  const results = build(builder);
  const declared = declarationsOf(params);
  const task: TaskBody = {
    engine: TASK_ENGINE,
    ...(declared.length > 0 && { params: declared }),
    ...(list.vars.length > 0 && { vars: list.vars }),
    ...(resources !== undefined && { resources }),
    nodes: list.nodes,
    ...(results !== undefined && { results: resultsOf(results, new NodeWriter()) }),
    ...(list.conditions.length > 0 && {
      successCondition: list.conditions.map((one) => `(${one})`).join(" && "),
    }),
    ...(onFailure !== undefined && { onFailure }),
    ...(onRetry !== undefined && { onRetry }),
    ...(holdTimeoutMs !== undefined && { holdTimeoutMs }),
    ...(cleanupTimeoutMs !== undefined && { cleanupTimeoutMs }),
    ...(maxParallel !== undefined && { maxParallel }),
  };
  const stated = Object.fromEntries(Object.entries(given).filter(([name]) => !OWN_OPTIONS.has(name)));
  const isRecurring = Object.keys(SCHEDULE_OPTIONS).some((name) => name in stated);
  return {
    kind: isRecurring ? JobKind.Recurring : JobKind.Triggered,
    typeName: key,
    options: { ...(stated as JobOptions), key },
    task,
    activate: () => () => Promise.reject(runsNoCode(key)),
  };
}

function runsNoCode(key: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot run task "${key}" as code: its nodes are run`,
  );
}
