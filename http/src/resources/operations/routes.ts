import { MoJobErrorCode } from "@mojob/core";
import { OperationKind } from "@mojob/core/ports";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { operationItemSchema, operationJson, operationSchema } from "./json.ts";

const PATH = strictObject({ id: v.pipe(text(64, 1), v.description("The operation")) });

/** Acts on many jobs or runs. */
export function createOperationRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/operations`,
      uses: ["operations.list"],
      operationId: "listOperations",
      tag: RouteTag.History,
      summary: "List operations on many jobs or runs",
      description:
        "What `bulkJobs`, `bulkInstances` and `undoOperation` did, newest first, at most 200; kept for 30 days.",
      responses: {
        200: { description: "The operations", schema: v.object({ items: v.array(operationSchema) }) },
      },
      handle: async ({ scheduler }) =>
        jsonResponse({ items: (await scheduler.operations.list()).map(operationJson) }),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/operations/:id`,
      uses: ["operations.get", "jobs.names"],
      operationId: "getOperation",
      tag: RouteTag.History,
      summary: "Show an operation and what became of each of its objects",
      description: "Also while it goes on: those that are handled already.",
      path: PATH,
      responses: {
        200: {
          description: "The operation, and its objects in their order",
          schema: v.object({
            operation: operationSchema,
            items: v.array(operationItemSchema),
            names: v.pipe(v.record(v.string(), v.string()), v.description("The names of its jobs by key")),
          }),
        },
      },
      problems: [MoJobErrorCode.OperationNotFound],
      async handle({ path, scheduler }) {
        const { operation, items } = await scheduler.operations.get(path.id);
        const keys = [...operation.parts, ...items].map(({ jobKey }) => jobKey);
        const names = Object.fromEntries(await scheduler.jobs.names(keys));
        return jsonResponse({ operation: operationJson(operation), items, names });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/operations/:id/undo`,
      uses: ["operations.get", "operations.resumePaused?", "operations.cancelMade?"],
      operationId: "undoOperation",
      tag: RouteTag.History,
      summary: "Undo an operation",
      description:
        "Of a pause: resumes those jobs that it paused and that nobody has paused again since. Of runs and re-runs: cancels those that " +
        "it made and that have not ended, within 10 minutes. Done once; it is an operation itself.",
      path: PATH,
      body: strictObject({}, "must be an object without members"),
      bodyExample: {},
      responses: {
        200: {
          description: "The operation that undoes it",
          schema: v.object({ operation: operationSchema }),
        },
      },
      problems: [MoJobErrorCode.OperationNotFound, MoJobErrorCode.NotUndoable],
      async handle({ path: { id }, scheduler: { operations } }) {
        const { operation } = await operations.get(id);
        const isPause = operation.kind === OperationKind.Pause;
        const undone = await (isPause ? operations.resumePaused(id) : operations.cancelMade(id));
        return jsonResponse({ operation: operationJson(undone) });
      },
    }),
  ];
}
