import { MoJobErrorCode } from "@mojob/core";
import type { SecretSummary } from "@mojob/core/engine";
import * as v from "valibot";
import { type Wire, wireObject } from "../schema/wire.ts";
import type { Parser } from "../request/validate.ts";
import { API_BASE } from "../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route/route.ts";
import { appName, instantOut, text } from "../schema/fields.ts";
import { queryText } from "../schema/query-fields.ts";
import { strictObject } from "../schema/strict-object.ts";

const secretSchema: Parser<Wire<SecretSummary>> = wireObject({
  app: v.string(),
  name: v.string(),
  version: v.pipe(v.number(), v.description("Counts its values from 1")),
  key: v.pipe(v.string(), v.description("The id of the key that sealed it")),
  canOpen: v.pipe(v.boolean(), v.description("Whether this process has that key")),
  createdAt: instantOut,
  createdBy: v.nullable(v.string()),
  updatedAt: v.pipe(instantOut, v.description("When its value was given")),
  updatedBy: v.nullable(v.string()),
  usedBy: v.pipe(v.array(v.string()), v.description("The keys of the jobs whose work names it")),
});

const SECRET_RESPONSE = { description: "The secret, without its value", schema: secretSchema };
const SECRET_PATH: Parser<{ readonly app: string; readonly name: string }> = strictObject({
  app: appName,
  name: text(64, 1),
});
const value: Parser<string> = v.pipe(
  text(16 * 1024),
  v.description("8 characters to 16 KiB; no response ever contains it"),
);

/** Texts that jobs need: they are written and never read. */
export function createSecretRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/secrets`,
      uses: ["secrets.list"],
      operationId: "listSecrets",
      tag: RouteTag.Secrets,
      summary: "List secrets",
      description:
        "By app and name: who gave each its value and when, and the jobs that name it. The values are not shown.",
      query: strictObject({ app: v.optional(queryText(63, "One app only")) }),
      responses: { 200: { description: "The secrets", schema: v.object({ items: v.array(secretSchema) }) } },
      handle: async ({ query: { app }, scheduler }) =>
        jsonResponse({ items: await scheduler.secrets.list(app) }),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/secrets`,
      uses: ["secrets.create"],
      operationId: "createSecret",
      tag: RouteTag.Secrets,
      summary: "Create a secret",
      description:
        "Jobs of its app name it: programs and scripts in `work.secrets`, requests as `{{secrets.NAME}}` in a header or the body.",
      body: strictObject(
        { app: appName, name: text(64, 1), value },
        "must be an object with app, name and value",
      ),
      bodyExample: { app: "ops", name: "DB_PASSWORD", value: "correct horse battery staple" },
      responses: { 201: SECRET_RESPONSE },
      problems: [MoJobErrorCode.SecretTaken, MoJobErrorCode.KeyMissing, MoJobErrorCode.StaleRevision],
      handle: async ({ body, scheduler }) =>
        jsonResponse(await scheduler.secrets.create(body.app, body.name, body.value), 201),
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/secrets/:app/:name`,
      uses: ["secrets.replace"],
      operationId: "replaceSecret",
      tag: RouteTag.Secrets,
      summary: "Give a secret another value",
      description: "Runs that begin later get it.",
      path: SECRET_PATH,
      body: strictObject({ value }, "must be an object with value"),
      bodyExample: { value: "another battery staple" },
      responses: { 200: SECRET_RESPONSE },
      problems: [MoJobErrorCode.SecretNotFound, MoJobErrorCode.KeyMissing, MoJobErrorCode.StaleRevision],
      handle: async ({ path: { app, name }, body, scheduler }) =>
        jsonResponse(await scheduler.secrets.replace(app, name, body.value)),
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/secrets/:app/:name`,
      uses: ["secrets.remove"],
      operationId: "deleteSecret",
      tag: RouteTag.Secrets,
      summary: "Delete a secret",
      description: "Runs of jobs that name it fail from now on, before anything of them starts.",
      path: SECRET_PATH,
      responses: {
        200: { description: "It is deleted", schema: v.object({ app: v.string(), name: v.string() }) },
      },
      problems: [MoJobErrorCode.SecretNotFound],
      async handle({ path: { app, name }, scheduler }) {
        await scheduler.secrets.remove(app, name);
        return jsonResponse({ app, name });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/secrets/reseal`,
      uses: ["secrets.reseal"],
      operationId: "resealSecrets",
      tag: RouteTag.Secrets,
      summary: "Seal secrets with the newest key",
      description: "Those that an older key sealed; afterwards older keys can be taken out of the ring.",
      body: strictObject({}, "must be an empty object"),
      responses: {
        200: { description: "How many were sealed again", schema: v.object({ resealed: v.number() }) },
      },
      problems: [MoJobErrorCode.KeyMissing, MoJobErrorCode.StaleRevision],
      handle: async ({ scheduler }) => jsonResponse({ resealed: await scheduler.secrets.reseal() }),
    }),
  ];
}
