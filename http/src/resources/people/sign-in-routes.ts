import { MoJobError, MoJobErrorCode, PrincipalKind } from "@mojob/core";
import { makeSecret, type KnownPerson, type RequestOrigin } from "@mojob/core/identity";
import * as v from "valibot";
import type { Context } from "hono";
import { hexDigest } from "../../auth/token-holders.ts";
import { OpenAccess } from "../../auth/access.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { line, nullable, text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { baseOf } from "./link-url.ts";
import { fromOf, type PeopleContext } from "./people-context.ts";
import { password, personJson, personName, personSchema } from "./schema.ts";

/** How long somebody may be at the identity provider. */
const PENDING_MS = 10 * 60 * 1000;
const PENDING_COOKIE = "mojob_oidc";
const PENDING_PREFIX = "mojob/oidc:";

const SIGNED_IN = {
  200: { description: "You are signed in", schema: personSchema, headers: { "Set-Cookie": "The session" } },
};

interface SignInWays {
  readonly token: boolean;
  readonly password: boolean;
  readonly provider: string | null;
  readonly isSetUp: boolean;
}

/** @param hasToken whether the API's own token opens a session, too */
export function createSignInRoutes(people: PeopleContext, hasToken: boolean): readonly Route[] {
  return [...passwordRoutes(people, hasToken), ...linkRoutes(people), ...providerRoutes(people)];
}

function passwordRoutes(people: PeopleContext, hasToken: boolean): readonly Route[] {
  const { identity, provider, passwords } = people;
  const waysSchema = v.object({
    token: v.boolean(),
    password: v.boolean(),
    provider: v.pipe(v.nullable(v.string()), v.description("What the button to the identity provider says")),
    isSetUp: v.pipe(v.boolean(), v.description("Whether there are people")),
  });
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/sign-in`,
      uses: [],
      open: OpenAccess.SignIn,
      operationId: "getSignIn",
      tag: RouteTag.People,
      summary: "Show how one can sign in",
      description: null,
      path: null,
      query: null,
      body: null,
      headers: [],
      responses: { 200: { description: "The ways to sign in", schema: waysSchema } },
      problems: [],
      async handle() {
        const isSetUp = await identity.hasPeople();
        const ways: SignInWays = {
          token: hasToken,
          password: passwords && isSetUp,
          provider: provider?.provider.label ?? null,
          isSetUp,
        };
        return jsonResponse(ways);
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/sign-in`,
      uses: [],
      open: OpenAccess.SignIn,
      operationId: "signIn",
      tag: RouteTag.People,
      summary: "Sign in by name and password",
      description:
        "The cookie of the response is the session, for pages of this origin. What is wrong is not said. After 5 wrong passwords for a name from one " +
        "network within 15 minutes, that network waits for this name; others do not.",
      path: null,
      query: null,
      body: strictObject({
        name: personNameOrMail,
        password,
        code: v.optional(v.pipe(text(32), v.description("Of the second factor"))),
      }),
      bodyExample: { name: "li", password: "correct horse battery staple" },
      headers: [],
      responses: SIGNED_IN,
      problems: [
        MoJobErrorCode.WrongCredentials,
        MoJobErrorCode.SecondFactorNeeded,
        MoJobErrorCode.TooManyAttempts,
      ],
      async handle({ body, context }) {
        if (!passwords)
          throw new MoJobError(
            MoJobErrorCode.WrongCredentials,
            "Passwords are switched off here: sign in at the identity provider",
          );
        const from = fromOf(context, people);
        return signedIn(await identity.signIn.withPassword(body, from), "password", context, from, people);
      },
    }),
  ];
}

const personNameOrMail = v.pipe(text(254, 1), v.description("The name, or the mail address"));

function linkRoutes(people: PeopleContext): readonly Route[] {
  const { identity } = people;
  const secret = v.pipe(text(100, 1), v.description("What is behind the `#` of the link"));
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/welcome/look`,
      uses: [],
      open: OpenAccess.SignIn,
      operationId: "lookAtLink",
      tag: RouteTag.People,
      summary: "Show what a link is for",
      description: "The link stays usable.",
      path: null,
      query: null,
      body: strictObject({ secret }),
      bodyExample: { secret: "mjb_abcdefgh_…" },
      headers: [],
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
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/welcome`,
      uses: [],
      open: OpenAccess.SignIn,
      operationId: "redeemLink",
      tag: RouteTag.People,
      summary: "Choose a password by a link",
      description:
        "Uses the link up and signs you in. A link to set up makes the first person, who may do everything.",
      path: null,
      query: null,
      body: strictObject({
        secret,
        password,
        name: v.optional(personName),
        displayName: v.optional(line(128, 1)),
        email: v.optional(nullable(text(254))),
      }),
      bodyExample: { secret: "mjb_abcdefgh_…", name: "li", password: "correct horse battery staple" },
      headers: [],
      responses: SIGNED_IN,
      problems: [
        MoJobErrorCode.LinkEnded,
        MoJobErrorCode.AlreadySetUp,
        MoJobErrorCode.PersonNotFound,
        MoJobErrorCode.PersonTaken,
        MoJobErrorCode.StaleRevision,
        MoJobErrorCode.TooManyAttempts,
      ],
      async handle({ body, context }) {
        const { secret: given, password: chosen, name, ...rest } = body;
        const from = fromOf(context, people);
        const person = name === undefined ? undefined : { name, ...rest };
        return signedIn(
          await identity.signIn.redeem(given, { password: chosen, person }, from),
          "link",
          context,
          from,
          people,
        );
      },
    }),
  ];
}

/** A browser is sent to the identity provider, and comes back with a code that counts once. */
function providerRoutes(people: PeopleContext): readonly Route[] {
  const { identity, provider: signIn, basePath } = people;
  if (signIn === undefined) return [];
  const { provider, rolesOf } = signIn;
  const { state } = identity;
  const callbackOf = (context: Context): string =>
    `${baseOf(context, people)}${API_BASE}/sign-in/provider/callback`;
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/sign-in/provider`,
      uses: [],
      open: OpenAccess.SignIn,
      operationId: "beginProviderSignIn",
      tag: RouteTag.People,
      summary: "Sign in at the identity provider",
      description: "Redirects the browser there.",
      path: null,
      query: null,
      body: null,
      headers: [],
      responses: {
        303: {
          description: "To the identity provider",
          headers: { Location: "The provider", "Set-Cookie": "Ties the way back to this browser" },
        },
      },
      problems: [MoJobErrorCode.SignInFailed],
      async handle({ context }) {
        const { url, pending } = await provider.begin(callbackOf(context));
        const { secret } = makeSecret();
        await state.set(PENDING_PREFIX + (await hexDigest(secret)), pending, { ttlMs: PENDING_MS });
        return redirect(url, pendingCookie(context, secret, PENDING_MS, people));
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/sign-in/provider/callback`,
      uses: [],
      open: OpenAccess.SignIn,
      operationId: "endProviderSignIn",
      tag: RouteTag.People,
      summary: "Come back from the identity provider",
      description: "Opens the session and shows the panel; where somebody is not let in, the panel says why.",
      path: null,
      query: v.record(v.string(), v.string()),
      body: null,
      headers: [],
      responses: {
        303: { description: "To the panel", headers: { Location: "The panel", "Set-Cookie": "The session" } },
      },
      problems: [],
      async handle({ context }) {
        const secret = /(?:^|;\s*)mojob_oidc=([0-9A-Za-z]{40})(?:;|$)/.exec(
          context.req.header("Cookie") ?? "",
        )?.[1];
        const key = secret === undefined ? null : PENDING_PREFIX + (await hexDigest(secret));
        const entry = key === null ? null : await state.get(key);
        const home = `${basePath}/`;
        try {
          // Taken once: an address from the history opens nothing.
          if (key === null || entry === null || !(await state.delete(key)))
            throw new MoJobError(
              MoJobErrorCode.SignInFailed,
              "The sign-in took too long, or began in another browser",
            );
          const from = fromOf(context, people);
          const returned = new URL(callbackOf(context) + new URL(context.req.url).search);
          const profile = await provider.finish(returned, callbackOf(context), entry.value as never);
          const person = await identity.signIn.withProvider(
            profile,
            rolesOf(profile.groups, new Date()),
            from,
          );
          const cookie = await people.sessions.open(
            context.req.raw,
            { kind: PrincipalKind.User, name: person.name },
            { method: "oidc", ...from },
          );
          return redirect(home, cookie, pendingCookie(context, "", 0, people));
        } catch (error) {
          if (!(error instanceof MoJobError)) throw error;
          return redirect(`${home}?sign-in=${error.code}`, pendingCookie(context, "", 0, people));
        }
      },
    }),
  ];
}

async function signedIn(
  person: KnownPerson,
  method: string,
  context: Context,
  from: RequestOrigin,
  people: PeopleContext,
): Promise<Response> {
  const holder = { kind: PrincipalKind.User, name: person.name };
  const cookie = await people.sessions.open(context.req.raw, holder, { method, ...from });
  people.onEnded();
  return jsonResponse(personJson(person), 200, { "Set-Cookie": cookie });
}

function redirect(location: string, ...cookies: readonly string[]): Response {
  const headers = new Headers({ Location: location });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** Lax, because the browser comes back from another site. */
function pendingCookie(context: Context, secret: string, maxAgeMs: number, people: PeopleContext): string {
  const isSecure = baseOf(context, people).startsWith("https:");
  const path = `${people.basePath}${API_BASE}/sign-in`;
  return `${PENDING_COOKIE}=${secret}; Path=${path}; Max-Age=${maxAgeMs / 1000}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
