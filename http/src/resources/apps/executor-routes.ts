import { MoJobErrorCode } from "@mojob/core";
import type { ExpectedExecutorView } from "@mojob/core/engine";
import * as v from "valibot";
import { type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instantOut, line, text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

const expectedExecutorSchema: Parser<
  Omit<Wire<ExpectedExecutorView>, "labels"> & { readonly xxlApp: string | null }
> = wireObject({
  name: v.pipe(
    v.string(),
    v.description("Its name or id; of an executor of XXL-JOB its address, such as `http://10.1.0.5:9999/`"),
  ),
  xxlApp: v.pipe(
    v.nullable(v.string()),
    v.description("The XXL-JOB app name it serves; `null` is one of our own executors"),
  ),
  at: instantOut,
  by: v.nullable(v.string()),
  worker: v.pipe(
    v.nullable(v.string()),
    v.description("The id of the worker that is online under this name; `null`: it is missing"),
  ),
});

const LIST = { description: "The list", schema: v.object({ items: v.array(expectedExecutorSchema) }) };

function listResponse(list: readonly ExpectedExecutorView[]): Response {
  return jsonResponse({
    items: list.map(({ labels, ...executor }) => ({ ...executor, xxlApp: labels["xxlApp"] ?? null })),
  });
}

/** The executors that an app should have, on a list that is kept by hand. */
export function createExpectedExecutorRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/apps/:app/executors`,
      uses: ["expectedExecutors"],
      operationId: "listExpectedExecutors",
      tag: RouteTag.Workers,
      summary: "List the executors that an app should have",
      description:
        "Those that were put on its list by hand; which of them are there is the state of this moment.",
      path: strictObject({ app: text(63, 1) }),
      responses: { 200: LIST },
      handle: async ({ path: { app }, scheduler }) => listResponse(await scheduler.expectedExecutors(app)),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/apps/:app/executors`,
      uses: ["expectExecutor"],
      operationId: "expectExecutor",
      tag: RouteTag.Workers,
      summary: "Put an executor on the list of an app",
      description:
        "One of our own is only shown as missing while it is not there. One of XXL-JOB (`xxlApp`) is called at its address, with the " +
        "app's token and without a registration: this approves the address, and needs `executors:run` besides.",
      path: strictObject({ app: text(63, 1) }),
      body: strictObject(
        {
          name: v.pipe(line(255, 1), v.description("Its name or id; with `xxlApp` its address")),
          xxlApp: v.optional(v.pipe(line(64, 1), v.description("The XXL-JOB app name it serves"))),
        },
        "must be an object with name and xxlApp",
      ),
      bodyExample: { name: "http://10.1.0.5:9999/", xxlApp: "shop-executor" },
      responses: { 200: LIST },
      problems: [MoJobErrorCode.StaleRevision],
      handle: async ({ path: { app }, body: { name, xxlApp }, scheduler }) =>
        listResponse(
          await scheduler.expectExecutor(app, { name, ...(xxlApp !== undefined && { labels: { xxlApp } }) }),
        ),
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/apps/:app/executors/:name`,
      uses: ["forgetExecutor"],
      operationId: "forgetExecutor",
      tag: RouteTag.Workers,
      summary: "Take an executor from the list of an app",
      description:
        "An executor of XXL-JOB that registers by itself stays; runs under way go on to their end.",
      path: strictObject({ app: text(63, 1), name: text(255, 1) }),
      responses: { 200: LIST },
      problems: [MoJobErrorCode.StaleRevision],
      handle: async ({ path: { app, name }, scheduler }) =>
        listResponse(await scheduler.forgetExecutor(app, name)),
    }),
  ];
}
