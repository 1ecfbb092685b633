import {
  type IMoStateStore,
  type JsonValue,
  MoJobError,
  MoJobErrorCode,
  Permission,
  PrincipalKind,
} from "@mojob/core";
import { invalidInput, issueAt, principalLabel } from "@mojob/core/engine";
import { sha256, TOKEN_USE_PREFIX } from "@mojob/core/feature";
import type { Clock } from "@mojob/core/ports";
import { type AccessToken, type KnownToken, TokenKind, type TokenUse } from "./access-token.ts";
import { type Giving, rightsOfMembership, withPermission } from "./given-rights.ts";
import { actOf, byOf, type Doer, type NoteAct, type RequestOrigin } from "./identity-act.ts";
import type { IdentityRecords } from "./identity-records.ts";
import { requestedRights, type TokenRequest } from "./token-request.ts";
import { makeSecret, readTokenText, writeTokenText } from "./token-text.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const USUAL_OVERLAP_MS = 7 * DAY_MS;
const MOST_OVERLAP_MS = 30 * DAY_MS;
const MOST_TOKENS = 10_000;
const MOST_OF_TENANT = 2000;
/** How seldom the use of a token is written. */
const USE_NOTED_EVERY_MS = 60_000;
/** How long a revoked or expired token is kept, so that its name says whose the acts were. */
const KEPT_MS = 400 * DAY_MS;

/** A token with its text, which nobody is shown again. */
export interface MadeToken {
  readonly token: KnownToken;
  readonly text: string;
}

export interface TokensOptions {
  readonly records: IdentityRecords;
  readonly state: Pick<IMoStateStore, "set" | "list">;
  readonly clock: Clock;
  readonly giving: Giving;
  readonly note: NoteAct;
}

/** The tokens of people, programs and executors. */
export class Tokens {
  readonly #options: TokensOptions;
  readonly #notedMs = new Map<string, number>();

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /** The tokens that are kept, by name. */
  async list(): Promise<readonly KnownToken[]> {
    const { tokens } = await this.#options.records.readNow();
    return [...tokens.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** When tokens were last used, by their ids. */
  async uses(): Promise<ReadonlyMap<string, TokenUse>> {
    const entries = await this.#options.state.list(TOKEN_USE_PREFIX);
    return new Map(
      entries.map(({ key, value }) => [key.slice(TOKEN_USE_PREFIX.length), value as unknown as TokenUse]),
    );
  }

  /** @throws MoJobError `token_not_found` */
  async get(id: string): Promise<KnownToken> {
    const token = (await this.#options.records.readNow()).tokens.get(id);
    if (token !== undefined) return token;
    throw new MoJobError(MoJobErrorCode.TokenNotFound, `Cannot find token "${id}"`);
  }

  /** @throws MoJobError `invalid_argument`, `token_taken`; `forbidden` for more than the doer has */
  async make(request: TokenRequest, doer: Doer): Promise<MadeToken> {
    const { records, clock } = this.#options;
    const { name, kind } = request;
    const rights = requestedRights(request, doer, clock);
    await this.#assertMayHandOut({ ...rights, kind, name }, doer, "make");
    const held = await this.list();
    await this.#sweep(held);
    // Another tenant's names are none of the doer's business.
    const ofTenant = held.filter(({ tenant }) => tenant === doer.tenant);
    if (ofTenant.some((one) => one.name === name))
      throw new MoJobError(
        MoJobErrorCode.TokenTaken,
        `Cannot make token "${name}": there is, or was, one of this name; rotate it, or choose another name`,
      );
    if (ofTenant.length >= MOST_OF_TENANT || held.length >= MOST_TOKENS)
      throw new MoJobError(
        MoJobErrorCode.QuotaExceeded,
        `Cannot make token "${name}": a tenant has at most ${MOST_OF_TENANT} tokens, and a deployment ${MOST_TOKENS}`,
      );
    const { id, secret } = makeSecret();
    const token = await records.addToken({
      id,
      name,
      kind,
      tenant: doer.tenant,
      ...rights,
      digest: await sha256(secret),
      before: null,
      createdMs: this.#nowMs(),
      createdBy: principalLabel(doer.principal),
      revokedMs: null,
    });
    await this.#noteAct("create_token", token, doer, JSON.stringify(shownOf(token)));
    return { token, text: writeTokenText({ kind, id, secret }) };
  }

  /**
   * Gives a token a new secret; the one of before counts for a while yet. Who does it holds the token from then on, so it asks what making
   * the token would.
   * @throws MoJobError `token_not_found`, `token_revoked`, `invalid_argument`; `forbidden` for more than the doer has
   */
  async rotate(
    id: string,
    { overlapMs = USUAL_OVERLAP_MS }: { readonly overlapMs?: number | undefined },
    doer: Doer,
  ): Promise<MadeToken> {
    if (!(overlapMs >= 0 && overlapMs <= MOST_OVERLAP_MS))
      throw invalidInput("rotate the token", [
        issueAt("/overlapMs", "out_of_range", { min: 0, max: MOST_OVERLAP_MS }),
      ]);
    const { secret } = makeSecret();
    const digest = await sha256(secret);
    const nowMs = this.#nowMs();
    const before = await this.get(id);
    const livesMs = before.expiresMs === null ? null : before.expiresMs - before.createdMs;
    const expiresMs = livesMs === null ? null : nowMs + livesMs;
    await this.#assertMayHandOut({ ...before, expiresMs }, doer, "rotate");
    const token = await this.#options.records.changeToken(id, (kept) => {
      if (kept.revokedMs !== null)
        throw new MoJobError(
          MoJobErrorCode.TokenRevoked,
          `Cannot rotate token "${kept.name}": it is revoked`,
        );
      return {
        ...kept,
        digest,
        before: { digest: kept.digest, untilMs: nowMs + overlapMs },
        createdMs: nowMs,
        expiresMs,
      };
    });
    await this.#noteAct("rotate_token", token, doer);
    return { token, text: writeTokenText({ kind: token.kind, id, secret }) };
  }

  /** @throws MoJobError `token_not_found` */
  async revoke(id: string, doer: Doer): Promise<void> {
    const revokedMs = this.#nowMs();
    const token = await this.#options.records.changeToken(id, (kept) =>
      kept.revokedMs === null ? { ...kept, revokedMs, before: null } : null,
    );
    await this.#noteAct("revoke_token", token, doer);
  }

  /**
   * Resolves to the token that a text is of; `null` for a text that is none of ours, or whose secret is wrong.
   * @throws MoJobError `token_expired`, `token_revoked`: its secret is right
   */
  async find(text: string, from: RequestOrigin): Promise<KnownToken | null> {
    const read = readTokenText(text);
    if (read === null) return null;
    const token = (await this.#options.records.read()).tokens.get(read.id);
    if (token === undefined || token.kind !== read.kind) return null;
    const [digest, nowMs] = [await sha256(read.secret), this.#nowMs()];
    if (token.digest !== digest) {
      if (token.before?.digest !== digest) return null;
      if (nowMs >= token.before.untilMs) {
        await this.#noteRefusal("token_reused", token, from);
        throw ended(MoJobErrorCode.TokenExpired, token, "it was rotated, and this secret counts no longer");
      }
    }
    if (token.revokedMs !== null) throw ended(MoJobErrorCode.TokenRevoked, token, "it is revoked");
    if (token.expiresMs !== null && nowMs >= token.expiresMs)
      throw ended(
        MoJobErrorCode.TokenExpired,
        token,
        "it has expired; make another, or rotate it before it does",
      );
    await this.#noteUse(token.id, from);
    return token;
  }

  /** @throws MoJobError `forbidden` where the doer would hold more by the token than before */
  async #assertMayHandOut(
    { kind, name, person, memberships, permissions, expiresMs }: HandedOut,
    doer: Doer,
    verb: "make" | "rotate",
  ): Promise<void> {
    const what = `${verb} the token "${name}"`;
    if (kind === TokenKind.Personal) return assertOwn(person, doer, what);
    const given = memberships.map((membership) =>
      withPermission(
        rightsOfMembership({ ...membership, untilMs: expiresMs }, permissions),
        Permission.EditTokens,
      ),
    );
    await this.#options.giving.assertHeld(given, doer, what);
  }

  /** Removes tokens that ended long ago. */
  async #sweep(tokens: readonly KnownToken[]): Promise<void> {
    for (const { id, revokedMs, expiresMs } of tokens) {
      const endedMs = revokedMs ?? expiresMs;
      if (endedMs !== null && this.#nowMs() - endedMs > KEPT_MS) await this.#options.records.removeToken(id);
    }
  }

  async #noteUse(id: string, { address, agent }: RequestOrigin): Promise<void> {
    const atMs = this.#nowMs();
    if (atMs - (this.#notedMs.get(id) ?? Number.NEGATIVE_INFINITY) < USE_NOTED_EVERY_MS) return;
    this.#notedMs.set(id, atMs);
    const use: TokenUse = { atMs, address, agent };
    await this.#options.state.set(TOKEN_USE_PREFIX + id, { ...use } satisfies JsonValue);
  }

  #noteAct(
    kind: "create_token" | "rotate_token" | "revoke_token",
    { name }: KnownToken,
    doer: Doer,
    after: string | null = null,
  ): Promise<void> {
    const changes = after === null ? [] : [{ pointer: "", before: null, after }];
    return this.#options.note(
      actOf(kind, { type: "token", id: name }, { ...byOf(doer), tenant: doer.tenant, changes }),
    );
  }

  #noteRefusal(kind: "token_reused", { name, memberships }: KnownToken, from: RequestOrigin): Promise<void> {
    const tenant = memberships[0]?.tenant ?? null;
    const by = `${PrincipalKind.Token}:${name}`;
    return this.#options.note(
      actOf(
        kind,
        { type: "token", id: name },
        { by, from, tenant, outcome: "refused", code: MoJobErrorCode.TokenExpired },
      ),
    );
  }

  #nowMs(): number {
    return this.#options.clock.now().getTime();
  }
}

/** The rights that a token gives its holder. */
type HandedOut = Pick<AccessToken, "kind" | "name" | "person" | "memberships" | "permissions" | "expiresMs">;

/** A token acts as its person: one that leaked must not make others that outlive it, and nobody makes one that acts as somebody else. */
function assertOwn(person: string | null, { principal, isByToken = false }: Doer, what: string): void {
  const isOwn = principal.kind === PrincipalKind.User && principal.name !== null && principal.name === person;
  if (isOwn && !isByToken) return;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot ${what}: a personal token is made and rotated by its person, who signed in by name; make a service token`,
  );
}

function shownOf({ kind, memberships, permissions, expiresMs }: KnownToken): object {
  const { role = null, apps = null } = memberships[0] ?? {};
  const expires = expiresMs === null ? null : new Date(expiresMs).toISOString();
  return { kind, role, apps, permissions, expires };
}

function ended(code: MoJobErrorCode, { name }: KnownToken, why: string): MoJobError {
  return new MoJobError(code, `Cannot use token "${name}": ${why}`);
}
