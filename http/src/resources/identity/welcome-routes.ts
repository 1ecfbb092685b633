import { MoJobError, MoJobErrorCode } from "@mojob/core";
import * as v from "valibot";
import { OpenAccess } from "../../auth/access.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { line, nullable, text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { SIGNED_IN, signedIn } from "./open-session.ts";
import { fromOf, type PeopleContext } from "./people-context.ts";
import { password, personName } from "./schema.ts";

const secret = v.pipe(text(100, 1), v.description("What is behind the `#` of the link"));

/** Links that can be used once: an invitation, a forgotten password, the first person. */
export function createWelcomeRoutes(people: PeopleContext): readonly Route[] {
  return [lookAtLinkRoute(people), redeemLinkRoute(people)];
}

function lookAtLinkRoute({ identity }: PeopleContext): Route {
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/welcome/look`,
    uses: [],
    open: OpenAccess.SignIn,
    operationId: "lookAtLink",
    tag: RouteTag.People,
    summary: "Show what a link is for",
    description: "The link stays usable.",
    body: strictObject({ secret }),
    bodyExample: { secret: "mjb_abcdefgh_…" },
    responses: {
      200: {
        description: "What it is for",
        schema: v.object({
          purpose: v.pipe(
            v.picklist(["set_up", "password"]),
            v.description("To make the first person, or to choose a password"),
          ),
          name: v.pipe(v.nullable(v.string()), v.description("Whose password it is")),
        }),
      },
    },
    problems: [MoJobErrorCode.LinkEnded],
    async handle({ body }) {
      const purpose = await identity.links.look(body.secret);
      return jsonResponse({
        purpose: purpose.kind,
        name: purpose.kind === "password" ? purpose.person : null,
      });
    },
  });
}

function redeemLinkRoute(people: PeopleContext): Route {
  const { identity, passwords } = people;
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/welcome`,
    uses: [],
    open: OpenAccess.SignIn,
    operationId: "redeemLink",
    tag: RouteTag.People,
    summary: "Choose a password by a link",
    description:
      "Uses the link up and signs you in. Where you have a second factor, a code of it is needed besides. A link to set up makes the first " +
      "person, who may do everything.",
    body: strictObject({
      secret,
      password,
      code: v.optional(v.pipe(text(32), v.description("Of the second factor, or a recovery code"))),
      name: v.optional(personName),
      displayName: v.optional(line(128, 1)),
      email: v.optional(nullable(text(254))),
    }),
    bodyExample: { secret: "mjb_abcdefgh_…", name: "li", password: "correct horse battery staple" },
    responses: SIGNED_IN,
    problems: [
      MoJobErrorCode.LinkEnded,
      MoJobErrorCode.WrongCredentials,
      MoJobErrorCode.SecondFactorNeeded,
      MoJobErrorCode.KeyMissing,
      MoJobErrorCode.AlreadySetUp,
      MoJobErrorCode.PersonNotFound,
      MoJobErrorCode.PersonTaken,
      MoJobErrorCode.StaleRevision,
      MoJobErrorCode.TooManyAttempts,
    ],
    async handle({ body, context }) {
      if (!passwords && (await identity.links.look(body.secret)).kind === "password")
        throw new MoJobError(
          MoJobErrorCode.WrongCredentials,
          "Passwords are switched off here: sign in at the identity provider",
        );
      const { secret: given, password: chosen, code, name, ...rest } = body;
      const from = fromOf(context, people);
      const person = name === undefined ? undefined : { name, ...rest };
      return signedIn(
        await identity.signIn.redeem(given, { password: chosen, code, person }, from),
        "link",
        context,
        from,
        people,
      );
    },
  });
}
