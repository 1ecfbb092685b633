import { MoJobError, MoJobErrorCode, type Principal, PrincipalKind } from "@mojob/core";
import { assertPrincipal } from "@mojob/core/engine";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { httpProblem } from "../problem/problem.ts";
import { isSafeWithCookie } from "./own-page.ts";
import type { IncomingRequest } from "./peer.ts";
import { bearerOf } from "./token.ts";

/**
 * Returns or resolves to the person whom the app around this one has signed in; `null` where nobody is. Is called for each request of the
 * API and, while live events are open, now and then with the request that opened them.
 *
 * @param request reads its address and headers; its body is left alone
 * @param environment what the server passed beside the request: `toNodeHandler` Node's own request as `{ incoming }`
 */
export type Authenticate = (
  request: Request,
  environment: unknown,
) => Principal | null | undefined | Promise<Principal | null | undefined>;

/**
 * Resolves to the person who sends a request; `null` where nobody is signed in.
 * @throws HTTPException 403 for a change that a page of another site asks for
 * @throws MoJobError `invalid_configuration` where what was returned is not a person with a name and permissions
 */
export async function findUser(
  authenticate: Authenticate,
  { request, environment }: IncomingRequest,
): Promise<Principal | null> {
  const user = (await authenticate(request, environment)) ?? null;
  if (user === null) return null;
  assertUser(user);
  // A browser sends cookies and passwords by itself, for any page that asks; a page has to write a bearer token.
  const isOwnWish = bearerOf(request.headers.get("Authorization") ?? undefined) !== undefined;
  if (isOwnWish || isSafeWithCookie(request)) return user;
  throw httpProblem(
    HttpProblemCode.ForeignOrigin,
    "Only pages of this origin may change something for who is signed in; a program sends a bearer token",
  );
}

function assertUser(user: Principal): void {
  const { kind, name, permissions } = user;
  try {
    assertPrincipal(user);
    if (kind === PrincipalKind.User && name !== null && Array.isArray(permissions)) return;
  } catch {
    // Below.
  }
  throw new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    "Cannot use what authenticate() returned: null is wanted, or a person whose name is one line of 1 to 128 characters, such as " +
      '{ kind: "user", name: "li", permissions: ["jobs:read"] }',
  );
}
