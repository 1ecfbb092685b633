import { MoJobErrorCode } from "@mojob/core";
import { Permission } from "@mojob/core/engine";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { doerOf, type PeopleContext } from "./people-context.ts";
import { membershipBody, membershipJson, membershipSchema, personName } from "./schema.ts";

/** The roles of people in the tenant. */
export function createMemberRoutes(people: PeopleContext): readonly Route[] {
  const { identity, onEnded } = people;
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/people/:name/roles`,
      uses: [Permission.EditMembers],
      operationId: "giveRole",
      tag: RouteTag.People,
      summary: "Give somebody a role",
      description:
        "In the tenant of the request, in all of its apps or in some; for good or until an instant. Nobody gives more than they have.",
      path: strictObject({ name: personName }),
      body: membershipBody,
      bodyExample: { role: "operator", apps: ["ledger"], until: "2027-01-01T18:00:00.000Z", reason: "INC-7" },
      responses: { 201: { description: "The role", schema: membershipSchema } },
      problems: [MoJobErrorCode.PersonNotFound, MoJobErrorCode.StaleRevision],
      handle: async (request) => {
        const doer = doerOf(request, people);
        const given = membershipJson(await identity.people.give(request.path.name, request.body, doer));
        onEnded();
        return jsonResponse(given, 201);
      },
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/people/:name/roles/:id`,
      uses: [Permission.EditMembers],
      operationId: "takeRole",
      tag: RouteTag.People,
      summary: "Take a role back",
      description:
        "It counts at once, also for what is open: live streams of that person end, and are opened again with what they may do now.",
      path: strictObject({ name: personName, id: text(64, 1) }),
      responses: { 204: { description: "They do not have it any more" } },
      problems: [
        MoJobErrorCode.PersonNotFound,
        MoJobErrorCode.MembershipNotFound,
        MoJobErrorCode.StaleRevision,
      ],
      async handle(request) {
        await identity.people.take(request.path.name, request.path.id, doerOf(request, people));
        onEnded();
        return new Response(null, { status: 204 });
      },
    }),
  ];
}
