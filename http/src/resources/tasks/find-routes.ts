import { NodeType } from "@mojob/core/feature";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { queryNumber, queryText } from "../../schema/query-fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

const MOST_FOUND = 50;
const FOUND = 10;

const foundSchema = v.object({
  jobKey: v.pipe(v.string(), v.description("Of the task")),
  jobName: v.string(),
  app: v.string(),
  node: v.pipe(v.string(), v.description("The node's id")),
  title: v.nullable(v.string()),
  type: v.picklist(Object.values(NodeType)),
});

/** Finding nodes among all tasks. */
export function createFindRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/tasks/nodes`,
      uses: ["tasks.findNodes"],
      operationId: "findTaskNodes",
      tag: RouteTag.Jobs,
      summary: "Find nodes of tasks",
      description:
        "Nodes of the graphs in force, by a part of their id or title: the first of them, task by task.",
      query: strictObject({
        search: queryText(200, "Part of id or title, case ignored"),
        limit: v.optional(queryNumber(1, MOST_FOUND, "How many; the default is 10")),
      }),
      responses: {
        200: { description: "What was found", schema: v.object({ items: v.array(foundSchema) }) },
      },
      handle: async ({ scheduler, query: { search, limit = FOUND } }) =>
        jsonResponse({ items: await scheduler.tasks.findNodes(search, limit) }),
    }),
  ];
}
