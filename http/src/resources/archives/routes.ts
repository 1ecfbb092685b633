import { MoJobErrorCode } from "@mojob/core";
import type { ArchiveSection } from "@mojob/core/engine";
import { JOB_STATES } from "@mojob/core/ports";
import * as v from "valibot";
import { HttpProblemCode } from "../../problem/problem-code.ts";
import { httpProblem } from "../../problem/problem.ts";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, type RouteResponse, RouteTag } from "../../route/route.ts";
import { json, line, text } from "../../schema/fields.ts";
import { pageJson, pageSchema, PAGING, readPage } from "../../schema/paging.ts";
import { queryNumber, queryOneOf, querySeveral, queryText } from "../../schema/query-fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { dispositionOf } from "../instances/file-routes.ts";
import { logLineJson, logLineSchema } from "../instances/log-line.ts";
import {
  archivedRunDetailJson,
  archivedRunDetailSchema,
  archivedRunJson,
  archivedRunSchema,
  archiveJson,
  archiveSchema,
} from "./json.ts";

const LONGEST_ID = 1000;
const DEFAULT_LINES = 500;
const MOST_LINES = 10_000;
const SECTIONS: readonly ArchiveSection[] = ["definitions", "history", "workers", "samples"];
const GZIP = /^application\/(?:gzip|x-gzip|octet-stream)\s*$/i;
const DEFAULT_NAME = "export.ndjson.gz";

const archive = v.pipe(text(100, 1), v.description("The archive"));
const run = v.pipe(line(LONGEST_ID, 1), v.description("The run, by the id that it had"));
const PATH: Parser<{ readonly id: string }> = strictObject({ id: archive });
const RUN_PATH: Parser<{ readonly id: string; readonly run: string }> = strictObject({ id: archive, run });
const ONE: RouteResponse = { description: "The archive", schema: v.object({ archive: archiveSchema }) };
const AFTER = {
  after: v.optional(queryNumber(0, Number.MAX_SAFE_INTEGER, "Those after this `seq` only")),
  limit: v.optional(queryNumber(1, MOST_LINES, `Most of them; the default is ${DEFAULT_LINES}`)),
};
const OF_RUN = [MoJobErrorCode.ArchiveNotFound, MoJobErrorCode.InstanceNotFound] as const;

/** Exports that were imported. */
export function createArchiveRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/archives`,
      uses: ["archives.list"],
      operationId: "listArchives",
      tag: RouteTag.Exports,
      summary: "List imported archives",
      description: "The newest first.",
      responses: { 200: { description: "At most 50", schema: v.object({ items: v.array(archiveSchema) }) } },
      handle: async ({ scheduler }) =>
        jsonResponse({ items: (await scheduler.archives.list()).map(archiveJson) }),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/archives`,
      uses: ["archives.import"],
      isLong: true,
      operationId: "importArchive",
      tag: RouteTag.Exports,
      summary: "Import an exported file",
      description:
        "The body is the file as it was downloaded. Each line is checked before any is kept; a file that is damaged, cut off, larger than it may " +
        "be or anything else is refused, and nothing of it is kept. What was imported is read-only, apart from all that runs here, and " +
        "removed after 90 days.",
      query: strictObject({ name: v.optional(queryText(200, "The name of the file")) }),
      upload: "application/gzip",
      responses: { 201: ONE },
      problems: [
        MoJobErrorCode.ArchiveRefused,
        MoJobErrorCode.InvalidArgument,
        MoJobErrorCode.StaleRevision,
        HttpProblemCode.UnsupportedMediaType,
      ],
      async handle({ query: { name = DEFAULT_NAME }, scheduler, context: c }) {
        const type = c.req.header("Content-Type") ?? "";
        if (!GZIP.test(type))
          throw httpProblem(
            HttpProblemCode.UnsupportedMediaType,
            `Cannot import a file of type "${type.slice(0, 100)}": Content-Type must be application/gzip`,
          );
        const imported = await scheduler.archives.import(name, piecesOf(c.req.raw.body));
        return jsonResponse({ archive: archiveJson(imported) }, 201);
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/archives/:id`,
      uses: ["archives.get"],
      operationId: "getArchive",
      tag: RouteTag.Exports,
      summary: "Get an archive",
      path: PATH,
      responses: { 200: ONE },
      problems: [MoJobErrorCode.ArchiveNotFound],
      handle: async ({ path: { id }, scheduler }) =>
        jsonResponse({ archive: archiveJson(await scheduler.archives.get(id)) }),
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/archives/:id`,
      uses: ["archives.remove"],
      operationId: "removeArchive",
      tag: RouteTag.Exports,
      summary: "Remove an archive",
      path: PATH,
      responses: { 200: ONE },
      problems: [MoJobErrorCode.ArchiveNotFound],
      handle: async ({ path: { id }, scheduler }) =>
        jsonResponse({ archive: archiveJson(await scheduler.archives.remove(id)) }),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/archives/:id/runs`,
      uses: ["archives.runs"],
      operationId: "listArchivedRuns",
      tag: RouteTag.Exports,
      summary: "List the runs of an archive",
      description: "The newest first.",
      path: PATH,
      query: strictObject({
        app: v.optional(queryText(LONGEST_ID, "One app only")),
        jobKey: v.optional(queryText(LONGEST_ID, "One job only")),
        state: v.optional(querySeveral(JOB_STATES, "Runs in these states")),
        partOf: v.optional(
          queryText(LONGEST_ID, "The parts of this run: nodes of a task, shards of a broadcast"),
        ),
        runId: v.optional(queryText(LONGEST_ID, "The run with this id")),
        limit: PAGING.limit,
        cursor: PAGING.cursor,
      }),
      responses: { 200: { description: "A page of runs", schema: pageSchema(archivedRunSchema) } },
      problems: [MoJobErrorCode.ArchiveNotFound],
      async handle({ path: { id }, query: { limit, cursor, state, runId, ...filter }, scheduler }) {
        const query = stated<Parameters<typeof scheduler.archives.runs>[1]>({
          ...filter,
          states: state,
          id: runId,
        });
        const page = await readPage("archived-runs", { id, ...query }, stated({ limit, cursor }), (request) =>
          scheduler.archives.runs(id, query, request),
        );
        return jsonResponse(pageJson(page, archivedRunJson));
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/archives/:id/runs/:run`,
      uses: ["archives.run"],
      operationId: "getArchivedRun",
      tag: RouteTag.Exports,
      summary: "Get a run of an archive",
      path: RUN_PATH,
      responses: { 200: { description: "The run", schema: archivedRunDetailSchema } },
      problems: OF_RUN,
      handle: async ({ path, scheduler }) =>
        jsonResponse(archivedRunDetailJson(await scheduler.archives.run(path.id, path.run))),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/archives/:id/runs/:run/logs`,
      uses: ["archives.logs"],
      operationId: "listArchivedLogs",
      tag: RouteTag.Exports,
      summary: "Read the log of an archived run",
      path: RUN_PATH,
      query: strictObject(AFTER),
      responses: { 200: { description: "Log lines", schema: v.object({ items: v.array(logLineSchema) }) } },
      problems: OF_RUN,
      async handle({ path, query: { after = 0, limit = DEFAULT_LINES }, scheduler }) {
        const lines = await scheduler.archives.logs(path.id, path.run, after, limit);
        return jsonResponse({ items: lines.map(logLineJson) });
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/archives/:id/runs/:run/facts`,
      uses: ["archives.facts"],
      operationId: "listArchivedFacts",
      tag: RouteTag.Exports,
      summary: "Read the facts of an archived run of a task",
      path: RUN_PATH,
      query: strictObject(AFTER),
      responses: { 200: { description: "Facts", schema: v.object({ items: v.array(json) }) } },
      problems: OF_RUN,
      handle: async ({ path, query: { after = 0, limit = DEFAULT_LINES }, scheduler }) =>
        jsonResponse({ items: await scheduler.archives.facts(path.id, path.run, after, limit) }),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/archives/:id/runs/:run/files/:file`,
      uses: ["archives.file"],
      operationId: "downloadArchivedFile",
      tag: RouteTag.Exports,
      summary: "Download a file of an archived run",
      description: "To be saved and not to be shown: it may have anything in it.",
      path: strictObject({ id: archive, run, file: line(200, 1) }),
      responses: {
        200: {
          description: "The file",
          mediaType: "application/octet-stream",
          headers: { "Content-Disposition": "The file's name", "Content-Length": "Its size in bytes" },
        },
      },
      problems: [...OF_RUN, MoJobErrorCode.FileNotFound],
      async handle({ path, scheduler }) {
        const { file, open } = await scheduler.archives.file(path.id, path.run, path.file);
        return new Response(open(), {
          headers: {
            "Content-Type": "application/octet-stream",
            "Content-Length": String(file.size),
            "Content-Disposition": dispositionOf(file.name),
          },
        });
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/archives/:id/records`,
      uses: ["archives.records"],
      operationId: "listArchivedRecords",
      tag: RouteTag.Exports,
      summary: "List what an archive has beside runs",
      description: "Jobs, history, workers or samples, in their order, as they were exported.",
      path: PATH,
      query: strictObject({
        section: queryOneOf(SECTIONS, "Which of them"),
        limit: PAGING.limit,
        cursor: PAGING.cursor,
      }),
      responses: { 200: { description: "A page of records", schema: pageSchema(json) } },
      problems: [MoJobErrorCode.ArchiveNotFound],
      async handle({ path: { id }, query: { section, limit, cursor }, scheduler }) {
        const page = await readPage(
          "archived-records",
          { id, section },
          stated({ limit, cursor }),
          (request) => scheduler.archives.records(id, section, request),
        );
        return jsonResponse(pageJson(page, (record) => record));
      },
    }),
  ];
}

/** The bytes of a body as they come. */
async function* piecesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, void, void> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}
