import * as v from "valibot";
import { API_BASE, type ApiContext } from "../api-context.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import type { Sessions } from "../auth/session.ts";
import type { Parser } from "../request/validate.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route.ts";
import { strictObject } from "../schemas/strict-object.ts";

/** Why a caller is answered. */
const Access = { Local: "local", Token: "token", Session: "session" } as const;
type Access = (typeof Access)[keyof typeof Access];

interface SessionJson {
  readonly access: Access;
  readonly app: string | null;
}

const sessionSchema: Parser<SessionJson> = v.object({
  access: v.pipe(
    v.picklist(Object.values(Access)),
    v.description("Why you are answered: no token is configured, you sent it, or you signed in"),
  ),
  app: v.pipe(v.nullable(v.string()), v.description("The one app everything here is limited to")),
});

const NOTHING = strictObject({}, "must be an empty object");

/** Signing in with a browser, which keeps a cookie no script can read in place of the token. */
export function createSessionRoutes(context: ApiContext, sessions: Sessions | undefined): readonly Route[] {
  const { app } = context;
  const accessOf = (request: Request): Access => {
    if (sessions === undefined) return Access.Local;
    return request.headers.has("Authorization") ? Access.Token : Access.Session;
  };

  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/session`,
      policy: RoutePolicy.Guarded,
      operationId: "getSession",
      tag: RouteTag.System,
      summary: "Ask whether you are signed in",
      description: null,
      path: null,
      query: null,
      body: null,
      headers: [],
      answers: { 200: { description: "How you are", schema: sessionSchema } },
      problems: [],
      handle: ({ context: { req } }) => jsonResponse({ access: accessOf(req.raw), app }),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/session`,
      policy: RoutePolicy.Guarded,
      operationId: "openSession",
      tag: RouteTag.System,
      summary: "Sign in with a browser",
      description:
        "Send the token once; the cookie of the answer stands for it for 12 hours, from pages of this origin alone.",
      path: null,
      query: null,
      body: NOTHING,
      bodyExample: {},
      headers: [],
      answers: {
        200: {
          description: "You are signed in",
          schema: sessionSchema,
          headers: { "Set-Cookie": "The session; none where no token is configured" },
        },
      },
      problems: [],
      async handle({ context: { req } }) {
        const cookie = await sessions?.open(req.raw);
        const access = sessions === undefined ? Access.Local : Access.Session;
        return jsonResponse({ access, app }, 200, cookie === undefined ? {} : { "Set-Cookie": cookie });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/session/end`,
      policy: RoutePolicy.Guarded,
      operationId: "endSession",
      tag: RouteTag.System,
      summary: "Sign out",
      description: "Takes the cookie back from this browser.",
      path: null,
      query: null,
      body: NOTHING,
      bodyExample: {},
      headers: [],
      answers: {
        200: {
          description: "You are signed out",
          schema: v.object({}),
          headers: { "Set-Cookie": "Ends the session" },
        },
      },
      problems: [],
      handle: ({ context: { req } }) =>
        jsonResponse({}, 200, sessions === undefined ? {} : { "Set-Cookie": sessions.end(req.raw) }),
    }),
  ];
}
