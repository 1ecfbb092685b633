import { MoJobErrorCode } from "@mojob/core";
import * as v from "valibot";
import { HttpProblemCode } from "../../problem/problem-code.ts";
import { etagOf } from "../../request/preconditions.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteHeader, RouteTag } from "../../route/route.ts";
import { instanceId, instantOut } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { valueEditedJson, valueEditedSchema, valueEditSchema } from "./edit-schema.ts";
import { momentQuery } from "./moment.ts";
import { taskJson, taskSchema } from "./schema.ts";

const INSTANCE_PATH = strictObject({ id: instanceId });
const PROBLEMS = [MoJobErrorCode.InstanceNotFound, MoJobErrorCode.NotATask];

/** Routes of the values that nodes of a task read, and of the task's state at any moment. */
export function createContextRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id/task/state`,
      uses: ["tasks.at"],
      operationId: "getTaskAt",
      tag: RouteTag.Instances,
      summary: "See where a run of a task stood at a moment",
      description:
        "Made of its log up to there, as its state now is of the whole log. `at` is the `seq` of a fact, after which it is shown, or a time.",
      path: INSTANCE_PATH,
      query: strictObject({ at: momentQuery }),
      responses: {
        200: {
          description: "Where it stood, and which fact was the last until then",
          schema: v.object({
            task: taskSchema,
            seq: v.pipe(v.number(), v.description("Of the last fact until then; 0: there was none")),
            at: v.pipe(v.nullable(instantOut), v.description("When that was")),
            lastSeq: v.pipe(v.number(), v.description("Of the last fact by now")),
          }),
        },
      },
      problems: PROBLEMS,
      async handle({ path, query, scheduler }) {
        const moment = await scheduler.tasks.at(path.id, query.at);
        const { seq, at, lastSeq } = moment;
        return jsonResponse({ task: taskJson(moment), seq, at, lastSeq });
      },
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/instances/:id/task/context`,
      uses: ["tasks.editValue"],
      operationId: "editTaskValue",
      tag: RouteTag.Instances,
      summary: "Put a value over another one in a running task",
      description:
        "What begins from then on reads it. `If-Match` has the `rev` of the task at which the value was read: it is refused where that very value was changed since. " +
        "With `dryRun` nothing is changed. Variables, parameters of the task, parameters of nodes that do not run, and results and output of nodes that have ended can be changed.",
      path: INSTANCE_PATH,
      body: valueEditSchema,
      bodyExample: {
        path: ["JOB", "load", "RESULT", "rows"],
        value: 42,
        reason: "The bank sent one more",
        dryRun: true,
      },
      headers: [RouteHeader.IfMatch],
      responses: {
        200: {
          description: "The value before, and what has it and keeps it",
          schema: valueEditedSchema,
          headers: { ETag: "The revision of the task with the edit" },
        },
      },
      problems: [
        ...PROBLEMS,
        MoJobErrorCode.TaskRefused,
        MoJobErrorCode.StaleRevision,
        MoJobErrorCode.ValueNotEditable,
        MoJobErrorCode.Forbidden,
        HttpProblemCode.PreconditionRequired,
      ],
      async handle({ path, body, ifMatch, scheduler }) {
        const edited = await scheduler.tasks.editValue(path.id, {
          ...body,
          ifRevision: ifMatch === "*" ? null : Math.max(-1, ...ifMatch),
        });
        return jsonResponse(valueEditedJson(edited), 200, { ETag: etagOf(edited.revision) });
      },
    }),
  ];
}
