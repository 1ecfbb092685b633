import { type Principal, PrincipalKind } from "@mojob/core";
import { ALL_PERMISSIONS, ANONYMOUS_PRINCIPAL, assertPermission } from "@mojob/core/engine";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { httpProblem } from "../problem/problem.ts";
import { isPermission, needsSignIn, OpenAccess, type RouteAccess } from "./access.ts";
import { foreignness } from "./local-request.ts";
import { callerKey, type IncomingRequest } from "./peer.ts";
import type { Sessions } from "./session.ts";
import type { TokenThrottle } from "./token-throttle.ts";
import type { FindSigner } from "./find-signer.ts";
import { createTokenHolders, hexDigest, type TokenHolder } from "./token-holders.ts";

export interface AccessGuard {
  /**
   * Resolves to who asks.
   * @throws HTTPException 401, 403 or 429 where the request may not have this access
   * @throws MoJobError `forbidden` where the principal lacks the permission
   */
  authenticate(access: RouteAccess, incoming: IncomingRequest): Promise<Principal>;
  /** Resolves to whether the request would get this access. */
  allows(access: RouteAccess, incoming: IncomingRequest): Promise<boolean>;
}

export interface AccessGuardOptions {
  readonly token: string | undefined;
  /** Holders of tokens besides `token`. */
  readonly holders: readonly TokenHolder[];
  /** Those who find out who signed a request. */
  readonly signers: readonly FindSigner[];
  /** Origins whose pages may call from a browser besides our own. */
  readonly origins: readonly string[];
  /** Where a browser may send a session instead of the token; `undefined` without a token. */
  readonly sessions: Sessions | undefined;
  readonly throttle: TokenThrottle;
}

const LOCAL_PRINCIPAL: Principal = {
  kind: PrincipalKind.Local,
  name: null,
  permissions: ALL_PERMISSIONS,
};

/** The holder of the one token that is configured, also by a session that the token opened. */
const TOKEN_PRINCIPAL: Principal = { ...LOCAL_PRINCIPAL, kind: PrincipalKind.Token };

/** With a token: its holder. Without one: requests of this machine that no page of another site sent. */
export function createAccessGuard(options: AccessGuardOptions): AccessGuard {
  const { token, holders, signers, origins, sessions, throttle } = options;
  const findHolder = createTokenHolders(
    token === undefined ? holders : [{ token, principal: TOKEN_PRINCIPAL }, ...holders],
  );

  const authenticate: AccessGuard["authenticate"] = async (access, incoming) => {
    if (access === OpenAccess.Probe) return ANONYMOUS_PRINCIPAL;
    const authorization = incoming.request.headers.get("Authorization");
    if (token === undefined) {
      const refusal = foreignness(incoming, origins);
      if (refusal !== null) throw httpProblem(refusal.code, refusal.detail);
      return (
        (await signerOf(incoming)) ??
        (authorization === null ? null : await findHolder(authorization)) ??
        LOCAL_PRINCIPAL
      );
    }
    if (!needsSignIn(access)) return ANONYMOUS_PRINCIPAL;
    const signer = await signerOf(incoming);
    if (signer !== null) return signer;
    // A token that was sent and is wrong stays wrong, whatever cookie the browser sends with it.
    const principal =
      authorization === null
        ? (await sessions?.find(incoming.request)) === true
          ? TOKEN_PRINCIPAL
          : null
        : await holderOf(authorization, incoming);
    if (principal !== null) return principal;
    throw httpProblem(HttpProblemCode.Unauthorized, "Send the token as Authorization: Bearer <token>");
  };

  /** Not counted by caller: a key cannot be guessed, and one executor with a wrong one may not shut out those beside it. */
  const signerOf = async ({ request }: IncomingRequest): Promise<Principal | null> => {
    for (const findSigner of signers) {
      const principal = await findSigner(request);
      if (principal !== null) return principal;
    }
    return null;
  };

  const holderOf = async (authorization: string, incoming: IncomingRequest): Promise<Principal | null> => {
    const caller = callerKey(incoming);
    const waitMs = throttle.waitMs(caller);
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000);
      throw httpProblem(
        HttpProblemCode.TooManyAttempts,
        `Too many wrong tokens were sent from here: wait ${seconds} s`,
        {},
        { "Retry-After": String(seconds) },
      );
    }
    const principal = await findHolder(authorization);
    if (principal === null) throttle.fail(caller, await hexDigest(authorization));
    return principal;
  };

  const permit: AccessGuard["authenticate"] = async (access, incoming) => {
    const principal = await authenticate(access, incoming);
    if (isPermission(access)) assertPermission(principal, access);
    return principal;
  };

  return {
    authenticate: permit,
    allows: (access, incoming) =>
      permit(access, incoming).then(
        () => true,
        () => false,
      ),
  };
}
