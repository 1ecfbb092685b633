import { MoJobErrorCode } from "@mojob/core";
import {
  escapePointer,
  invalidInput,
  issueAt,
  LONGEST_JOB_KEY,
  type TaskRequest,
  type TaskView,
} from "@mojob/core/engine";
import { type RerunMode, toRanges, ValueType } from "@mojob/core/feature";
import * as v from "valibot";
import { etagOf } from "../../request/preconditions.ts";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instanceId, json, jsonObject, text } from "../../schema/fields.ts";
import { issueJson, issueSchema } from "../../schema/issue.ts";
import { queryNumber } from "../../schema/query-fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { instanceSchema } from "../instances/schema.ts";
import { instanceLocation, showInstance, SHOWING_RUNS } from "../instances/show.ts";
import { createContextRoutes } from "./context-routes.ts";
import { createEvaluateRoute } from "./evaluate-route.ts";
import { createExportRoutes } from "./export-routes.ts";
import { createFindRoutes } from "./find-routes.ts";
import { createInboxRoutes } from "./inbox-routes.ts";
import { createNodeRoutes } from "./node-routes.ts";
import { createSimulateRoute } from "./simulate-route.ts";
import { factJson, operationSchema, type RerunBody, rerunSchema, taskJson, taskSchema } from "./schema.ts";

const INSTANCE_PATH = strictObject({ id: instanceId });
const MOST_FACTS = 1000;
const PROBLEMS = [MoJobErrorCode.InstanceNotFound, MoJobErrorCode.NotATask];
const TASK_RESPONSE = {
  description: "Where it stands",
  schema: v.object({ task: taskSchema }),
  headers: { ETag: "Its `rev`" },
};

const rerunNodeSchema = v.object({
  node: v.string(),
  reason: v.pipe(v.nullable(v.string()), v.description("Why it is executed again; `null`: it is taken over")),
  after: v.optional(v.string()),
  keptItems: v.optional(v.number()),
  isInner: v.pipe(
    v.optional(v.boolean()),
    v.description("It executes a task of which what ended ok is taken over"),
  ),
});

const openParamSchema = v.object({
  node: v.pipe(v.string(), v.description("The node whose job has it")),
  pointer: v.pipe(v.string(), v.description("The node's place in the body, a JSON Pointer")),
  name: v.string(),
  type: v.picklist(Object.values(ValueType)),
  required: v.boolean(),
  value: v.pipe(v.optional(json), v.description("The job's own value, where it has one")),
  as: v.pipe(v.string(), v.description("The parameter of the task that would stand for it")),
  isNew: v.pipe(v.boolean(), v.description("Whether the task lacks that parameter so far")),
});

/** @throws MoJobError `invalid_argument` for items of nodes that are not chosen */
function rerunMode({ mode, nodes = [], items }: Pick<RerunBody, "mode" | "nodes" | "items">): RerunMode {
  const doing = "run the task again";
  if (items !== undefined && mode !== "from")
    throw invalidInput(doing, [issueAt("/items", "needs", { other: 'mode: "from"' })]);
  const others = Object.keys(items ?? {}).filter((id) => !nodes.includes(id));
  if (others.length > 0)
    throw invalidInput(
      doing,
      others.map((id) => issueAt(`/items/${escapePointer(id)}`, "needs", { other: `"${id}" in nodes` })),
    );
  if (mode !== "from") return { type: mode };
  const some = Object.entries(items ?? {}).map(([id, places]) => [id, toRanges(places)] as const);
  return { type: mode, nodes, ...(some.length > 0 && { items: Object.fromEntries(some) }) };
}

function showTask(view: TaskView): Response {
  return jsonResponse({ task: taskJson(view) }, 200, { ETag: etagOf(view.state.rev) });
}

/** Runs of tasks. */
export function createTaskRoutes(context: ApiContext): readonly Route[] {
  return [
    ...createContextRoutes(),
    ...createFindRoutes(),
    ...createInboxRoutes(),
    ...createNodeRoutes(),
    ...createExportRoutes(context),
    createSimulateRoute(),
    createEvaluateRoute(),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/tasks/validate`,
      uses: ["tasks.validate"],
      isLong: true,
      operationId: "validateTask",
      tag: RouteTag.Jobs,
      summary: "Check the body of a task",
      description:
        'Finds everything that is wrong with it at once. A job is made of it by `work: { kind: "task", body }`.',
      body: strictObject({
        body: json,
        key: v.optional(
          v.pipe(
            text(LONGEST_JOB_KEY, 1),
            v.description("The task that is to have it, which it may not execute itself"),
          ),
        ),
      }),
      bodyExample: {
        body: { engine: 1, nodes: [{ id: "close", type: "job", job: { key: "ledger/close" } }] },
      },
      responses: {
        200: {
          description: "What is wrong with it and what may go wrong, with pointers into it",
          schema: v.object({
            issues: v.array(issueSchema),
            warnings: v.array(issueSchema),
            openParams: v.array(openParamSchema),
          }),
        },
      },
      async handle({ body, scheduler }) {
        const { issues, warnings, openParams } = await scheduler.tasks.validate(body.body, body.key ?? null);
        return jsonResponse({
          issues: issues.map(issueJson),
          warnings: warnings.map(issueJson),
          openParams,
        });
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id/task`,
      uses: ["tasks.get"],
      operationId: "getTask",
      tag: RouteTag.Instances,
      summary: "See where a run of a task stands",
      description: "Its graph, and each node with its state, its latest run and what it waits for.",
      path: INSTANCE_PATH,
      responses: { 200: TASK_RESPONSE },
      problems: PROBLEMS,
      handle: async ({ path, scheduler }) => showTask(await scheduler.tasks.get(path.id)),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id/task/log`,
      uses: ["tasks.log"],
      operationId: "listTaskFacts",
      tag: RouteTag.Instances,
      summary: "Read what happened in a run of a task",
      description:
        "Facts in their order, from which its state follows. Ask again with `after` set to the `seq` of the last one.",
      path: INSTANCE_PATH,
      query: strictObject({
        after: v.optional(queryNumber(0, Number.MAX_SAFE_INTEGER, "Facts after this `seq` only")),
        limit: v.optional(queryNumber(1, MOST_FACTS, "Most facts; the default is 500")),
      }),
      responses: {
        200: { description: "Facts, oldest first", schema: v.object({ items: v.array(jsonObject) }) },
      },
      problems: PROBLEMS,
      async handle({ path, query: { after = 0, limit = 500 }, scheduler }) {
        const facts = await scheduler.tasks.log(path.id, after, limit);
        return jsonResponse({ items: facts.map(factJson) });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/instances/:id/task/operations`,
      uses: ["tasks.operate"],
      operationId: "operateTask",
      tag: RouteTag.Instances,
      summary: "Have a running task do something",
      description:
        "`pause` and `resume` it; `retryNode`, `runNode`, `skipNode` or `markNode` one of its nodes; `giveUp` where a failure holds it; " +
        "`edit` a value that its nodes are given from then on; `migrate` it to another version of its body, where all that was reached is the same in that; `signal` what a node waits for; `approve` or refuse where it asks for that.",
      path: INSTANCE_PATH,
      body: operationSchema,
      bodyExample: { type: "retryNode", node: "concat" },
      responses: { 200: TASK_RESPONSE },
      problems: [...PROBLEMS, MoJobErrorCode.TaskRefused],
      handle: async ({ path, body, scheduler }) =>
        showTask(await scheduler.tasks.operate(path.id, stated<TaskRequest>(body))),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/instances/:id/task/rerun`,
      uses: ["tasks.rerun", "tasks.previewRerun", ...SHOWING_RUNS],
      operationId: "rerunTask",
      tag: RouteTag.Instances,
      summary: "Run a part of an ended task again",
      description:
        "Makes a new run that takes over the results of nodes that it does not execute again. With `dryRun` it says which these are.",
      path: INSTANCE_PATH,
      body: rerunSchema,
      bodyExample: { mode: "smart", dryRun: true },
      responses: {
        200: { description: "What would be executed", schema: v.object({ nodes: v.array(rerunNodeSchema) }) },
        202: {
          description: "The new run",
          schema: v.object({ instance: instanceSchema }),
          headers: { Location: "Where the new run is found" },
        },
      },
      problems: [
        ...PROBLEMS,
        MoJobErrorCode.TaskRefused,
        MoJobErrorCode.JobNotFound,
        MoJobErrorCode.JobDisabled,
        MoJobErrorCode.InvalidArgs,
      ],
      async handle({ path, body: { dryRun = false, version, args, ...asked }, scheduler }) {
        const wanted = rerunMode(asked);
        if (dryRun)
          return jsonResponse({ nodes: await scheduler.tasks.previewRerun(path.id, wanted, version) });
        const instance = await scheduler.tasks.rerun(path.id, wanted, version, args);
        return jsonResponse({ instance: await showInstance(scheduler, instance) }, 202, {
          Location: instanceLocation(context, instance.id),
        });
      },
    }),
  ];
}
