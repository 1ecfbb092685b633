import { MoJobErrorCode } from "@mojob/core";
import { EXPORT_PARTS, ExportState, type RunExport } from "@mojob/core/engine";
import { JOB_STATES } from "@mojob/core/ports";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, type RouteResponse, RouteTag } from "../../route/route.ts";
import { instantText, listOf, nullable, oneOf, text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { readRange } from "./byte-range.ts";
import { exportJson, exportSchema, fileNameOf } from "./json.ts";

const MOST_NAMES = 200;
const NAMES = v.optional(nullable(listOf(text(400, 1), MOST_NAMES, 1)));
const PATH: Parser<{ readonly id: string }> = strictObject({
  id: v.pipe(text(100, 1), v.description("The export")),
});
const ONE: RouteResponse = { description: "The export", schema: v.object({ export: exportSchema }) };
const BODY = strictObject(
  {
    from: v.pipe(instantText, v.description("Runs that were created then or later")),
    to: v.pipe(instantText, v.description("Runs that were created before")),
    apps: NAMES,
    jobs: NAMES,
    tags: NAMES,
    states: v.optional(nullable(listOf(oneOf(JOB_STATES), JOB_STATES.length, 1))),
    include: v.optional(listOf(oneOf(EXPORT_PARTS), EXPORT_PARTS.length)),
  },
  "must be an object with from and to",
);
const EXAMPLE = {
  from: "2026-11-29T00:00:00Z",
  to: "2026-11-30T00:00:00Z",
  apps: ["ledger"],
  include: ["definitions", "logs", "history"],
};

/** Files with what ran in a range of time. */
export function createExportFileRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/exports`,
      uses: ["exports.list"],
      operationId: "listExports",
      tag: RouteTag.Exports,
      summary: "List exports",
      description: "Those whose content the caller may read, the newest first.",
      responses: { 200: { description: "The exports", schema: v.object({ items: v.array(exportSchema) }) } },
      handle: async ({ scheduler }) =>
        jsonResponse({ items: (await scheduler.exports.list()).map(exportJson) }),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/exports`,
      uses: ["exports.create"],
      operationId: "createExport",
      tag: RouteTag.Exports,
      summary: "Export what ran",
      description:
        "Begins to make one file with the runs of a range: with their arguments, results, errors and attempts as far as the caller reads " +
        "them, and with what is named in `include`, each of which needs the right to read it. It is made in the background, goes on after " +
        "a restart, and is kept for two days; at most 20 are.",
      body: BODY,
      bodyExample: EXAMPLE,
      responses: { 202: ONE },
      problems: [MoJobErrorCode.InvalidArgument],
      handle: async ({ body, scheduler }) =>
        jsonResponse({ export: exportJson(await scheduler.exports.create(body)) }, 202),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/exports/:id`,
      uses: ["exports.get"],
      operationId: "getExport",
      tag: RouteTag.Exports,
      summary: "Get an export",
      path: PATH,
      responses: { 200: ONE },
      problems: [MoJobErrorCode.ExportNotFound],
      handle: async ({ path: { id }, scheduler }) =>
        jsonResponse({ export: exportJson(await scheduler.exports.get(id)) }),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/exports/:id/file`,
      uses: ["exports.get", "exports.read"],
      operationId: "downloadExport",
      tag: RouteTag.Exports,
      summary: "Download an export",
      description:
        "The file, compressed with gzip. `Range` goes on with a download that broke off; the file never changes.",
      path: PATH,
      responses: {
        200: {
          description: "The file",
          mediaType: "application/gzip",
          headers: { "Content-Disposition": "The file's name", ETag: "The export's id" },
        },
        206: {
          description: "The part that `Range` asks for",
          mediaType: "application/gzip",
          headers: { "Content-Range": "Which part it is" },
        },
        416: { description: "`Range` begins behind the end of the file", mediaType: "application/gzip" },
      },
      problems: [MoJobErrorCode.ExportNotFound, MoJobErrorCode.ExportNotReady],
      async handle({ path: { id }, scheduler, context: c }) {
        const made = await scheduler.exports.get(id);
        const etag = `"${made.id}"`;
        const ifRange = c.req.header("If-Range");
        const asked = ifRange === undefined || ifRange === etag ? c.req.header("Range") : undefined;
        // Of one that is not ready no range is judged: reading it says why there is nothing.
        const range = made.state === ExportState.Ready ? readRange(asked, made.size) : null;
        const headers = headersOf(made, etag);
        if (range === "unsatisfiable")
          return new Response(null, {
            status: 416,
            headers: { "Content-Range": `bytes */${made.size}`, "Content-Type": "application/gzip" },
          });
        const { start, end } = range ?? { start: 0, end: made.size };
        const body = await scheduler.exports.read(id, start, end);
        return new Response(body, {
          status: range === null ? 200 : 206,
          headers: {
            ...headers,
            "Content-Length": String(end - start),
            ...(range !== null && { "Content-Range": `bytes ${start}-${end - 1}/${made.size}` }),
          },
        });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/exports/:id/cancel`,
      uses: ["exports.cancel"],
      operationId: "cancelExport",
      tag: RouteTag.Exports,
      summary: "Stop an export",
      description: "One that is not under way stays as it is. Of somebody else's it needs `tenant:edit`.",
      path: PATH,
      body: strictObject({}, "must be an object without members"),
      bodyExample: {},
      responses: { 200: ONE },
      problems: [MoJobErrorCode.ExportNotFound],
      handle: async ({ path: { id }, scheduler }) =>
        jsonResponse({ export: exportJson(await scheduler.exports.cancel(id)) }),
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/exports/:id`,
      uses: ["exports.remove"],
      operationId: "removeExport",
      tag: RouteTag.Exports,
      summary: "Remove an export",
      description: "With its file. Of somebody else's it needs `tenant:edit`.",
      path: PATH,
      responses: { 200: ONE },
      problems: [MoJobErrorCode.ExportNotFound],
      handle: async ({ path: { id }, scheduler }) =>
        jsonResponse({ export: exportJson(await scheduler.exports.remove(id)) }),
    }),
  ];
}

function headersOf(made: RunExport, etag: string): Readonly<Record<string, string>> {
  return {
    "Content-Type": "application/gzip",
    "Content-Disposition": `attachment; filename="${fileNameOf(made)}"`,
    "Accept-Ranges": "bytes",
    ETag: etag,
  };
}
