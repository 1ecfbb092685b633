import type { IMoStateStore } from "@mojob/core";
import type { AlarmRule } from "@mojob/core/engine";
import { IDENTITY_REVISION_KEY, PERSON_PREFIX, TOKEN_PREFIX, TOKEN_USE_PREFIX } from "@mojob/core/feature";
import { type AccessToken, isActive, type Person } from "@mojob/identity";
import type { RuledFinding } from "./ruled-finding.ts";
import { endingTokens } from "./token-findings.ts";

export interface TokenReaderOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "get" | "list">;
}

/** Looks after the tokens of a tenant: whose end somebody should know of. */
export class TokenReader {
  readonly #options: TokenReaderOptions;
  #revision: number | null = null;
  #tokens: readonly AccessToken[] = [];

  constructor(options: TokenReaderOptions) {
    this.#options = options;
  }

  /** The tokens that end soon and are in use: nothing stops where one was never used, or its person may not sign in. */
  async ending(rules: readonly AlarmRule[], now: Date): Promise<readonly RuledFinding[]> {
    const ending = endingTokens(await this.#read(), rules, now);
    const missed = await Promise.all(ending.map(({ token }) => this.#isMissed(token)));
    return ending.flatMap(({ found }, index) => (missed[index] === true ? [found] : []));
  }

  async #isMissed({ id, person }: AccessToken): Promise<boolean> {
    const { state } = this.#options;
    if ((await state.get(TOKEN_USE_PREFIX + id)) === null) return false;
    if (person === null) return true;
    const entry = await state.get(PERSON_PREFIX + person);
    return entry !== null && isActive(entry.value as unknown as Person);
  }

  /** They are read where one of them has changed. */
  async #read(): Promise<readonly AccessToken[]> {
    const { tenant, state } = this.#options;
    // Before the tokens: what changes after it is read again.
    const revision = (await state.get(IDENTITY_REVISION_KEY))?.version ?? null;
    if (revision === this.#revision) return this.#tokens;
    const entries = await state.list(TOKEN_PREFIX);
    const all = entries.map(({ value }) => value as unknown as AccessToken);
    this.#tokens = all.filter((token) => tenantOf(token) === tenant && token.expiresMs !== null);
    this.#revision = revision;
    return this.#tokens;
  }
}

/** A personal token of an earlier version is of no tenant, and of none is it an alarm. */
function tenantOf({ tenant, memberships }: AccessToken): string | null {
  return tenant ?? memberships[0]?.tenant ?? null;
}
