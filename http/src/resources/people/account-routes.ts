import { MoJobError, MoJobErrorCode, type Principal, PrincipalKind } from "@mojob/core";
import { Permission } from "@mojob/core/engine";
import type { KnownPerson } from "@mojob/core/identity";
import * as v from "valibot";
import { Credential } from "../../auth/caller.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { line, text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { doerOf, fromOf, type PeopleContext } from "./people-context.ts";
import { listedSessionSchema, password, personJson, personSchema, sessionJson } from "./schema.ts";

const code = v.pipe(text(32, 1), v.description("Of the authenticator app"));

/** What people change of their own account, and the sessions that are open. */
export function createAccountRoutes(people: PeopleContext): readonly Route[] {
  return [...ownRoutes(people), ...factorRoutes(people), ...sessionRoutes(people)];
}

function ownRoutes(people: PeopleContext): readonly Route[] {
  const { identity, sessions, onEnded } = people;
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/account`,
      uses: [],
      operationId: "getAccount",
      tag: RouteTag.People,
      summary: "Show your account",
      description: "Of somebody who signed in by name.",
      path: null,
      query: null,
      body: null,
      headers: [],
      responses: { 200: { description: "Your account", schema: personSchema } },
      problems: [MoJobErrorCode.PersonNotFound],
      handle: async ({ principal }) => jsonResponse(personJson(await personOf(principal, people))),
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/account`,
      uses: [],
      operationId: "editAccount",
      tag: RouteTag.People,
      summary: "Change your name",
      description: null,
      path: null,
      query: null,
      body: strictObject({ displayName: line(128, 1) }),
      bodyExample: { displayName: "Li Na" },
      headers: [],
      responses: { 200: { description: "Your account", schema: personSchema } },
      problems: [MoJobErrorCode.PersonNotFound, MoJobErrorCode.StaleRevision],
      async handle(request) {
        const { name } = await personOf(request.principal, people);
        return jsonResponse(
          personJson(await identity.people.edit(name, request.body, null, doerOf(request, people))),
        );
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/account/password`,
      uses: [],
      operationId: "changePassword",
      tag: RouteTag.People,
      summary: "Change your password",
      description: "Every other session of yours ends; this one goes on with the cookie of the response.",
      path: null,
      query: null,
      body: strictObject({ before: password, password }),
      bodyExample: { before: "correct horse battery staple", password: "a longer one than that before" },
      headers: [],
      responses: {
        200: { description: "It is changed", schema: personSchema, headers: { "Set-Cookie": "The session" } },
      },
      problems: [
        MoJobErrorCode.WrongCredentials,
        MoJobErrorCode.PersonNotFound,
        MoJobErrorCode.StaleRevision,
      ],
      async handle({ body, context, principal, credential }) {
        assertInPerson(credential);
        const { name } = await personOf(principal, people);
        const from = fromOf(context, people);
        const person = await identity.signIn.changePassword(name, body, from);
        const cookie = await sessions.open(context.req.raw, principal, { method: "password", ...from });
        onEnded();
        return jsonResponse(personJson(person), 200, { "Set-Cookie": cookie });
      },
    }),
  ];
}

function factorRoutes(people: PeopleContext): readonly Route[] {
  const { identity } = people;
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/account/second-factor`,
      uses: [],
      operationId: "offerSecondFactor",
      tag: RouteTag.People,
      summary: "Begin a second factor",
      description:
        "Shows a secret for an authenticator app. It is in force once a code of it was sent with it.",
      path: null,
      query: null,
      body: strictObject({}),
      bodyExample: {},
      headers: [],
      responses: {
        200: { description: "The secret", schema: v.object({ secret: v.string(), uri: v.string() }) },
      },
      problems: [MoJobErrorCode.PersonNotFound],
      async handle({ principal, credential }) {
        assertInPerson(credential);
        return jsonResponse(identity.secondFactors.offer((await personOf(principal, people)).name));
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/account/second-factor/confirm`,
      uses: [],
      operationId: "confirmSecondFactor",
      tag: RouteTag.People,
      summary: "Put a second factor in force",
      description:
        "The response has codes for somebody who loses the device; each is taken once, and they are shown this once.",
      path: null,
      query: null,
      body: strictObject({ secret: v.pipe(text(64, 16), v.description("As it was offered")), code }),
      bodyExample: { secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", code: "123456" },
      headers: [],
      responses: {
        200: { description: "The codes", schema: v.object({ recoveryCodes: v.array(v.string()) }) },
      },
      problems: [
        MoJobErrorCode.WrongCredentials,
        MoJobErrorCode.PersonNotFound,
        MoJobErrorCode.StaleRevision,
      ],
      async handle({ body, context, principal, credential }) {
        assertInPerson(credential);
        const { name } = await personOf(principal, people);
        const recoveryCodes = await identity.secondFactors.confirm(
          name,
          body.secret,
          body.code,
          fromOf(context, people),
        );
        return jsonResponse({ recoveryCodes });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/account/second-factor/remove`,
      uses: [],
      operationId: "removeSecondFactor",
      tag: RouteTag.People,
      summary: "Remove your second factor",
      description: null,
      path: null,
      query: null,
      body: strictObject({ code }),
      bodyExample: { code: "123456" },
      headers: [],
      responses: { 204: { description: "You sign in without one" } },
      problems: [
        MoJobErrorCode.WrongCredentials,
        MoJobErrorCode.PersonNotFound,
        MoJobErrorCode.StaleRevision,
      ],
      async handle(request) {
        assertInPerson(request.credential);
        const { name } = await personOf(request.principal, people);
        if (!(await identity.secondFactors.take(name, request.body.code)))
          throw new MoJobError(MoJobErrorCode.WrongCredentials, "The code is wrong");
        await identity.secondFactors.remove(name, doerOf(request, people));
        return new Response(null, { status: 204 });
      },
    }),
  ];
}

function sessionRoutes(people: PeopleContext): readonly Route[] {
  const { sessions, identity, onEnded } = people;
  const holderOf = (principal: Principal): Principal | null =>
    principal.permissions.includes(Permission.EditDeployment) ? null : principal;
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/sessions`,
      uses: [],
      operationId: "listSessions",
      tag: RouteTag.People,
      summary: "List open sessions",
      description: "Your own; with `deployment:edit` everybody's.",
      path: null,
      query: null,
      body: null,
      headers: [],
      responses: {
        200: {
          description: "The latest used first",
          schema: v.object({ items: v.array(listedSessionSchema) }),
        },
      },
      problems: [],
      handle: async ({ principal, context }) =>
        jsonResponse({ items: (await sessions.list(context.req.raw, holderOf(principal))).map(sessionJson) }),
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/sessions/:id`,
      uses: [],
      operationId: "endOtherSession",
      tag: RouteTag.People,
      summary: "End a session",
      description: "It counts at once: its live streams end, too.",
      path: strictObject({ id: text(64, 1) }),
      query: null,
      body: null,
      headers: [],
      responses: { 204: { description: "It has ended" } },
      problems: [MoJobErrorCode.SessionNotFound],
      async handle({ principal, context, path: { id } }) {
        if (!(await sessions.endOne(context.req.raw, id, holderOf(principal))))
          throw new MoJobError(MoJobErrorCode.SessionNotFound, `Cannot find session "${id}"`);
        onEnded();
        return new Response(null, { status: 204 });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/sessions/end`,
      uses: [],
      operationId: "endSessions",
      tag: RouteTag.People,
      summary: "Sign out everywhere",
      description: "Ends every session of yours; with `deployment:edit` those of a person whom you name.",
      path: null,
      query: null,
      body: strictObject({ name: v.optional(text(64, 1)) }),
      bodyExample: {},
      headers: [],
      responses: { 204: { description: "They have ended" } },
      problems: [MoJobErrorCode.PersonNotFound, MoJobErrorCode.StaleRevision],
      async handle(request) {
        const { principal, body } = request;
        const own = principal.kind === PrincipalKind.User ? principal.name : null;
        const name = body.name ?? own ?? "";
        if (name !== own && !principal.permissions.includes(Permission.EditDeployment))
          throw new MoJobError(MoJobErrorCode.PersonNotFound, `Cannot find "${name}": nobody has this name`);
        await identity.people.endSessions(name, doerOf(request, people));
        onEnded();
        return new Response(null, { status: 204 });
      },
    }),
  ];
}

/** @throws MoJobError `person_not_found` for a caller that is no person of this deployment */
function personOf({ kind, name }: Principal, { identity }: PeopleContext): Promise<KnownPerson> {
  return identity.people.get(kind === PrincipalKind.User && name !== null ? name : "");
}

/** @throws MoJobError `forbidden` for a token: one that leaked must not take the account over */
function assertInPerson(credential: Credential): void {
  if (credential !== Credential.Token) return;
  throw new MoJobError(MoJobErrorCode.Forbidden, "Cannot change how you sign in by a token: sign in by name");
}
