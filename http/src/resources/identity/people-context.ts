import type { Doer, Identity, RequestOrigin } from "@mojob/identity";
import type { Principal } from "@mojob/core";
import type { Clock } from "@mojob/core/ports";
import type { Context } from "hono";
import { Credential } from "../../auth/caller.ts";
import type { BrowserCookie } from "../../auth/session/browser-cookie.ts";
import type { Sessions } from "../../auth/session/session.ts";
import { originOf } from "../../auth/request-origin.ts";
import type { ClientAddress } from "../../auth/trusted-proxies.ts";
import { incomingOf } from "../../route/incoming.ts";
import type { ProviderSignIn } from "./provider-sign-in.ts";

/** Options of an app that knows people. */
export interface PeopleOptions {
  readonly identity: Identity;
  readonly provider: ProviderSignIn | undefined;
  /** Whether passwords are taken. */
  readonly passwords: boolean;
  readonly addressOf: ClientAddress;
  readonly clock: Clock;
  /** Where browsers reach the app; `null` is where each request was sent. */
  readonly publicUrl: string | null;
  readonly tenant: string;
  /** Where browsers send cookies; empty is everywhere. */
  readonly cookiePath: string;
}

/** The cookies that browsers keep beside their session. */
export interface KeptByBrowsers {
  /** The cookie of a browser in which somebody has signed in. */
  readonly knownBrowser: BrowserCookie;
  /** While somebody is at the identity provider. */
  readonly pendingSignIn: BrowserCookie;
}

/** The parts that the routes of people, tokens and sign-ins share. */
export interface PeopleContext extends PeopleOptions, KeptByBrowsers {
  readonly sessions: Sessions;
  /** Where the app is mounted, without a slash at the end. */
  readonly basePath: string;
  /** Is called when a session has ended here, or rights have changed. */
  readonly onEnded: () => void;
}

/** From where a request comes. */
export function fromOf(context: Context, people: Pick<PeopleContext, "addressOf" | "clock">): RequestOrigin {
  return originOf(incomingOf(context), people);
}

/** Who changes people, roles or tokens by a request. */
export function doerOf(
  {
    principal,
    credential,
    context,
  }: { readonly principal: Principal; readonly credential: Credential; readonly context: Context },
  people: Pick<PeopleContext, "addressOf" | "clock" | "tenant">,
): Doer {
  const isByToken = credential === Credential.Token;
  return { principal, tenant: people.tenant, from: fromOf(context, people), isByToken };
}
