import { MoJobErrorCode } from "@mojob/core";
import { JOB_STATES, LogLevel } from "@mojob/core/ports";
import { wanted } from "@mojob/core/engine";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import type { Parser } from "../../request/validate.ts";
import { instanceId, instantOut, isInstant } from "../../schema/fields.ts";
import { isoOrNull } from "../../schema/iso.ts";
import { queryNumber, queryText } from "../../schema/query-fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { statusOrNull } from "./schema.ts";

const INSTANCE_PATH = strictObject({ id: instanceId });
const PROBLEMS = [MoJobErrorCode.InstanceNotFound, MoJobErrorCode.NotATask];
const MOST_LINES = 5000;
const NOT_A_PLACE = wanted("not_instant");

interface LinesPlace {
  readonly at: Date;
  readonly skip: number;
}

/** `next` of what was read before, or a time. */
const placeQuery: Parser<LinesPlace> = v.pipe(
  v.string(NOT_A_PLACE),
  v.metadata({
    description: "Where the lines go on: `next` of those before, or a time",
    examples: ["2026-01-31T08:00:00.000Z", "2026-01-31T08:00:00.000Z~2"],
  }),
  v.check((value) => {
    const [at = "", skip, ...more] = value.split("~");
    return isInstant(at) && (skip === undefined || /^\d{1,9}$/.test(skip)) && more.length === 0;
  }, NOT_A_PLACE),
  v.transform((value) => {
    const [at = "", skip = "0"] = value.split("~");
    return { at: new Date(at), skip: Number(skip) };
  }),
);

const historyRunSchema = v.object({
  id: v.string(),
  state: v.picklist(JOB_STATES),
  createdAt: instantOut,
  startedAt: v.nullable(instantOut),
  completedAt: v.nullable(instantOut),
  version: v.pipe(v.number(), v.description("Of its graph")),
  states: v.pipe(
    v.array(statusOrNull),
    v.description(
      "Of each of `nodes`; `null` where nothing was decided about it, or the graph does not have it",
    ),
  ),
  ms: v.pipe(
    v.array(v.nullable(v.number())),
    v.description("How long the latest execution of each of `nodes` took, in milliseconds"),
  ),
});

const nodeLineSchema = v.object({
  seq: v.pipe(v.number(), v.description("Counts from 1 in the log of its run")),
  at: instantOut,
  attempt: v.number(),
  level: v.picklist(Object.values(LogLevel)),
  message: v.string(),
  node: v.string(),
  run: v.pipe(v.string(), v.description("The name of its run in the task: visit, item and repetition")),
  runId: v.string(),
});

/** Routes about the nodes of a run beside each other: over the newest runs, and their lines. */
export function createNodeRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id/task/history`,
      uses: ["tasks.history"],
      isLong: true,
      operationId: "getTaskHistory",
      tag: RouteTag.Instances,
      summary: "See how the nodes of a task went in its newest runs",
      description:
        "At most 20 runs of the same job, the newest first; of a run that is older than those, the runs until it. " +
        "`states` and `ms` of each run have one entry for each of `nodes`.",
      path: INSTANCE_PATH,
      responses: {
        200: {
          description: "The nodes and the runs",
          schema: v.object({
            nodes: v.array(v.string()),
            runs: v.array(historyRunSchema),
            isComplete: v.pipe(
              v.boolean(),
              v.description("Whether no time was left out because the logs are too long"),
            ),
          }),
        },
      },
      problems: PROBLEMS,
      async handle({ path, scheduler }) {
        const { runs, ...history } = await scheduler.tasks.history(path.id);
        const shown = runs.map(({ createdAt, startedAt, completedAt, ...run }) => ({
          ...run,
          createdAt: createdAt.toISOString(),
          startedAt: isoOrNull(startedAt),
          completedAt: isoOrNull(completedAt),
        }));
        return jsonResponse({ ...history, runs: shown });
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id/task/lines`,
      uses: ["tasks.lines"],
      isLong: true,
      operationId: "listTaskLines",
      tag: RouteTag.Instances,
      summary: "Read the lines of all nodes of a task",
      description: "By time, whichever node wrote them. Ask again with `after` set to `next`.",
      path: INSTANCE_PATH,
      query: strictObject({
        node: v.optional(queryText(64, "The id of a node: its lines only")),
        after: v.optional(placeQuery),
        limit: v.optional(queryNumber(1, MOST_LINES, "Most lines; the default is 1000")),
      }),
      responses: {
        200: {
          description: "Lines, oldest first",
          schema: v.object({
            items: v.array(nodeLineSchema),
            next: v.pipe(
              v.nullable(v.string()),
              v.description("Where they go on; `null` where these are all by now"),
            ),
          }),
        },
      },
      problems: PROBLEMS,
      async handle({ path, query: { node, after, limit = 1000 }, scheduler }) {
        const { items, next } = await scheduler.tasks.lines(path.id, { node, after, limit });
        return jsonResponse({
          items: items.map((line) => ({ ...line, at: line.at.toISOString() })),
          next: next === null ? null : `${next.at.toISOString()}~${next.skip}`,
        });
      },
    }),
  ];
}
