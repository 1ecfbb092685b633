import { type JobState, MoJobError, MoJobErrorCode } from "@mojob/core";
import { Payload } from "@mojob/core/engine";
import { JOB_STATES } from "@mojob/core/ports";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { HIDDEN_FIELD } from "../../schema/hidden.ts";
import { instanceId } from "../../schema/fields.ts";
import { pageJson, pageSchema, PAGING, readPage } from "../../schema/paging.ts";
import { queryText } from "../../schema/query-fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { dispositionOf } from "../instances/file-routes.ts";
import { folderArchive } from "./folder-archive.ts";
import type { FolderFile } from "./folder-file.ts";
import { MOST_BINARY_BYTES, MOST_TEXT_BYTES, previewFile, PreviewKind, previewKindOf } from "./preview.ts";
import { jobsOf, openRunFolder, type RunFolder } from "./run-folder.ts";
import { type FolderScheduler, orAbsent, READING_FOLDERS, readRunOfFolder } from "./run-of-folder.ts";

const INSTANCE_PATH = strictObject({ id: instanceId });
const LONGEST_PATH = 300;

const fileSchema = v.object({
  path: v.pipe(v.string(), v.description("Below the folder, as `outputs/total`")),
  size: v.pipe(v.nullable(v.number()), v.description("In bytes; `null`: it is made when it is read")),
  preview: v.pipe(
    v.nullable(v.picklist(Object.values(PreviewKind))),
    v.description("How it can be looked at; `null`: only saved"),
  ),
});

const folderSchema = v.object({
  name: v.pipe(v.string(), v.description("`task-{key}-{run}`, `job-{node or key}-{run}`")),
  isTask: v.pipe(v.boolean(), v.description("Its jobs have folders of their own below `jobs`")),
  files: v.array(fileSchema),
  ...HIDDEN_FIELD,
});

const jobSchema = v.object({
  name: v.pipe(v.string(), v.description("Of its folder below `jobs`")),
  instanceId: v.pipe(v.string(), v.description("Its run, whose own folder it is")),
  state: v.picklist(JOB_STATES),
});

interface JobFolder {
  readonly name: string;
  readonly instanceId: string;
  readonly state: JobState;
}

/** The working directories of runs. */
export function createFolderRoutes(): readonly Route[] {
  return [folderRoute(), jobsRoute(), fileRoute(), previewRoute(), archiveRoute()];
}

function folderRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/instances/:id/folder`,
    uses: READING_FOLDERS,
    operationId: "getInstanceFolder",
    tag: RouteTag.Instances,
    summary: "Get the working directory of a run",
    description:
      "Its context, parameters, code, inputs, outputs, status and logs as files, made of what is recorded and stored: the same wherever the run " +
      "was executed, and when that worker is no more. Without `payloads:read` it has the states alone.",
    path: INSTANCE_PATH,
    responses: { 200: { description: "Its files", schema: folderSchema } },
    problems: [MoJobErrorCode.InstanceNotFound],
    async handle({ path: { id }, scheduler }) {
      return jsonResponse(folderJson(await openRunFolder(scheduler, id)));
    },
  });
}

function jobsRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/instances/:id/folder/jobs`,
    uses: READING_FOLDERS,
    operationId: "listInstanceFolderJobs",
    tag: RouteTag.Instances,
    summary: "List the folders of a task's jobs",
    description:
      "A folder for each run that its nodes had, in the order of their beginnings; each is the folder of that run.",
    path: INSTANCE_PATH,
    query: strictObject({ limit: PAGING.limit, cursor: PAGING.cursor }),
    responses: { 200: { description: "A page of them", schema: pageSchema(jobSchema) } },
    problems: [MoJobErrorCode.InstanceNotFound],
    async handle({ path: { id }, query, scheduler }) {
      await scheduler.instances.get(id);
      const all = await jobsOf(scheduler, id);
      const page = await readPage("folder-jobs", { id }, query, async ({ limit, cursor = "0" }) => {
        const end = Number(cursor) + limit;
        const read = all
          .slice(Number(cursor), end)
          .map(async (one) => orAbsent(readRunOfFolder(scheduler, one)));
        const items = (await Promise.all(read)).filter((one) => one !== null);
        return { items, nextCursor: end < all.length ? String(end) : null };
      });
      return jsonResponse(
        pageJson(page, ({ name, run }): JobFolder => ({ name, instanceId: run.id, state: run.state })),
      );
    },
  });
}

const FILE_QUERY = { path: queryText(LONGEST_PATH, "The file's `path`") };
const FILE_PROBLEMS = [MoJobErrorCode.InstanceNotFound, MoJobErrorCode.FileNotFound];

function fileRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/instances/:id/folder/file`,
    uses: READING_FOLDERS,
    operationId: "downloadInstanceFolderFile",
    tag: RouteTag.Instances,
    summary: "Download a file of a run's working directory",
    description: "Its bytes, to be saved and not to be shown.",
    path: INSTANCE_PATH,
    query: strictObject(FILE_QUERY),
    responses: {
      200: {
        description: "The file",
        mediaType: "application/octet-stream",
        headers: { "Content-Disposition": "The file's name" },
      },
    },
    problems: FILE_PROBLEMS,
    async handle({ path: { id }, query: { path }, scheduler }) {
      const file = await findFile(scheduler, id, path);
      return new Response(streamOf(await file.read()), {
        headers: {
          "Content-Type": "application/octet-stream",
          ...(file.size !== null && { "Content-Length": String(file.size) }),
          "Content-Disposition": dispositionOf(path.slice(path.lastIndexOf("/") + 1)),
        },
      });
    },
  });
}

function previewRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/instances/:id/folder/preview`,
    uses: READING_FOLDERS,
    operationId: "previewInstanceFolderFile",
    tag: RouteTag.Instances,
    summary: "Look at a file of a run's working directory",
    description:
      `Text of any kind as plain text, its first ${MOST_TEXT_BYTES} bytes; images (PNG, JPEG, GIF, WebP) and PDF up to ${MOST_BINARY_BYTES} bytes. ` +
      "Nothing in it is executed; what has no `preview` is refused.",
    path: INSTANCE_PATH,
    query: strictObject(FILE_QUERY),
    responses: { 200: { description: "The content, as its `preview` says", mediaType: "*/*" } },
    problems: [...FILE_PROBLEMS, MoJobErrorCode.FileNotShown],
    async handle({ path: { id }, query: { path }, scheduler }) {
      return previewFile(await findFile(scheduler, id, path));
    },
  });
}

/** Only what is in the list is found: a path is compared with it, and never followed. */
async function findFile(scheduler: FolderScheduler, id: string, path: string): Promise<FolderFile> {
  const { files } = await openRunFolder(scheduler, id);
  const file = files.find((one) => one.path === path);
  if (file !== undefined) return file;
  throw new MoJobError(
    MoJobErrorCode.FileNotFound,
    `Cannot find file ${JSON.stringify(path)} of run "${id}": its folder has none of this name that you may read`,
  );
}

function archiveRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/instances/:id/folder/archive`,
    uses: READING_FOLDERS,
    operationId: "downloadInstanceFolder",
    tag: RouteTag.Instances,
    summary: "Download the working directory of a run",
    description:
      "All of it, of a task with the folders of its jobs, as far as the caller may read them. Of more than 1,000 runs, and of what was removed, " +
      "`LEFT-OUT.txt` says what is not in it.",
    path: INSTANCE_PATH,
    responses: {
      200: {
        description: "A tar archive, compressed with gzip",
        mediaType: "application/gzip",
        headers: { "Content-Disposition": "The archive's name" },
      },
    },
    problems: [MoJobErrorCode.InstanceNotFound],
    async handle({ path: { id }, scheduler }) {
      const folder = await openRunFolder(scheduler, id);
      const tar = folderArchive(scheduler, folder);
      const canZip = typeof CompressionStream !== "undefined";
      return new Response(canZip ? tar.pipeThrough(new CompressionStream("gzip")) : tar, {
        headers: {
          "Content-Type": canZip ? "application/gzip" : "application/x-tar",
          "Content-Disposition": dispositionOf(`${folder.name}.tar${canZip ? ".gz" : ""}`),
        },
      });
    },
  });
}

function folderJson({ name, isTask, isHidden, files }: RunFolder): v.InferOutput<typeof folderSchema> {
  return {
    name,
    isTask,
    files: files.map(({ path, size }) => ({ path, size, preview: previewKindOf(path) })),
    ...(isHidden && { hidden: [Payload.Args, Payload.Result, Payload.Log, Payload.Files, Payload.Work] }),
  };
}

function streamOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = content[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}
