import type { Route } from "../../route/route.ts";
import { createAccountRoutes } from "./account-routes.ts";
import { createMemberRoutes } from "./member-routes.ts";
import { createKnownBrowser } from "./known-browser.ts";
import type { KeptByBrowsers, PeopleContext } from "./people-context.ts";
import { createPeopleRoutes } from "./people-routes.ts";
import { createPendingSignIn, createProviderRoutes } from "./provider-routes.ts";
import { createSessionListRoutes } from "./session-list-routes.ts";
import { createSignInRoutes } from "./sign-in-routes.ts";
import { createTokenRoutes } from "./token-routes.ts";
import { createWelcomeRoutes } from "./welcome-routes.ts";

/**
 * All routes of people, roles, tokens, sessions and sign-in.
 * @param isScoped whether the app shows one app alone: people are not kept there
 */
export function createIdentityRoutes(
  given: Omit<PeopleContext, keyof KeptByBrowsers>,
  { isScoped }: { readonly isScoped: boolean },
): readonly Route[] {
  const { identity, clock, cookiePath } = given;
  const kept = { seals: identity.browserSeals, clock, path: cookiePath === "" ? "/" : cookiePath };
  const people = {
    ...given,
    knownBrowser: createKnownBrowser(kept),
    pendingSignIn: createPendingSignIn(kept),
  };
  const ofCaller = [
    ...createSignInRoutes(people),
    ...createWelcomeRoutes(people),
    ...createProviderRoutes(people),
    ...createAccountRoutes(people),
    ...createSessionListRoutes(people),
  ];
  if (isScoped) return ofCaller;
  return [
    ...ofCaller,
    ...createPeopleRoutes(people),
    ...createMemberRoutes(people),
    ...createTokenRoutes(people),
  ];
}
