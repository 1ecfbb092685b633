import { MoJobErrorCode } from "@mojob/core";
import type { AppSummary } from "@mojob/core/engine";
import * as v from "valibot";
import { wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { line, nullable, text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { type PauseJson, pauseJson } from "../jobs/json.ts";
import { pauseSchema, waitingFires } from "../jobs/schema.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";

export type AppJson = Omit<AppSummary, "stopped"> & { readonly stopped: PauseJson | null };

export const appSchema: Parser<AppJson> = wireObject({
  app: v.string(),
  jobs: v.number(),
  workers: v.pipe(v.number(), v.description("Its workers that are online")),
  missing: v.pipe(
    v.array(v.string()),
    v.description("The names on its list of executors under which no worker is online"),
  ),
  waiting: v.pipe(v.number(), v.description("Its runs that wait for a worker or a slot")),
  running: v.pipe(v.number(), v.description("Its runs under way")),
  endedPerMinute: v.pipe(
    v.number(),
    v.description("Runs that ended in a minute, on average over the last five"),
  ),
  drainMs: v.pipe(
    v.nullable(v.number()),
    v.description("How long the waiting runs take at that pace; `null` where none ends"),
  ),
  stopped: v.pipe(
    v.nullable(pauseSchema),
    v.description("Since when, why and by whom its jobs are stopped; `null` where they are not"),
  ),
});

const APP_PATH: Parser<{ readonly app: string }> = strictObject({ app: text(63, 1) });

const APP_RESPONSE = { description: "The app", schema: v.object({ app: v.string() }) };

/** The services whose jobs these are. */
export function createAppRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/apps`,
      uses: ["apps"],
      operationId: "listApps",
      tag: RouteTag.Workers,
      summary: "List apps",
      description:
        "Those that have jobs or workers, or should have executors, by name, with what waits for them.",
      responses: { 200: { description: "The apps", schema: v.object({ items: v.array(appSchema) }) } },
      handle: async ({ scheduler }) => {
        const apps = await scheduler.apps();
        return jsonResponse({ items: apps.map((app) => ({ ...app, stopped: pauseJson(app.stopped) })) });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/apps/:app/stop`,
      uses: ["jobs.stopApp"],
      operationId: "stopApp",
      tag: RouteTag.Workers,
      summary: "Stop an app",
      description:
        "Its jobs do not fire, and nothing of them begins but what is run by hand, until it is started again. Jobs that it registers " +
        "meanwhile are stopped too; a job's own pause stays what it is.",
      path: APP_PATH,
      body: strictObject(
        { note: v.optional(nullable(line(500))), waiting: v.optional(waitingFires) },
        "must be an object with note and waiting",
      ),
      bodyExample: { note: "Migration under way", waiting: "hold" },
      responses: { 200: APP_RESPONSE },
      problems: [MoJobErrorCode.StaleRevision],
      handle: async ({ path: { app }, body: { note = null, waiting }, scheduler }) => {
        await scheduler.jobs.stopApp(app, { note, ...(waiting !== undefined && { waiting }) });
        return jsonResponse({ app });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/apps/:app/start`,
      uses: ["jobs.startApp"],
      operationId: "startApp",
      tag: RouteTag.Workers,
      summary: "Start an app again",
      description:
        "What was held begins; fires that were due meanwhile are not made up for. Jobs that were paused stay paused.",
      path: APP_PATH,
      body: strictObject({}, "must be an empty object"),
      responses: { 200: APP_RESPONSE },
      problems: [MoJobErrorCode.StaleRevision],
      handle: async ({ path: { app }, scheduler }) => {
        await scheduler.jobs.startApp(app);
        return jsonResponse({ app });
      },
    }),
  ];
}
