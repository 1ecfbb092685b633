import { isMoJobError, MoJobErrorCode } from "@mojob/core";
import { LoopTurns } from "@mojob/core/engine";
import type { ScriptVersion } from "@mojob/core/ports";
import * as v from "valibot";
import { MAX_BODY_BYTES } from "../../request/read-body.ts";
import { httpProblem } from "../../problem/problem.ts";
import type { Parser } from "../../request/validate.ts";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import type { UsedScheduler } from "../../route/used-scheduler.ts";
import { jobKey, jobPath, nullable, text, wholeNumber } from "../../schema/fields.ts";
import { issueJson } from "../../schema/issue.ts";
import { pageJson, pageSchema, PAGING, readPage } from "../../schema/paging.ts";
import { queryNumber } from "../../schema/query-fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { bodyWarnings } from "../tasks/body-warnings.ts";
import { scriptTextJson, scriptVersionJson } from "./json.ts";
import { diffLines } from "./line-diff.ts";
import {
  savedScriptSchema,
  scriptDiffSchema,
  scriptDraftSchema,
  scriptTextSchema,
  scriptVersionSchema,
} from "./schema.ts";

const MOST_VERSIONS = 1_000_000_000;
const { limit, cursor } = PAGING;

const VERSION_PATH: Parser<{ readonly key: string; readonly version: string }> = strictObject({
  key: jobKey,
  version: v.pipe(text(20, 1), v.description("The number of the version")),
});

const COMMENT = v.optional(v.pipe(nullable(text(500)), v.description("Why, for those who read the history")));

const TEXT_FIELDS = {
  source: v.pipe(
    text(MAX_BODY_BYTES, 1),
    v.description("The text: of a script at most 262,144 characters, of a task its body as JSON"),
  ),
  language: v.optional(v.pipe(text(64, 1), v.description("The job's unless it is given"))),
};

const SAVE_FIELDS = {
  expectedVersion: v.pipe(
    wholeNumber(1, MOST_VERSIONS),
    v.description("The version that is in force; where another one is by now, nothing is saved (409)"),
  ),
  comment: COMMENT,
};

/** The lines that are compared: the body of a task is stored in one line. */
function linesOf({ language, source }: Pick<ScriptVersion, "language" | "source">): string {
  return language === "task" ? JSON.stringify(JSON.parse(source), null, 2) : source;
}

const TEXT_RESPONSE = { description: "The version, with its text", schema: scriptTextSchema };
const SAVED_RESPONSE = { description: "The version, with its text", schema: savedScriptSchema };
const SAVE_PROBLEMS = [
  MoJobErrorCode.JobNotFound,
  MoJobErrorCode.WrongJobKind,
  MoJobErrorCode.StaleScript,
  MoJobErrorCode.StaleRevision,
  MoJobErrorCode.QuotaExceeded,
];

/** The versions of the scripts that jobs run. */
export function createScriptRoutes({ clock }: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/jobs/:key/script/versions`,
      uses: ["scripts.versions"],
      operationId: "listScriptVersions",
      tag: RouteTag.Jobs,
      summary: "List the versions of a job's script",
      description:
        "The newest first, without their texts. The newest that is no draft is in force. It is empty where the job never ran a script.",
      path: jobPath,
      query: strictObject({ limit, cursor }),
      responses: { 200: { description: "Versions", schema: pageSchema(scriptVersionSchema) } },
      problems: [MoJobErrorCode.JobNotFound],
      async handle({ path: { key }, query, scheduler }) {
        const read = await readPage("scripts", { key }, query, (page) =>
          scheduler.scripts.versions(key, page),
        );
        return jsonResponse(pageJson(read, scriptVersionJson));
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/jobs/:key/script/versions/:version`,
      uses: ["scripts.version"],
      operationId: "getScriptVersion",
      tag: RouteTag.Jobs,
      summary: "Show a version of a job's script",
      path: VERSION_PATH,
      responses: { 200: TEXT_RESPONSE },
      problems: [MoJobErrorCode.JobNotFound, MoJobErrorCode.ScriptVersionNotFound],
      handle: async ({ path: { key, version }, scheduler }) =>
        jsonResponse(scriptTextJson(await scheduler.scripts.version(key, numberOf(version)))),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/jobs/:key/script/diff`,
      uses: ["scripts.version"],
      isLong: true,
      operationId: "diffScriptVersions",
      tag: RouteTag.Jobs,
      summary: "Compare two versions of a job's script",
      path: jobPath,
      query: strictObject({
        from: queryNumber(1, MOST_VERSIONS, "The version that lines are removed from"),
        to: queryNumber(1, MOST_VERSIONS, "The version that lines are added to"),
      }),
      responses: { 200: { description: "How their lines differ", schema: scriptDiffSchema } },
      problems: [MoJobErrorCode.JobNotFound, MoJobErrorCode.ScriptVersionNotFound],
      async handle({ path: { key }, query, scheduler }) {
        const from = await scheduler.scripts.version(key, query.from);
        const to = await scheduler.scripts.version(key, query.to);
        const turns = LoopTurns.of(clock, scheduler.tenant);
        await turns.take();
        const hunks = diffLines(linesOf(from), linesOf(to));
        await turns.take();
        return jsonResponse({ from: scriptVersionJson(from), to: scriptVersionJson(to), hunks });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/:key/script/versions`,
      uses: ["scripts.save", "jobs.get", "tasks.validate"],
      operationId: "saveScript",
      tag: RouteTag.Jobs,
      summary: "Save a job's script",
      description:
        "As a new version, which attempts that begin from now on run. A text that is in force already makes none.",
      path: jobPath,
      body: strictObject(
        {
          ...TEXT_FIELDS,
          ...SAVE_FIELDS,
        },
        "must be an object with source and expectedVersion",
      ),
      bodyExample: { source: "echo two", expectedVersion: 1, comment: "Say two" },
      responses: { 200: SAVED_RESPONSE },
      problems: SAVE_PROBLEMS,
      handle: ({ path: { key }, body, scheduler }) =>
        savedResponse(scheduler, key, () => scheduler.scripts.save(key, stated(body))),
    }),
    createDraftRoute(),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/:key/script/versions/:version/release`,
      uses: ["scripts.release", "jobs.get", "tasks.validate"],
      operationId: "releaseScriptVersion",
      tag: RouteTag.Jobs,
      summary: "Roll a job's script back, or release a draft",
      description: "Saves the text of an earlier version or of a draft as a new one, which is in force.",
      path: VERSION_PATH,
      body: strictObject(SAVE_FIELDS, "must be an object with expectedVersion"),
      bodyExample: { expectedVersion: 2, comment: "Two was wrong" },
      responses: { 200: SAVED_RESPONSE },
      problems: [...SAVE_PROBLEMS, MoJobErrorCode.ScriptVersionNotFound],
      handle: ({ path: { key, version }, body, scheduler }) =>
        savedResponse(scheduler, key, () => scheduler.scripts.release(key, numberOf(version), stated(body))),
    }),
  ];
}

function createDraftRoute(): Route {
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/jobs/:key/script/drafts`,
    uses: ["scripts.saveDraft"],
    operationId: "saveScriptDraft",
    tag: RouteTag.Jobs,
    summary: "Save a draft of a job's script",
    description:
      "As a version that no run executes, whatever is wrong with it; the response says what. Releasing it makes the next version.",
    path: jobPath,
    body: strictObject({ ...TEXT_FIELDS, comment: COMMENT }, "must be an object with source"),
    bodyExample: { source: "echo three", comment: "Try three" },
    responses: { 201: { description: "The draft, with what is wrong with it", schema: scriptDraftSchema } },
    problems: SAVE_PROBLEMS.filter((code) => code !== MoJobErrorCode.StaleScript),
    async handle({ path: { key }, body, scheduler }) {
      const { version, issues } = await scheduler.scripts.saveDraft(key, stated(body));
      return jsonResponse({ ...scriptTextJson(version), issues: issues.map(issueJson) }, 201);
    },
  });
}

/** The number of a version; 0 for a text that is no number, as no version has it. */
function numberOf(version: string): number {
  return /^\d+$/.test(version) ? Number(version) : 0;
}

/** @throws HTTPException 409 with the version that is in force, where it is not the expected one */
async function savedResponse(
  scheduler: UsedScheduler<"jobs.get" | "tasks.validate">,
  key: string,
  save: () => Promise<ScriptVersion>,
): Promise<Response> {
  try {
    const version = scriptTextJson(await save());
    const { language, source } = version;
    const body = language === "task" && source !== null ? (JSON.parse(source) as unknown) : undefined;
    return jsonResponse({ ...version, ...(await bodyWarnings(scheduler, key, body)) });
  } catch (error) {
    if (!isMoJobError(error, MoJobErrorCode.StaleScript)) throw error;
    const { script } = (await scheduler.jobs.get(key)).definition;
    throw httpProblem(MoJobErrorCode.StaleScript, error.message, { version: script?.version ?? 1 });
  }
}
