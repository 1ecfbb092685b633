import { MoJobError, MoJobErrorCode } from "@mojob/core";
import * as v from "valibot";
import { OpenAccess } from "../../auth/access.ts";
import { wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { SIGNED_IN, signedIn } from "./open-session.ts";
import { browserIdOf } from "./known-browser.ts";
import { fromOf, type PeopleContext, type PeopleOptions } from "./people-context.ts";
import { password } from "./schema.ts";

interface SignInWays {
  readonly token: boolean;
  readonly startLink: boolean;
  readonly password: boolean;
  readonly provider: string | null;
  readonly isSetUp: boolean;
}

const waysSchema: Parser<SignInWays> = wireObject({
  token: v.boolean(),
  startLink: v.pipe(
    v.boolean(),
    v.description(
      "Whether the token is that of a file of this machine, in whose place a browser opens the link of the start",
    ),
  ),
  password: v.boolean(),
  provider: v.pipe(v.nullable(v.string()), v.description("What the button to the identity provider says")),
  isSetUp: v.pipe(v.boolean(), v.description("Whether there are people")),
});

const personNameOrMail = v.pipe(text(254, 1), v.description("The name, or the mail address"));

/** Sign-in by name and password. */
export function createSignInRoutes(people: PeopleContext): readonly Route[] {
  return [signInRoute(people)];
}

/** Tokens that open a session, too; that of this machine while there are no people. */
export interface OpeningTokens {
  readonly token: string | undefined;
  readonly localToken: string | undefined;
}

/**
 * How one can sign in, which a page has to know before anybody is.
 * @param people `undefined` where nobody signs in by name
 */
export function createSignInWaysRoute(
  people: PeopleOptions | undefined,
  { token, localToken }: OpeningTokens,
): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/sign-in`,
    uses: [],
    open: OpenAccess.SignIn,
    operationId: "getSignIn",
    tag: RouteTag.People,
    summary: "Show how one can sign in",
    responses: { 200: { description: "The ways to sign in", schema: waysSchema } },
    async handle() {
      const isSetUp = (await people?.identity.hasPeople()) ?? false;
      const startLink = localToken !== undefined && !isSetUp;
      const ways: SignInWays = {
        token: token !== undefined || startLink,
        startLink,
        password: people?.passwords === true && isSetUp,
        provider: people?.provider?.provider.label ?? null,
        isSetUp,
      };
      return jsonResponse(ways);
    },
  });
}

function signInRoute(people: PeopleContext): Route {
  const { identity, passwords } = people;
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/sign-in`,
    uses: [],
    open: OpenAccess.SignIn,
    operationId: "signIn",
    tag: RouteTag.People,
    summary: "Sign in by name and password",
    description:
      "The cookie of the response is the session, for pages of this origin. What is wrong is not said. After 5 wrong passwords for a name from one " +
      "network within 15 minutes, that network waits for this name; others do not, and neither does a browser that you signed in with before.",
    body: strictObject({
      name: personNameOrMail,
      password,
      code: v.optional(v.pipe(text(32), v.description("Of the second factor"))),
    }),
    bodyExample: { name: "li", password: "correct horse battery staple" },
    responses: SIGNED_IN,
    problems: [
      MoJobErrorCode.WrongCredentials,
      MoJobErrorCode.SecondFactorNeeded,
      MoJobErrorCode.TooManyAttempts,
      MoJobErrorCode.KeyMissing,
    ],
    async handle({ body, context }) {
      if (!passwords)
        throw new MoJobError(
          MoJobErrorCode.WrongCredentials,
          "Passwords are switched off here: sign in at the identity provider",
        );
      const from = fromOf(context, people);
      const browser = (name: string): Promise<string | null> =>
        browserIdOf(people.knownBrowser, context.req.raw, name);
      const person = await identity.signIn.withPassword({ ...body, browser }, from);
      return signedIn(person, "password", context, from, people);
    },
  });
}
