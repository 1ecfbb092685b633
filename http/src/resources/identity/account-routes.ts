import { MoJobError, MoJobErrorCode, type Principal, PrincipalKind } from "@mojob/core";
import type { KnownPerson } from "@mojob/identity";
import * as v from "valibot";
import { Credential } from "../../auth/caller.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { line, text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { doerOf, fromOf, type PeopleContext } from "./people-context.ts";
import { password, personJson, personSchema } from "./schema.ts";

const code = v.pipe(text(32, 1), v.description("Of the authenticator app"));

/** That it is you, and not somebody who has your cookie. */
const PROOF = {
  password: v.optional(v.pipe(password, v.description("Yours; needed where you have one"))),
  currentCode: v.optional(
    v.pipe(
      text(32, 1),
      v.description("Of the second factor in force, or a recovery code; needed where there is one"),
    ),
  ),
};

/** Routes by which people change their own account. */
export function createAccountRoutes(people: PeopleContext): readonly Route[] {
  return [
    getAccountRoute(people),
    editAccountRoute(people),
    changePasswordRoute(people),
    offerSecondFactorRoute(people),
    confirmSecondFactorRoute(people),
    removeSecondFactorRoute(people),
  ];
}

function getAccountRoute(people: PeopleContext): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/account`,
    uses: [],
    isOfAccount: true,
    operationId: "getAccount",
    tag: RouteTag.People,
    summary: "Show your account",
    description: "Of somebody who signed in by name.",
    responses: { 200: { description: "Your account", schema: personSchema } },
    problems: [MoJobErrorCode.PersonNotFound],
    handle: async ({ principal }) => jsonResponse(personJson(await personOf(principal, people))),
  });
}

function editAccountRoute(people: PeopleContext): Route {
  const { identity } = people;
  return defineRoute({
    method: "PATCH",
    pattern: `${API_BASE}/account`,
    uses: [],
    isOfAccount: true,
    operationId: "editAccount",
    tag: RouteTag.People,
    summary: "Change your name",
    body: strictObject({ displayName: line(128, 1) }),
    bodyExample: { displayName: "Li Na" },
    responses: { 200: { description: "Your account", schema: personSchema } },
    problems: [MoJobErrorCode.PersonNotFound, MoJobErrorCode.StaleRevision],
    async handle(request) {
      assertInPerson(request.credential);
      const { name } = await personOf(request.principal, people);
      return jsonResponse(
        personJson(await identity.people.edit(name, request.body, null, doerOf(request, people))),
      );
    },
  });
}

function changePasswordRoute(people: PeopleContext): Route {
  const { identity, sessions, onEnded } = people;
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/account/password`,
    uses: [],
    isOfAccount: true,
    operationId: "changePassword",
    tag: RouteTag.People,
    summary: "Change your password",
    description: "Every other session of yours ends; this one goes on with the cookie of the response.",
    body: strictObject({ before: password, password }),
    bodyExample: { before: "correct horse battery staple", password: "a longer one than that before" },
    responses: {
      200: { description: "It is changed", schema: personSchema, headers: { "Set-Cookie": "The session" } },
    },
    problems: [MoJobErrorCode.WrongCredentials, MoJobErrorCode.PersonNotFound, MoJobErrorCode.StaleRevision],
    async handle({ body, context, principal, credential }) {
      assertInPerson(credential);
      const { name } = await personOf(principal, people);
      const from = fromOf(context, people);
      const person = await identity.signIn.changePassword(name, body, from);
      const cookie = await sessions.open(context.req.raw, principal, { method: "password", ...from });
      onEnded();
      return jsonResponse(personJson(person), 200, { "Set-Cookie": cookie });
    },
  });
}

function offerSecondFactorRoute(people: PeopleContext): Route {
  const { identity } = people;
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/account/second-factor`,
    uses: [],
    isOfAccount: true,
    operationId: "offerSecondFactor",
    tag: RouteTag.People,
    summary: "Begin a second factor",
    description:
      "Shows a secret for an authenticator app. It is in force once a code of it was sent, within 15 minutes; what was in force before is until then.",
    body: strictObject({}),
    bodyExample: {},
    responses: {
      200: { description: "The secret", schema: v.object({ secret: v.string(), uri: v.string() }) },
    },
    problems: [MoJobErrorCode.PersonNotFound],
    async handle({ principal, credential }) {
      assertInPerson(credential);
      return jsonResponse(await identity.secondFactors.offer((await personOf(principal, people)).name));
    },
  });
}

function confirmSecondFactorRoute(people: PeopleContext): Route {
  const { identity } = people;
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/account/second-factor/confirm`,
    uses: [],
    isOfAccount: true,
    operationId: "confirmSecondFactor",
    tag: RouteTag.People,
    summary: "Put a second factor in force",
    description:
      "The one that was offered last. Your password is needed, where you have one, and a code of the factor that it replaces, where there is one. " +
      "The response has codes for somebody who loses the device; each is taken once, and they are shown this once.",
    body: strictObject({ code, ...PROOF }),
    bodyExample: { code: "123456", password: "correct horse battery staple" },
    responses: {
      200: { description: "The codes", schema: v.object({ recoveryCodes: v.array(v.string()) }) },
    },
    problems: [
      MoJobErrorCode.WrongCredentials,
      MoJobErrorCode.SecondFactorNeeded,
      MoJobErrorCode.TooManyAttempts,
      MoJobErrorCode.PersonNotFound,
      MoJobErrorCode.StaleRevision,
      MoJobErrorCode.KeyMissing,
    ],
    async handle({ body, context, principal, credential }) {
      assertInPerson(credential);
      const { name } = await personOf(principal, people);
      const recoveryCodes = await identity.secondFactors.confirm(name, body, fromOf(context, people));
      return jsonResponse({ recoveryCodes });
    },
  });
}

function removeSecondFactorRoute(people: PeopleContext): Route {
  const { identity } = people;
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/account/second-factor/remove`,
    uses: [],
    isOfAccount: true,
    operationId: "removeSecondFactor",
    tag: RouteTag.People,
    summary: "Remove your second factor",
    description: "With your password, where you have one, and a code of it or a recovery code.",
    body: strictObject(PROOF),
    bodyExample: { password: "correct horse battery staple", currentCode: "123456" },
    responses: { 204: { description: "You sign in without one" } },
    problems: [
      MoJobErrorCode.WrongCredentials,
      MoJobErrorCode.SecondFactorNeeded,
      MoJobErrorCode.TooManyAttempts,
      MoJobErrorCode.PersonNotFound,
      MoJobErrorCode.StaleRevision,
      MoJobErrorCode.KeyMissing,
    ],
    async handle(request) {
      assertInPerson(request.credential);
      const { name } = await personOf(request.principal, people);
      await identity.secondFactors.remove(name, request.body, doerOf(request, people));
      return new Response(null, { status: 204 });
    },
  });
}

/** @throws MoJobError `person_not_found` for a caller that is no person of this deployment */
function personOf({ kind, name }: Principal, { identity }: PeopleContext): Promise<KnownPerson> {
  return identity.people.get(kind === PrincipalKind.User && name !== null ? name : "");
}

/** @throws MoJobError `forbidden` for a token: one that leaked must not take the account over, and one that is limited is limited here, too */
export function assertInPerson(credential: Credential): void {
  if (credential !== Credential.Token) return;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    "Cannot do this with an account by a token: sign in by name",
  );
}
