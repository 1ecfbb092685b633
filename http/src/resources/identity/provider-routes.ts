import { isMoJobError, MoJobError, MoJobErrorCode, PrincipalKind } from "@mojob/core";
import type { WithoutRole } from "@mojob/identity";
import type { JsonObject } from "@mojob/core/ports";
import * as v from "valibot";
import type { Context } from "hono";
import { OpenAccess } from "../../auth/access.ts";
import { BrowserCookie, type BrowserCookieOptions } from "../../auth/session/browser-cookie.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, type Route, RouteTag } from "../../route/route.ts";
import { baseOf } from "./link-url.ts";
import { fromOf, type PeopleContext } from "./people-context.ts";
import type { ProviderSignIn } from "./provider-sign-in.ts";

/** How long somebody may be at the identity provider. */
const PENDING_MS = 10 * 60 * 1000;

/** A browser is sent to the identity provider, and comes back with a code that counts once. */
export function createProviderRoutes(people: PeopleContext): readonly Route[] {
  const { provider } = people;
  return provider === undefined ? [] : [beginRoute(people, provider), endRoute(people, provider)];
}

function beginRoute(people: PeopleContext, { provider }: ProviderSignIn): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/sign-in/provider`,
    uses: [],
    open: OpenAccess.SignIn,
    operationId: "beginProviderSignIn",
    tag: RouteTag.People,
    summary: "Sign in at the identity provider",
    description: "Redirects the browser there.",
    responses: {
      303: {
        description: "To the identity provider",
        headers: { Location: "The provider", "Set-Cookie": "Ties the way back to this browser" },
      },
    },
    problems: [MoJobErrorCode.SignInFailed],
    async handle({ context }) {
      const { url, pending } = await provider.begin(callbackOf(context, people));
      return redirect(url, await people.pendingSignIn.write(context.req.raw, JSON.stringify(pending)));
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
    query: v.record(v.string(), v.string()),
    responses: {
      303: { description: "To the panel", headers: { Location: "The panel", "Set-Cookie": "The session" } },
    },
    async handle({ context }) {
      const home = `${people.basePath}/`;
      const forgotten = people.pendingSignIn.forget(context.req.raw);
      try {
        return redirect(home, await sessionOf(context, people, signIn), forgotten);
      } catch (error) {
        if (!isMoJobError(error)) throw error;
        return redirect(`${home}#${reasonOf(error)}`, forgotten);
      }
    },
  });
}

/** The reason of a refusal for the panel, in the fragment: browsers send it to no server, so it is in no log on the way. */
function reasonOf({ code, parameters }: MoJobError): string {
  const reason = new URLSearchParams({ "sign-in": code });
  if (code !== MoJobErrorCode.NoAccess) return reason.toString();
  const { came, wanted, claim, fault, claims, isUnknown } = parameters as unknown as WithoutRole;
  for (const [name, values] of Object.entries({ came, wanted, claims }))
    for (const value of values) reason.append(name, value);
  if (claim !== null) reason.set("claim", claim);
  if (fault !== null) reason.set("fault", fault);
  if (isUnknown) reason.set("isUnknown", "true");
  return reason.toString();
}

/** Resolves to the cookie of the session of who came back. @throws MoJobError `sign_in_failed`, `no_access`, `wrong_credentials` */
async function sessionOf(
  context: Context,
  people: PeopleContext,
  { provider, rolesOf }: ProviderSignIn,
): Promise<string> {
  const { identity, sessions, clock } = people;
  const pending = await pendingOf(context, people);
  const from = fromOf(context, people);
  const callback = callbackOf(context, people);
  const returned = new URL(callback + new URL(context.req.url).search);
  const profile = await provider.finish(returned, callback, pending);
  const roles = rolesOf(profile.groups, clock.now());
  const { name } = await identity.signIn.withProvider(profile, roles, from);
  return sessions.open(context.req.raw, { kind: PrincipalKind.User, name }, { method: "oidc", ...from });
}

/** The beginning of this browser's sign-in: the code that it came back with counts once, so an address from the history opens nothing. */
async function pendingOf(context: Context, { pendingSignIn }: PeopleContext): Promise<JsonObject> {
  const pending = await pendingSignIn.read(context.req.raw);
  if (pending !== null) return JSON.parse(pending) as JsonObject;
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

/** The cookie of a browser while somebody is at the provider. Lax, because it comes back from another site. */
export function createPendingSignIn(
  options: Pick<BrowserCookieOptions, "seals" | "clock" | "path">,
): BrowserCookie {
  return new BrowserCookie({ ...options, name: "mojob_oidc", maxAgeMs: PENDING_MS, sameSite: "Lax" });
}
