import { MoJobError, MoJobErrorCode, Permission, type Principal, PrincipalKind } from "@mojob/core";
import { appsWith, assertPermission, principalLabel } from "@mojob/core/engine";
import { HttpProblemCode, httpProblem } from "@mojob/http/extension";
import type { ResolvedGatewayOptions } from "./gateway-options.ts";
import type { SignedCalls } from "./signed-calls.ts";

export type CallerRightsOptions = Pick<ResolvedGatewayOptions, "tokens" | "requireSignatures">;

/** The rights of a caller, by its token or its key. */
export class CallerRights {
  readonly #options: CallerRightsOptions;
  readonly #signedCalls: Pick<SignedCalls, "keyOf">;

  constructor(options: CallerRightsOptions, signedCalls: Pick<SignedCalls, "keyOf">) {
    this.#options = options;
    this.#signedCalls = signedCalls;
  }

  /** @throws MoJobError `forbidden`; HTTPException 401 `signature_required` */
  assertMayCall(principal: Principal): void {
    assertPermission(principal, Permission.RunJobs);
    if (!this.#options.requireSignatures || this.#signedCalls.keyOf(principal) !== undefined) return;
    throw httpProblem(
      HttpProblemCode.SignatureRequired,
      "Sign the call with a key that is registered for the app's executors (RFC 9421): a token is not enough here",
    );
  }

  /** @throws MoJobError `forbidden` for a caller whose token or key is not that of the app's executors, or of another one of them */
  assertServes(principal: Principal, app: string, name: string | undefined): void {
    this.assertMayCall(principal);
    const own = this.#signedCalls.keyOf(principal)?.executor ?? null;
    if (own !== null && own !== name)
      throw new MoJobError(
        MoJobErrorCode.Forbidden,
        `Cannot run jobs as executor "${name ?? ""}": the key is that of executor "${own}"`,
      );
    if (this.serves(principal, app)) return;
    throw new MoJobError(
      MoJobErrorCode.Forbidden,
      `Cannot run jobs of app "${app}" as "${principalLabel(principal) ?? principal.kind}": use a token of the app's executors`,
    );
  }

  /** Whether a caller's token or key is that of the app's executors. */
  serves(principal: Principal, app: string): boolean {
    // A token that was made for executors names their apps; the API's own is none of them.
    if (principal.kind === PrincipalKind.Token && principal.name !== null)
      return appsWith(principal, Permission.RunJobs).has(app);
    return principal.kind === PrincipalKind.Worker
      ? principal.name === app
      : principal.kind === PrincipalKind.Local && Object.keys(this.#options.tokens).length === 0;
  }
}
