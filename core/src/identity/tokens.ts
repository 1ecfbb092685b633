import { grantedByBoth } from "../access/grant.ts";
import { ALL_PERMISSIONS, Permission } from "../access/permission.ts";
import { type Principal, PrincipalKind, principalLabel } from "../access/principal.ts";
import { Role } from "../access/role.ts";
import type { Clock } from "../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { sha256 } from "../base/fingerprint.ts";
import { invalidInput } from "../base/input.ts";
import { issueAt } from "../base/issue/issue.ts";
import type { InputIssue } from "../base/issue/issue-code.ts";
import type { JsonValue } from "../base/json.ts";
import { isName } from "../model/name/names.ts";
import { TOKEN_USE_PREFIX } from "../model/name/state-key.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import { type AccessToken, type KnownToken, TokenKind, type TokenUse } from "./access-token.ts";
import { makeMembership } from "./giving.ts";
import { actOf, type Doer, type NoteAct, type RequestOrigin } from "./identity-act.ts";
import type { IdentityRecords } from "./identity-records.ts";
import { byOf } from "./people.ts";
import { makeSecret, readTokenText, writeTokenText } from "./token-text.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Until when a token counts where nobody says, and at most, by its kind; an executor's has no bound. */
export const TOKEN_DAYS: Readonly<
  Record<TokenKind, { readonly usual: number | null; readonly most: number | null }>
> = {
  [TokenKind.Personal]: { usual: 30, most: 90 },
  [TokenKind.Service]: { usual: 90, most: 365 },
  [TokenKind.Executor]: { usual: null, most: null },
};
const USUAL_OVERLAP_MS = 7 * DAY_MS;
const MOST_OVERLAP_MS = 30 * DAY_MS;
const MOST_TOKENS = 10_000;
/** How seldom the use of a token is written. */
const USE_NOTED_EVERY_MS = 60_000;
/** How long a revoked or expired token is kept, so that its name says whose the acts were. */
const KEPT_MS = 400 * DAY_MS;

/** A token to be made. */
export interface TokenRequest {
  readonly name: string;
  readonly kind: TokenKind;
  /** What one that is no person's may do, in the doer's tenant. @default for an executor: `worker` */
  readonly role?: Role | undefined;
  readonly apps?: readonly string[] | null | undefined;
  readonly payloads?: boolean | undefined;
  /** Limits it further, to these permissions. @default no limit */
  readonly permissions?: readonly Permission[] | null | undefined;
  /** @default by its kind */
  readonly expires?: Date | null | undefined;
}

/** A token with its text, which nobody is shown again. */
export interface MadeToken {
  readonly token: KnownToken;
  readonly text: string;
}

export interface TokensOptions {
  readonly records: IdentityRecords;
  readonly state: Pick<IMoStateStore, "set" | "list">;
  readonly clock: Clock;
  readonly note: NoteAct;
}

/** The tokens of people, programs and executors. */
export class Tokens {
  readonly #options: TokensOptions;
  readonly #notedMs = new Map<string, number>();

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /** Those that are kept, by name. */
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
    const nowMs = this.#nowMs();
    const { name, kind, permissions = null } = request;
    const expiresMs = this.#expiryOf(request);
    this.#assertValid(request, expiresMs);
    const held = await this.list();
    if (held.some((one) => one.name === name))
      throw new MoJobError(
        MoJobErrorCode.TokenTaken,
        `Cannot make token "${name}": there is, or was, one of this name; rotate it, or choose another name`,
      );
    if (held.length >= MOST_TOKENS)
      throw new MoJobError(
        MoJobErrorCode.QuotaExceeded,
        `Cannot make token "${name}": there are ${MOST_TOKENS} already`,
      );
    const { id, secret } = makeSecret();
    const token = await this.#options.records.addToken({
      id,
      name,
      kind,
      person: kind === TokenKind.Personal ? personOf(doer) : null,
      memberships: kind === TokenKind.Personal ? [] : [this.#membershipOf(request, doer)],
      permissions,
      digest: await sha256(secret),
      before: null,
      expiresMs,
      createdMs: nowMs,
      createdBy: principalLabel(doer.principal),
      revokedMs: null,
    });
    await this.#noteAct("create_token", token, doer, JSON.stringify(shownOf(token)));
    return { token, text: writeTokenText({ kind, id, secret }) };
  }

  /**
   * Gives a token a new secret; the one of before counts for a while yet.
   * @throws MoJobError `token_not_found`, `token_revoked`, `invalid_argument`
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
    const token = await this.#options.records.changeToken(id, (kept) => {
      if (kept.revokedMs !== null)
        throw new MoJobError(
          MoJobErrorCode.TokenRevoked,
          `Cannot rotate token "${kept.name}": it is revoked`,
        );
      const livedMs = kept.expiresMs === null ? null : kept.expiresMs - kept.createdMs;
      return {
        ...kept,
        digest,
        before: { digest: kept.digest, untilMs: nowMs + overlapMs },
        createdMs: nowMs,
        expiresMs: livedMs === null ? null : nowMs + livedMs,
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

  /** Removes tokens that ended long ago. */
  async sweep(): Promise<void> {
    for (const { id, revokedMs, expiresMs } of await this.list()) {
      const endedMs = revokedMs ?? expiresMs;
      if (endedMs !== null && this.#nowMs() - endedMs > KEPT_MS) await this.#options.records.removeToken(id);
    }
  }

  #membershipOf(
    { kind, role, apps = null, payloads, permissions }: TokenRequest,
    doer: Doer,
  ): AccessToken["memberships"][number] {
    const membership = makeMembership(
      { role: kind === TokenKind.Executor ? Role.Worker : (role ?? Role.Viewer), apps, payloads },
      // What it is limited to counts, and not all of the role.
      kind === TokenKind.Executor || permissions != null ? asDeployment(doer) : doer,
      this.#options.clock,
    );
    if (kind !== TokenKind.Executor && permissions != null) assertMayLend(membership.apps, permissions, doer);
    if (kind === TokenKind.Executor) assertMayLend(membership.apps, [Permission.EditTokens], doer);
    return { ...membership, tenant: doer.tenant };
  }

  #expiryOf({ kind, expires }: TokenRequest): number | null {
    if (expires !== undefined) return expires?.getTime() ?? null;
    const { usual } = TOKEN_DAYS[kind];
    return usual === null ? null : this.#nowMs() + usual * DAY_MS;
  }

  #assertValid({ name, kind, permissions }: TokenRequest, expiresMs: number | null): void {
    const issues: InputIssue[] = [];
    if (!isName(name)) issues.push(issueAt("/name", "name_rule"));
    if (
      permissions != null &&
      (permissions.length === 0 || permissions.some((one) => !ALL_PERMISSIONS.includes(one)))
    )
      issues.push(issueAt("/permissions", "not_some_of", { values: ALL_PERMISSIONS }));
    const { most } = TOKEN_DAYS[kind];
    const livesMs = expiresMs === null ? Infinity : expiresMs - this.#nowMs();
    if (livesMs <= 0) issues.push(issueAt("/expires", "in_the_past"));
    else if (most !== null && livesMs > most * DAY_MS)
      issues.push(issueAt("/expires", "expires_late", { days: most }));
    if (issues.length > 0) throw invalidInput("make a token", issues);
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

/** What a token is limited to in the way of permissions. */
export function limitedTo(principal: Principal, permissions: readonly Permission[] | null): Principal {
  if (permissions === null) return principal;
  const { kind, name } = principal;
  return { kind, name, ...grantedByBoth(principal, { permissions }) };
}

/** @throws MoJobError `forbidden` where the doer lacks one of them in one of the apps */
function assertMayLend(
  apps: readonly string[] | null,
  permissions: readonly Permission[],
  { principal }: Doer,
): void {
  const both = grantedByBoth(principal, { permissions });
  for (const permission of permissions) {
    const inApps = both.grants?.find((grant) => grant.permission === permission)?.apps ?? [];
    if (both.permissions.includes(permission) || (apps !== null && apps.every((app) => inApps.includes(app))))
      continue;
    throw new MoJobError(
      MoJobErrorCode.Forbidden,
      `Cannot make this token: the permission "${permission}" is needed for it, and nobody gives more than they have`,
      { parameters: { needs: permission } },
    );
  }
}

function asDeployment(doer: Doer): Doer {
  return { ...doer, principal: { ...doer.principal, permissions: ALL_PERMISSIONS } };
}

function personOf({ principal: { kind, name } }: Doer): string {
  if (kind === PrincipalKind.User && name !== null) return name;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    "Cannot make a personal token: only somebody who signed in by name has one; make a service token",
  );
}

function shownOf({ kind, memberships, permissions, expiresMs }: KnownToken): object {
  const [{ role = null, apps = null } = {}] = memberships as readonly Partial<
    AccessToken["memberships"][number]
  >[];
  return {
    kind,
    role,
    apps,
    permissions,
    expires: expiresMs === null ? null : new Date(expiresMs).toISOString(),
  };
}

function ended(code: MoJobErrorCode, { name }: KnownToken, why: string): MoJobError {
  return new MoJobError(code, `Cannot use token "${name}": ${why}`);
}
