import { MoJobError, MoJobErrorCode, type Principal, PrincipalKind } from "@mojob/core";
import { Permission } from "@mojob/core/engine";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, type RouteRequest, RouteTag } from "../../route/route.ts";
import { text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { assertInPerson } from "./account-routes.ts";
import { doerOf, type PeopleContext } from "./people-context.ts";
import { listedSessionSchema, sessionJson } from "./schema.ts";

/** The sessions that are open. */
export function createSessionListRoutes(people: PeopleContext): readonly Route[] {
  return [listSessionsRoute(people), endOtherSessionRoute(people), endSessionsRoute(people)];
}

function listSessionsRoute(people: PeopleContext): Route {
  const { sessions } = people;
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/sessions`,
    uses: [],
    isOfAccount: true,
    operationId: "listSessions",
    tag: RouteTag.People,
    summary: "List open sessions",
    description: "Your own; with `deployment:edit` everybody's.",
    responses: {
      200: {
        description: "The latest used first",
        schema: v.object({ items: v.array(listedSessionSchema) }),
      },
    },
    async handle(request) {
      const listed = await sessions.list(request.context.req.raw, holderOf(request));
      return jsonResponse({ items: listed.map(sessionJson) });
    },
  });
}

function endOtherSessionRoute(people: PeopleContext): Route {
  const { sessions, onEnded } = people;
  return defineRoute({
    method: "DELETE",
    pattern: `${API_BASE}/sessions/:id`,
    uses: [],
    isOfAccount: true,
    operationId: "endOtherSession",
    tag: RouteTag.People,
    summary: "End a session",
    description: "It counts at once: its live streams end, too.",
    path: strictObject({ id: text(64, 1) }),
    responses: { 204: { description: "It has ended" } },
    problems: [MoJobErrorCode.SessionNotFound],
    async handle(request) {
      const { id } = request.path;
      if (!(await sessions.endOne(request.context.req.raw, id, holderOf(request))))
        throw new MoJobError(MoJobErrorCode.SessionNotFound, `Cannot find session "${id}"`);
      onEnded();
      return new Response(null, { status: 204 });
    },
  });
}

function endSessionsRoute(people: PeopleContext): Route {
  const { identity, onEnded } = people;
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/sessions/end`,
    uses: [],
    isOfAccount: true,
    operationId: "endSessions",
    tag: RouteTag.People,
    summary: "Sign out everywhere",
    description: "Ends every session of yours; with `deployment:edit` those of a person whom you name.",
    body: strictObject({ name: v.optional(text(64, 1)) }),
    bodyExample: {},
    responses: { 204: { description: "They have ended" } },
    problems: [MoJobErrorCode.PersonNotFound, MoJobErrorCode.StaleRevision],
    async handle(request) {
      const { principal, body } = request;
      const own = principal.kind === PrincipalKind.User ? principal.name : null;
      const name = body.name ?? own ?? "";
      if (name === own) holderOf(request);
      if (name !== own && !principal.permissions.includes(Permission.EditDeployment))
        throw new MoJobError(MoJobErrorCode.PersonNotFound, `Cannot find "${name}": nobody has this name`);
      await identity.people.endSessions(name, doerOf(request, people));
      onEnded();
      return new Response(null, { status: 204 });
    },
  });
}

/**
 * Whose sessions somebody sees and ends; `null` is everybody's.
 * @throws MoJobError `forbidden` for a token, but for one that keeps everybody's
 */
function holderOf({
  principal,
  credential,
}: Pick<RouteRequest<unknown, unknown, unknown>, "principal" | "credential">): Principal | null {
  if (principal.permissions.includes(Permission.EditDeployment)) return null;
  assertInPerson(credential);
  return principal;
}
