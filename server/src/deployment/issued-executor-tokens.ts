import { isMoJobError, MoJobErrorCode, Permission } from "@mojob/core";
import { appsWith } from "@mojob/core/engine";
import { type Identity, TokenKind } from "@mojob/identity";
import { createId, systemClock } from "@mojob/core/ports";
import type { IssuedScope } from "@mojob/xxl-gateway";

/** Tokens whose secret is right, and which count no longer. */
const ENDED: readonly string[] = [MoJobErrorCode.TokenExpired, MoJobErrorCode.TokenRevoked];

/** The tokens that were made for executors in the panel or with the API, as executors of XXL-JOB send them. */
export class IssuedExecutorTokens {
  #identity: Pick<Identity, "tokens" | "holderOf"> | null = null;

  /** Says where they are kept. Until then none counts: the people are opened after the executors. */
  keepIn(identity: Pick<Identity, "tokens" | "holderOf">): void {
    this.#identity = identity;
  }

  /** Resolves to the tenant and the apps of a token: both are the token's, whatever else a call says. @throws MoJobError `store_unavailable` */
  async find(text: string, address: string): Promise<IssuedScope | null> {
    if (this.#identity === null) return null;
    const from = { address, agent: null, requestId: createId(systemClock.now()) };
    try {
      const token = await this.#identity.tokens.find(text, from);
      const [membership] = token?.memberships ?? [];
      if (token?.kind !== TokenKind.Executor || membership === undefined) return null;
      const { tenant } = membership;
      const holder = await this.#identity.holderOf(token, tenant);
      return holder === null ? null : { tenant, appNames: appsWith(holder, Permission.RunJobs) };
    } catch (error) {
      if (isMoJobError(error) && ENDED.includes(error.code)) return null;
      throw error;
    }
  }
}
