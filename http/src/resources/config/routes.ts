import type * as config from "@mojob/config";
import { MoJobErrorCode } from "@mojob/core";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { queryText } from "../../schema/query-fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { OneAtATime } from "../imports/one-at-a-time.ts";
import { appliedSchema, applyBody, diffBody, diffSchema, EXAMPLE } from "./schema.ts";

const READS = ["jobs.list", "registry.defaults"] as const;
const READS_SOME = [
  "settings.get?",
  "calendars.list?",
  "views.list?",
  "alarms.rules?",
  "alarms.routes?",
  "alarms.heartbeats?",
  "alarms.silences?",
] as const;
const WRITES = [
  ...READS,
  ...READS_SOME,
  "jobs.check?",
  "jobs.create?",
  "jobs.update?",
  "jobs.remove?",
  "settings.change?",
  "calendars.create?",
  "calendars.update?",
  "calendars.remove?",
  "views.create?",
  "views.replace?",
  "views.remove?",
  "alarms.replaceRules?",
  "alarms.replaceRoutes?",
  "alarms.replaceHeartbeats?",
  "alarms.silence?",
  "alarms.endSilence?",
  "audit.note",
] as const;

/** Who reads no configuration does not wait, at the start, for what reads YAML. */
const load = (): Promise<typeof config> => import("@mojob/config");

/** What people have configured, as one document. */
export function createConfigRoutes({ clock }: ApiContext): readonly Route[] {
  const comparisons = new OneAtATime(
    "compare this configuration: another one is compared or applied, and a process does one for a tenant at a time",
  );
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/config`,
      uses: [...READS, ...READS_SOME],
      operationId: "getConfig",
      tag: RouteTag.Config,
      summary: "Read the configuration",
      description:
        "Jobs that were made by hand with their scripts and tasks, what was changed beside the code of others, alarm rules, routes, heartbeats, " +
        "maintenance windows, calendars, shared views and the settings of the tenant, as YAML: the same text as long as nothing is changed. It has no " +
        "secrets but by their names. What the caller may not read is left out, and a comment says so.",
      query: strictObject({ app: v.optional(queryText(64, "What is of this app alone")) }),
      responses: {
        200: {
          description: "The document",
          mediaType: "application/yaml",
          headers: { "Content-Disposition": "The file's name" },
        },
      },
      async handle({ query: { app }, scheduler }) {
        const { readConfig } = await load();
        const body = await readConfig(scheduler, { clock, ...(app !== undefined && { app }) });
        return new Response(body, {
          headers: {
            "Content-Type": "application/yaml; charset=utf-8",
            "Content-Disposition": 'attachment; filename="mojob.yaml"',
          },
        });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/config/diff`,
      uses: WRITES,
      isLong: true,
      operationId: "diffConfig",
      tag: RouteTag.Config,
      summary: "Compare a configuration",
      description:
        "What `PUT /config` would create, change and remove, value by value; nothing is written. All of the document is checked as if it were " +
        "applied: each mistake has a pointer, and its line and column in the text.",
      body: diffBody,
      bodyExample: EXAMPLE,
      responses: { 200: { description: "The changes; none where it is so already", schema: diffSchema } },
      handle: ({ body, scheduler, context }) =>
        comparisons.run(context.req.raw.signal, async () => {
          const { diffConfig } = await load();
          return jsonResponse(await diffConfig(scheduler, body.text, { clock, prune: body.prune ?? false }));
        }),
    }),
    defineRoute({
      method: "PUT",
      pattern: `${API_BASE}/config`,
      uses: WRITES,
      isLong: true,
      operationId: "applyConfig",
      tag: RouteTag.Config,
      summary: "Apply a configuration",
      description:
        "Makes what the diff showed, in an order in which references hold, each change by its own right and with its own act. Where one fails, " +
        "those before it stay, and `parameters` of the problem says which: `applied`, `count`, `failed`. The same request again goes on.",
      body: applyBody,
      bodyExample: { ...EXAMPLE, digest: "ZkX0pZrm2c3hQ1bq", note: "commit 1a2b3c" },
      responses: {
        200: {
          description: "What was changed; nothing where it was so already",
          schema: appliedSchema,
        },
      },
      problems: [
        MoJobErrorCode.StaleRevision,
        MoJobErrorCode.JobKeyTaken,
        MoJobErrorCode.JobNotFound,
        MoJobErrorCode.InvalidArgs,
        MoJobErrorCode.InvalidCron,
        MoJobErrorCode.QuotaExceeded,
        MoJobErrorCode.TaskRefused,
        MoJobErrorCode.SilenceNotFound,
        MoJobErrorCode.ViewNotFound,
      ],
      handle: ({ body: { text: document, ...given }, scheduler, context, from, isLive }) =>
        comparisons.run(context.req.raw.signal, async () => {
          const options = {
            ...stated<{ prune?: boolean; digest: string; note?: string | null }>(given),
            clock,
            from,
            isLive,
          };
          const { applyConfig } = await load();
          return jsonResponse(await applyConfig(scheduler, document, options));
        }),
    }),
  ];
}
