import { MoJobErrorCode, type Principal } from "@mojob/core";
import { principalLabel, type SavedView, VIEW_PAGES, type ViewPage } from "@mojob/core/engine";
import * as v from "valibot";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { etagOf, revisionsOf } from "../request/preconditions.ts";
import type { Parser } from "../request/validate.ts";
import { API_BASE } from "../route/api-context.ts";
import {
  defineRoute,
  jsonResponse,
  type Route,
  RouteHeader,
  type RouteResponse,
  RouteTag,
} from "../route/route.ts";
import { flag, instantOut, line, oneOf, text } from "../schema/fields.ts";
import { queryOneOf } from "../schema/query-fields.ts";
import { strictObject } from "../schema/strict-object.ts";
import { toWire, type Wire, wireObject } from "../schema/wire.ts";

const PAGES = Object.keys(VIEW_PAGES) as readonly ViewPage[];

/** A view as one caller sees it. */
export interface ViewJson extends Omit<Wire<SavedView>, "tenant"> {
  readonly isOwn: boolean;
}

export const viewSchema: Parser<ViewJson> = wireObject({
  id: v.string(),
  revision: v.pipe(v.number(), v.description("The ETag: counts its changes from 1")),
  name: v.string(),
  page: v.pipe(v.picklist(PAGES), v.description("The list that it narrows")),
  filter: v.pipe(
    v.record(v.string(), v.string()),
    v.description("What the page shows, by the names of its address; several values are parted by commas"),
  ),
  owner: v.pipe(v.nullable(v.string()), v.description("Who saved it first; `null` is the program itself")),
  isOwn: v.pipe(v.boolean(), v.description("Whether that is the caller")),
  isShared: v.pipe(v.boolean(), v.description("Whether others see it, too")),
  app: v.pipe(
    v.nullable(v.string()),
    v.description(
      "The app that its filter names, or the app of the job that it names; `null` is for all apps",
    ),
  ),
  createdAt: instantOut,
  changedAt: instantOut,
});

const ONE: RouteResponse = {
  description: "The view",
  schema: v.object({ view: viewSchema }),
  headers: { ETag: "Its revision, for If-Match" },
};
const PATH: Parser<{ readonly id: string }> = strictObject({
  id: v.pipe(text(100, 1), v.description("The view")),
});
const FILTER = PAGES.map((page) => `${page}: ${VIEW_PAGES[page].map((name) => `\`${name}\``).join(", ")}`);
const BODY = strictObject(
  {
    name: line(100, 1),
    page: oneOf(PAGES),
    /** Checked by the scheduler, which names each mistake. */
    filter: v.pipe(v.any(), v.description(`An object of texts. Of ${FILTER.join("; of ")}`)),
    isShared: v.optional(flag()),
  },
  "must be an object with name, page and filter",
);
const EXAMPLE = { name: "Failed today", page: "runs", filter: { state: "Terminated", window: "24h" } };
const RIGHTS =
  "Who shares a view, or changes one that somebody else shares, needs `jobs:edit` in its app, or in every app where it is for all.";

/** Filters of lists under names. */
export function createViewRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/views`,
      uses: ["views.list"],
      operationId: "listViews",
      tag: RouteTag.Views,
      summary: "List saved views",
      description: "Your own, and those that are shared with all who see their apps; by name.",
      query: strictObject({ page: v.optional(queryOneOf(PAGES, "The views of one list only")) }),
      responses: { 200: { description: "The views", schema: v.object({ items: v.array(viewSchema) }) } },
      handle: async ({ query: { page }, scheduler, principal }) => {
        const views = await scheduler.views.list(page);
        return jsonResponse({ items: views.map((view) => viewJson(view, principal)) });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/views`,
      uses: ["views.create"],
      operationId: "createView",
      tag: RouteTag.Views,
      summary: "Save a view",
      description: `At most 100 of one owner, and 200 that are shared. ${RIGHTS}`,
      body: BODY,
      bodyExample: EXAMPLE,
      responses: { 201: ONE },
      problems: [MoJobErrorCode.InvalidArgument],
      handle: async ({ body, scheduler, principal }) =>
        shown(await scheduler.views.create(body), principal, 201),
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/views/:id`,
      uses: ["views.replace"],
      operationId: "replaceView",
      tag: RouteTag.Views,
      summary: "Change a saved view",
      description: `All that is sent takes the place of what there was; its owner stays. ${RIGHTS}`,
      path: PATH,
      body: BODY,
      bodyExample: EXAMPLE,
      headers: [RouteHeader.IfMatch],
      responses: { 200: ONE },
      problems: [
        MoJobErrorCode.InvalidArgument,
        MoJobErrorCode.ViewNotFound,
        MoJobErrorCode.StaleRevision,
        HttpProblemCode.PreconditionRequired,
      ],
      handle: async ({ path: { id }, body, ifMatch, scheduler, principal }) =>
        shown(await scheduler.views.replace(id, body, revisionsOf(ifMatch)), principal),
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/views/:id`,
      uses: ["views.remove"],
      operationId: "removeView",
      tag: RouteTag.Views,
      summary: "Remove a saved view",
      description: `Your own needs no further right. ${RIGHTS}`,
      path: PATH,
      headers: [RouteHeader.IfMatch],
      responses: { 200: ONE },
      problems: [
        MoJobErrorCode.ViewNotFound,
        MoJobErrorCode.StaleRevision,
        HttpProblemCode.PreconditionRequired,
      ],
      handle: async ({ path: { id }, ifMatch, scheduler, principal }) =>
        shown(await scheduler.views.remove(id, revisionsOf(ifMatch)), principal),
    }),
  ];
}

function viewJson(view: SavedView, principal: Principal): ViewJson {
  const { tenant: _, ...shownOf } = toWire(view);
  return { ...shownOf, isOwn: view.owner === principalLabel(principal) };
}

function shown(view: SavedView, principal: Principal, status: 200 | 201 = 200): Response {
  return jsonResponse({ view: viewJson(view, principal) }, status, { ETag: etagOf(view.revision) });
}
