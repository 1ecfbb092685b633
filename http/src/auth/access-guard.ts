import { type ProblemCode, HttpProblemCode } from "../problem/problem-code.ts";
import { httpProblem } from "../problem/problem.ts";
import { isLoopbackHost, isOwnOrigin } from "./loopback.ts";
import { POLICY_RULES, RoutePolicy } from "./route-policy.ts";
import type { Sessions } from "./session.ts";
import { createTokenCheck } from "./token.ts";

export interface AccessGuard {
  /** @throws HTTPException 401 or 403 where the policy does not let the request pass */
  assert(policy: RoutePolicy, request: Request): Promise<void>;
  /** Whether a guarded route would answer this request. */
  allows(request: Request): Promise<boolean>;
}

export interface AccessGuardOptions {
  readonly token: string | undefined;
  /** Origins that may call from a browser besides our own. */
  readonly origins: readonly string[];
  /** Where a browser may bear a session in place of the token. @default none */
  readonly sessions?: Sessions | undefined;
}

interface Refusal {
  readonly code: ProblemCode;
  readonly detail: string;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** With a token: that token. Without one: only this machine, and no page of another site in its browser. */
export function createAccessGuard({ token, origins, sessions }: AccessGuardOptions): AccessGuard {
  const checkToken = token === undefined ? null : createTokenCheck(token);

  const refusalOf = async (policy: RoutePolicy, request: Request): Promise<Refusal | null> => {
    const rules = POLICY_RULES[policy];
    if (checkToken === null) return rules.local ? foreignness(request, origins) : null;
    if (!rules.token || (await checkToken(request.headers.get("Authorization") ?? undefined))) return null;
    // A token that was sent and is wrong stays wrong, whatever else the browser bears.
    if (!request.headers.has("Authorization") && (await sessions?.allows(request)) === true) return null;
    return { code: HttpProblemCode.Unauthorized, detail: "Send the token as Authorization: Bearer <token>" };
  };

  return {
    async assert(policy, request) {
      const refusal = await refusalOf(policy, request);
      if (refusal !== null) throw httpProblem(refusal.code, refusal.detail);
    },
    allows: async (request) => (await refusalOf(RoutePolicy.Guarded, request)) === null,
  };
}

/**
 * A `Host` that is not loopback is DNS rebinding or a proxy nobody announced; a foreign `Origin`, or a writing request a
 * browser marks as cross-site, is another site's page using this machine's browser.
 */
function foreignness(request: Request, origins: readonly string[]): Refusal | null {
  const host = request.headers.get("Host") ?? new URL(request.url).host;
  if (!isLoopbackHost(host)) {
    return {
      code: HttpProblemCode.ForeignHost,
      detail: `Without a token only localhost, 127.0.0.1 and [::1] are answered, not "${host}"; configure a token`,
    };
  }
  const origin = request.headers.get("Origin");
  if (origin !== null) {
    if (isOwnOrigin(origin, host) || origins.includes(origin)) return null;
    return { code: HttpProblemCode.ForeignOrigin, detail: `Pages of "${origin}" may not use this API` };
  }
  if (!SAFE_METHODS.has(request.method) && request.headers.get("Sec-Fetch-Site") === "cross-site") {
    return { code: HttpProblemCode.ForeignOrigin, detail: "Pages of other sites may not use this API" };
  }
  return null;
}
