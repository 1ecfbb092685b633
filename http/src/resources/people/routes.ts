import type { Route } from "../../route/route.ts";
import { createAccountRoutes } from "./account-routes.ts";
import { createMemberRoutes } from "./member-routes.ts";
import type { PeopleContext } from "./people-context.ts";
import { createPeopleRoutes } from "./people-routes.ts";
import { createSignInRoutes } from "./sign-in-routes.ts";
import { createTokenRoutes } from "./token-routes.ts";

/**
 * All routes of people, roles, tokens, sessions and sign-in.
 * @param isScoped whether the app shows one app alone: people are not kept there
 */
export function createIdentityRoutes(
  people: PeopleContext,
  { hasToken, isScoped }: { readonly hasToken: boolean; readonly isScoped: boolean },
): readonly Route[] {
  if (isScoped) return [...createSignInRoutes(people, hasToken), ...createAccountRoutes(people)];
  return [
    ...createSignInRoutes(people, hasToken),
    ...createAccountRoutes(people),
    ...createPeopleRoutes(people),
    ...createMemberRoutes(people),
    ...createTokenRoutes(people),
  ];
}
