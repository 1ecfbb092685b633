import type { Route } from "../../route/route.ts";
import { createAccountRoutes } from "./account-routes.ts";
import { createMemberRoutes } from "./member-routes.ts";
import type { PeopleContext } from "./people-context.ts";
import { createPeopleRoutes } from "./people-routes.ts";
import { createSignInRoutes } from "./sign-in-routes.ts";
import { createTokenRoutes } from "./token-routes.ts";

/** All routes of people, roles, tokens, sessions and sign-in. */
export function createIdentityRoutes(people: PeopleContext, hasToken: boolean): readonly Route[] {
  return [
    ...createSignInRoutes(people, hasToken),
    ...createAccountRoutes(people),
    ...createPeopleRoutes(people),
    ...createMemberRoutes(people),
    ...createTokenRoutes(people),
  ];
}
