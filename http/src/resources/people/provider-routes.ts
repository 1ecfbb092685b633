import { isMoJobError, MoJobError, MoJobErrorCode, PrincipalKind } from "@mojob/core";
import { makeSecret } from "@mojob/core/identity";
import type { JsonObject } from "@mojob/core/ports";
import * as v from "valibot";
import type { Context } from "hono";
import { OpenAccess } from "../../auth/access.ts";
import { hexDigest } from "../../auth/token-holders.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, type Route, RouteTag } from "../../route/route.ts";
import { baseOf } from "./link-url.ts";
import { fromOf, type PeopleContext } from "./people-context.ts";
import type { ProviderSignIn } from "./provider-sign-in.ts";

/** How long somebody may be at the identity provider. */
const PENDING_MS = 10 * 60 * 1000;
const PENDING_COOKIE = "mojob_oidc";
const PENDING_PREFIX = "mojob/oidc:";
const PENDING_SECRET = new RegExp(`(?:^|;\\s*)${PENDING_COOKIE}=([0-9A-Za-z]{40})(?:;|$)`);

/** A browser is sent to the identity provider, and comes back with a code that counts once. */
export function createProviderRoutes(people: PeopleContext): readonly Route[] {
  const { provider } = people;
  return provider === undefined ? [] : [beginRoute(people, provider), endRoute(people, provider)];
}

function beginRoute(people: PeopleContext, { provider }: ProviderSignIn): Route {
  const { state } = people.identity;
  return defineRoute({
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
      const { url, pending } = await provider.begin(callbackOf(context, people));
      const { secret } = makeSecret();
      await state.set(PENDING_PREFIX + (await hexDigest(secret)), pending, { ttlMs: PENDING_MS });
      return redirect(url, pendingCookie(context, secret, PENDING_MS, people));
    },
  });
}

function endRoute(people: PeopleContext, signIn: ProviderSignIn): Route {
  return defineRoute({
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
      const home = `${people.basePath}/`;
      const forgotten = pendingCookie(context, "", 0, people);
      try {
        return redirect(home, await sessionOf(context, people, signIn), forgotten);
      } catch (error) {
        if (!isMoJobError(error)) throw error;
        return redirect(`${home}?sign-in=${error.code}`, forgotten);
      }
    },
  });
}

/** Resolves to the cookie of the session of who came back. @throws MoJobError `sign_in_failed`, `no_access`, `wrong_credentials` */
async function sessionOf(
  context: Context,
  people: PeopleContext,
  { provider, rolesOf }: ProviderSignIn,
): Promise<string> {
  const { identity, sessions, clock } = people;
  const pending = await takePending(context, people);
  const from = fromOf(context, people);
  const callback = callbackOf(context, people);
  const returned = new URL(callback + new URL(context.req.url).search);
  const profile = await provider.finish(returned, callback, pending);
  const roles = rolesOf(profile.groups, clock.now());
  const { name } = await identity.signIn.withProvider(profile, roles, from);
  return sessions.open(context.req.raw, { kind: PrincipalKind.User, name }, { method: "oidc", ...from });
}

/** What the sign-in of this browser began with. It is taken once: an address from the history opens nothing. */
async function takePending(context: Context, { identity: { state } }: PeopleContext): Promise<JsonObject> {
  const secret = PENDING_SECRET.exec(context.req.header("Cookie") ?? "")?.[1];
  const key = secret === undefined ? null : PENDING_PREFIX + (await hexDigest(secret));
  const entry = key === null ? null : await state.get(key);
  if (key !== null && entry !== null && (await state.delete(key))) return entry.value as JsonObject;
  throw new MoJobError(
    MoJobErrorCode.SignInFailed,
    "Cannot sign in: it took too long, or began in another browser",
  );
}

function callbackOf(context: Context, people: PeopleContext): string {
  return `${baseOf(context, people)}${API_BASE}/sign-in/provider/callback`;
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
