import { ALL_PERMISSIONS, type Grant, type Permission, WaitingFires } from "@mojob/core/engine";
import { MoJobError, MoJobErrorCode, type Principal, PrincipalKind } from "@mojob/core";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../route/api-context.ts";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { httpProblem } from "../problem/problem.ts";
import { Credential } from "../auth/caller.ts";
import type { Sessions } from "../auth/session/session.ts";
import { wireObject } from "../schema/wire.ts";
import type { Parser } from "../request/validate.ts";
import { fromOf, type PeopleOptions } from "./identity/people-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route/route.ts";
import { strictObject } from "../schema/strict-object.ts";

/** By what a caller of this API is signed in: signatures are for calls of executors. */
const Access = [Credential.Local, Credential.Token, Credential.Session, Credential.User] as const;
type Access = (typeof Access)[number];

/** Who signed in by name. */
interface AccountJson {
  readonly name: string;
  readonly displayName: string;
  readonly isSuperadmin: boolean;
  readonly mustSetUpSecondFactor: boolean;
}

interface SessionJson {
  readonly account: AccountJson | null;
  readonly hasPeople: boolean;
  readonly hasProtection: boolean;
  readonly tenant: string;
  readonly environment: string | null;
  readonly access: Access;
  readonly app: string | null;
  readonly permissions: readonly Permission[];
  readonly grants?: readonly Grant[] | undefined;
  readonly hasWorkflows: boolean;
  readonly features: readonly string[];
  readonly stopWaiting: WaitingFires;
}

type OfScheduler = Pick<SessionJson, "tenant" | "hasWorkflows" | "features" | "stopWaiting">;

const sessionSchema: Parser<SessionJson> = wireObject({
  account: v.pipe(
    v.nullable(
      v.object({
        name: v.string(),
        displayName: v.string(),
        isSuperadmin: v.boolean(),
        mustSetUpSecondFactor: v.pipe(
          v.boolean(),
          v.description(
            "The tenant requires a second factor: until it is set up, only the account is reached",
          ),
        ),
      }),
    ),
    v.description("Who you are, where you signed in by name"),
  ),
  hasPeople: v.pipe(
    v.boolean(),
    v.description("Whether people can be kept here, with their roles and tokens"),
  ),
  hasProtection: v.pipe(
    v.boolean(),
    v.description("Whether the program around the API says what protects the installation"),
  ),
  tenant: v.pipe(v.string(), v.description("The tenant that everything here belongs to")),
  environment: v.pipe(
    v.nullable(v.string()),
    v.description("What this installation is for, such as `production`, where its operator says so"),
  ),
  access: v.pipe(
    v.picklist(Access),
    v.description(
      "By what you are signed in: this machine (no token is configured), the token, a session, or the login of the app around this one",
    ),
  ),
  app: v.pipe(v.nullable(v.string()), v.description("The one app everything here is limited to")),
  permissions: v.pipe(
    v.array(v.picklist(ALL_PERMISSIONS)),
    v.description("What you may do; a call that needs another one is refused"),
  ),
  grants: v.optional(
    v.pipe(
      v.array(v.object({ permission: v.picklist(ALL_PERMISSIONS), apps: v.array(v.string()) })),
      v.description("What you may do in some apps only"),
    ),
  ),
  hasWorkflows: v.pipe(v.boolean(), v.description("Whether runs are workflows on Temporal")),
  features: v.pipe(
    v.array(v.string()),
    v.description("What the scheduler can do beside the jobs themselves: `why`, `alarms`, `tasks`, `views`"),
  ),
  stopWaiting: v.pipe(
    v.picklist(Object.values(WaitingFires)),
    v.description(
      "What becomes of the runs that wait when an app is stopped, where the request does not say",
    ),
  ),
});

const NOTHING = strictObject({}, "must be an empty object");

export interface SessionRoutesOptions {
  /** Is called when a session has ended here. */
  readonly onEnded: () => void;
  readonly people: PeopleOptions | undefined;
  /** Whether the tenant requires a second factor of who signs in with a password. */
  readonly requiresSecondFactor: () => Promise<boolean>;
  readonly hasProtection: boolean;
  readonly environment: string | null;
}

/** Signing in with a browser, which keeps a cookie that no script can read instead of the token. */
export function createSessionRoutes(
  { app }: ApiContext,
  sessions: Sessions | undefined,
  { onEnded, people, requiresSecondFactor, hasProtection, environment }: SessionRoutesOptions,
): readonly Route[] {
  const ofCaller = async (
    access: Access,
    { kind, name, permissions, grants }: Principal,
    { tenant, hasWorkflows, features, stopWaiting }: OfScheduler,
  ): Promise<SessionJson> => {
    const isPerson =
      people !== undefined && kind === PrincipalKind.User && name !== null && access !== Credential.User;
    const person = isPerson ? await people.identity.people.get(name) : null;
    const account = person && {
      name: person.name,
      displayName: person.displayName,
      isSuperadmin: person.isSuperadmin,
      mustSetUpSecondFactor:
        (await people?.identity.lacksSecondFactor(person.name)) === true && (await requiresSecondFactor()),
    };
    const hasPeople = people !== undefined;
    return {
      access,
      app,
      account,
      hasPeople,
      hasProtection,
      tenant,
      environment,
      permissions,
      ...(grants && { grants }),
      hasWorkflows,
      features,
      stopWaiting,
    };
  };
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/session`,
      uses: [],
      isOfAccount: true,
      operationId: "getSession",
      tag: RouteTag.System,
      summary: "Show whether you are signed in",
      responses: { 200: { description: "By what you are signed in", schema: sessionSchema } },
      handle: async ({ credential, principal, scheduler }) =>
        jsonResponse(await ofCaller(credential as Access, principal, scheduler)),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/session`,
      uses: [],
      operationId: "openSession",
      tag: RouteTag.System,
      summary: "Sign in with a browser",
      description:
        "Send the token once as `Authorization`; a session does not open another one. The cookie of the response replaces the " +
        "token for pages of this origin, until you sign out, 12 hours pass without a request, or 7 days are over. Only the API's own token " +
        "opens a session, which may do what the token may do.",
      body: NOTHING,
      bodyExample: {},
      responses: {
        200: {
          description: "You are signed in",
          schema: sessionSchema,
          headers: { "Set-Cookie": "The session; none where no token is configured" },
        },
      },
      async handle({ context, credential, principal, scheduler }) {
        const isLocal = credential === Credential.Local;
        if (sessions !== undefined && !isLocal && credential !== Credential.Token)
          throw httpProblem(HttpProblemCode.Unauthorized, "Send the token as Authorization: Bearer <token>");
        // A personal token may do less than its person: it must not become their session.
        if (credential === Credential.Token && principal.kind === PrincipalKind.User)
          throw new MoJobError(
            MoJobErrorCode.Forbidden,
            "Cannot open a session by a personal token: sign in by name",
          );
        const from = people === undefined ? { address: null, agent: null } : fromOf(context, people);
        const cookie = isLocal
          ? undefined
          : await sessions?.open(context.req.raw, principal, { method: "token", ...from });
        onEnded();
        const access = cookie === undefined ? credential : Credential.Session;
        return jsonResponse(
          await ofCaller(access as Access, principal, scheduler),
          200,
          cookie === undefined ? {} : { "Set-Cookie": cookie },
        );
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/session/end`,
      uses: [],
      isOfAccount: true,
      operationId: "endSession",
      tag: RouteTag.System,
      summary: "Sign out",
      description:
        "Ends the session for every holder of its cookie, and removes the cookie from this browser.",
      body: NOTHING,
      bodyExample: {},
      responses: {
        200: {
          description: "You are signed out",
          schema: v.object({}),
          headers: { "Set-Cookie": "Ends the session" },
        },
      },
      async handle({ context: { req } }) {
        const cookie = await sessions?.end(req.raw);
        onEnded();
        return jsonResponse({}, 200, cookie === undefined ? {} : { "Set-Cookie": cookie });
      },
    }),
  ];
}
