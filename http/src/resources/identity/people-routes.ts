import { MoJobErrorCode } from "@mojob/core";
import { type AppSet, appsWith, Permission } from "@mojob/core/engine";
import { isInForce, type KnownPerson } from "@mojob/identity";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { flag, line, nullable, text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { linkUrl } from "./link-url.ts";
import { doerOf, type PeopleContext } from "./people-context.ts";
import { linkSchema, personJson, personName, personSchema } from "./schema.ts";

const personPath = strictObject({ name: personName });
const PERSON = { 200: { description: "The person", schema: personSchema } };

const editable = {
  displayName: v.optional(line(128, 1)),
  email: v.optional(nullable(text(254))),
  isSuperadmin: v.optional(v.pipe(flag(), v.description("Whether they may do everything, in every tenant"))),
};

/** The people of the deployment. */
export function createPeopleRoutes(people: PeopleContext): readonly Route[] {
  const { identity, tenant } = people;
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/people`,
      uses: [Permission.ReadMembers],
      operationId: "listPeople",
      tag: RouteTag.People,
      summary: "List people",
      description:
        "With `deployment:edit` everybody; otherwise those who have a role in the tenant, or in the apps of which you may see that, with these roles.",
      responses: { 200: { description: "By name", schema: v.object({ items: v.array(personSchema) }) } },
      handle: async ({ principal }) => {
        const all = await identity.people.list();
        if (principal.permissions.includes(Permission.EditDeployment))
          return jsonResponse({ items: all.map(personJson) });
        const apps = appsWith(principal, Permission.ReadMembers);
        return jsonResponse({
          items: all.flatMap((person) => withinApps(person, tenant, apps)).map(personJson),
        });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/people`,
      uses: [Permission.EditDeployment],
      operationId: "addPerson",
      tag: RouteTag.People,
      summary: "Add a person",
      description:
        "The response has a link with which they choose a password, once, within three days. They have no role yet.",
      body: strictObject({ name: personName, ...editable }),
      bodyExample: { name: "li", displayName: "Li Na", email: "li@example.com" },
      responses: {
        201: {
          description: "The person, and their invitation",
          schema: v.object({ person: personSchema, invitation: linkSchema }),
        },
      },
      problems: [MoJobErrorCode.PersonTaken, MoJobErrorCode.LastSuperadmin],
      async handle(request) {
        const doer = doerOf(request, people);
        // The first one has to be able to keep the others.
        const isSuperadmin = request.body.isSuperadmin ?? !(await identity.hasPeople());
        const person = await identity.people.add({ ...request.body, isSuperadmin }, doer);
        const invitation = linkUrl(await identity.people.invite(person.name, doer), request.context, people);
        return jsonResponse({ person: personJson(person), invitation }, 201);
      },
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/people/:name`,
      uses: [Permission.EditDeployment],
      operationId: "editPerson",
      tag: RouteTag.People,
      summary: "Change, disable or enable a person",
      description:
        "Somebody who is disabled is signed out everywhere at once, live streams included, and their tokens are refused.",
      path: personPath,
      body: strictObject({ ...editable, isDisabled: v.optional(flag()) }),
      bodyExample: { isDisabled: true },
      responses: PERSON,
      problems: [MoJobErrorCode.PersonNotFound, MoJobErrorCode.StaleRevision, MoJobErrorCode.LastSuperadmin],
      async handle(request) {
        const person = await identity.people.edit(
          request.path.name,
          request.body,
          null,
          doerOf(request, people),
        );
        people.onEnded();
        return jsonResponse(personJson(person));
      },
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/people/:name`,
      uses: [Permission.EditDeployment],
      operationId: "removePerson",
      tag: RouteTag.People,
      summary: "Remove a person",
      description:
        "The name stays taken, so that what they did is not somebody else's. What is known of them besides is forgotten.",
      path: personPath,
      responses: { 204: { description: "They are removed" } },
      problems: [MoJobErrorCode.PersonNotFound, MoJobErrorCode.StaleRevision, MoJobErrorCode.LastSuperadmin],
      async handle(request) {
        await identity.people.remove(request.path.name, doerOf(request, people));
        people.onEnded();
        return new Response(null, { status: 204 });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/people/:name/invitation`,
      uses: [Permission.EditDeployment],
      operationId: "invitePerson",
      tag: RouteTag.People,
      summary: "Make a link to choose a password",
      description:
        "For somebody new, or who forgot theirs. It can be used once, within three days; one of before ends.",
      path: personPath,
      body: strictObject({}),
      bodyExample: {},
      responses: { 201: { description: "The link", schema: linkSchema } },
      problems: [MoJobErrorCode.PersonNotFound],
      async handle(request) {
        const link = await identity.people.invite(request.path.name, doerOf(request, people));
        return jsonResponse(linkUrl(link, request.context, people), 201);
      },
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/people/:name/second-factor`,
      uses: [Permission.EditDeployment],
      operationId: "removePersonSecondFactor",
      tag: RouteTag.People,
      summary: "Remove somebody's second factor",
      description: "For somebody who has lost the device and the recovery codes.",
      path: personPath,
      responses: { 204: { description: "They sign in without one" } },
      problems: [MoJobErrorCode.PersonNotFound],
      async handle(request) {
        const person = await identity.people.get(request.path.name);
        await identity.secondFactors.removeOf(person, doerOf(request, people));
        return new Response(null, { status: 204 });
      },
    }),
  ];
}

/** Somebody as an administrator of one tenant, or of some of its apps, is shown them: with the roles that concern these. */
function withinApps(person: KnownPerson, tenant: string, within: AppSet): readonly KnownPerson[] {
  const memberships = person.memberships.filter(
    ({ apps, ...one }) =>
      isInForce({ ...one, apps, untilMs: null }, tenant, 0) &&
      (apps === null || apps.some((app) => within.has(app))),
  );
  return memberships.length === 0 ? [] : [{ ...person, memberships }];
}
