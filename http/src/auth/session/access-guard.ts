import { MoJobErrorCode, type Principal, PrincipalKind } from "@mojob/core";
import {
  ALL_PERMISSIONS,
  ANONYMOUS_PRINCIPAL,
  appsWith,
  assertPermission,
  type CallLimit,
  isSameGranted,
  type Needs,
  type TokenThrottle,
} from "@mojob/core/engine";
import { isMachineToken } from "@mojob/core/platform";
import type { Clock } from "@mojob/core/ports";
import { type Identity, readTokenText, TokenKind } from "@mojob/identity";
import { HttpProblemCode } from "../../problem/problem-code.ts";
import { httpProblem } from "../../problem/problem.ts";
import { OpenAccess, type RouteAccess } from "../access.ts";
import { assertReach, type Caller, Credential } from "../caller.ts";
import { foreignness } from "../local-request.ts";
import type { CredentialSource } from "../credential-source.ts";
import type { IncomingRequest } from "../peer.ts";
import type { ClientAddress } from "../trusted-proxies.ts";
import type { FoundHolder, SessionHolder, Sessions } from "./session.ts";
import { originOf } from "../request-origin.ts";
import { isOfForeignPage } from "../own-page.ts";
import { bearerOf } from "../token.ts";
import { createTokenHolders, type FindHolder, hexDigest, TokenReach } from "../token-holders.ts";

/** The requirements of a route on its callers. */
export interface Admission {
  readonly access: RouteAccess;
  /** The extension whose route it is; `null` is the API's own. */
  readonly extension: CredentialSource | null;
}

export interface AccessGuardOptions {
  readonly tenant: string;
  /** The people and tokens of the deployment; `undefined` where it has none. */
  readonly identity: Identity | undefined;
  /** Whether the tenant requires a second factor of who signs in with a password. */
  readonly requiresSecondFactor: () => Promise<boolean>;
  readonly token: string | undefined;
  /** The token that callers of this machine send where there is no other token and nobody signs in. */
  readonly localToken: string | undefined;
  /** Who the app around this one has signed in; `undefined` where it signs in nobody. */
  readonly findUser: ((incoming: IncomingRequest) => Promise<Principal | null>) | undefined;
  /** Whose tokens and signatures open their own routes. */
  readonly extensions: readonly CredentialSource[];
  /** Origins whose pages may call from a browser besides our own. */
  readonly origins: readonly string[];
  /** Where a browser may send a session instead of the token; `undefined` without a token. */
  readonly sessions: Sessions | undefined;
  readonly throttle: TokenThrottle;
  /** The limit of calls with tokens that were made here. */
  readonly callLimit: CallLimit;
  readonly addressOf: ClientAddress;
  readonly clock: Clock;
}

const LOCAL_PRINCIPAL: Principal = {
  kind: PrincipalKind.Local,
  name: null,
  permissions: ALL_PERMISSIONS,
};

/** The holder of the one token that is configured, also by a session that the token opened. */
const TOKEN_PRINCIPAL: Principal = { ...LOCAL_PRINCIPAL, kind: PrincipalKind.Token };

/** This machine, by the token of its start. */
const LOCAL_BY_TOKEN: Caller = callerOf(LOCAL_PRINCIPAL, Credential.Token, null);
const ANONYMOUS: Caller = callerOf(ANONYMOUS_PRINCIPAL, Credential.None, null);
const LOCAL: Caller = callerOf(LOCAL_PRINCIPAL, Credential.Local, null);

/** Resolves to who may have sessions, as they are now: the holder of the API's token, and people. */
export async function findSessionHolder(
  { kind, name }: SessionHolder,
  {
    token,
    localToken,
    identity,
    tenant,
  }: Pick<AccessGuardOptions, "token" | "localToken" | "identity" | "tenant">,
): Promise<FoundHolder | null> {
  if (kind === PrincipalKind.User && name !== null) return (await identity?.userOf(name, tenant)) ?? null;
  if (kind === PrincipalKind.Local && localToken !== undefined && !(await identity?.isInUse()))
    return { principal: LOCAL_PRINCIPAL, endedMs: 0 };
  const isToken = token !== undefined && kind === TOKEN_PRINCIPAL.kind && name === TOKEN_PRINCIPAL.name;
  return isToken ? { principal: TOKEN_PRINCIPAL, endedMs: 0 } : null;
}

/** With a token: its holder. With a login of the app around it: its users. Without both: requests of this machine that no page of another site sent. */
export class AccessGuard {
  readonly #options: AccessGuardOptions;
  readonly #findHolder: FindHolder<{ readonly token: string; readonly caller: Caller }>;
  /** `null` where direct requests of this machine need nothing. */
  readonly #findLocal: FindHolder<{ readonly token: string }> | null;
  /** Whether executors have tokens: where there are none at all, none that is sent can be wrong. */
  readonly #hasOthersTokens: boolean;

  constructor(options: AccessGuardOptions) {
    const { token, localToken, extensions } = options;
    this.#findLocal = localToken === undefined ? null : createTokenHolders([{ token: localToken }]);
    const ofExtensions = extensions.flatMap((extension) =>
      (extension.holders ?? []).map(({ token: own, principal, reach = TokenReach.Extension }) => ({
        token: own,
        caller: callerOf(principal, Credential.Token, reach === TokenReach.Api ? null : extension),
      })),
    );
    this.#options = options;
    this.#hasOthersTokens = ofExtensions.length > 0;
    this.#findHolder = createTokenHolders(
      token === undefined
        ? ofExtensions
        : [{ token, caller: callerOf(TOKEN_PRINCIPAL, Credential.Token, null) }, ...ofExtensions],
    );
  }

  /**
   * Resolves to who asks.
   * @throws HTTPException 401, 403 or 429 where the request may not have this access
   * @throws MoJobError `forbidden` where the principal lacks a permission, or its credential is for other routes
   */
  async authenticate(admission: Admission, incoming: IncomingRequest): Promise<Caller> {
    const { access, extension } = admission;
    const caller = await this.#callerBy(admission, incoming);
    if (access.open === null) assertReach(caller, extension);
    if (access.isOfAccount !== true && (await this.#lacksSecondFactor(caller)))
      throw httpProblem(
        MoJobErrorCode.SecondFactorRequired,
        "This tenant is open to people with a second factor alone: set one up under My account",
      );
    for (const permission of access.needs.always) assertPermission(caller.principal, permission);
    return caller;
  }

  /** Resolves to whether the request would be let in where this is needed. */
  allows(needs: Needs, incoming: IncomingRequest): Promise<boolean> {
    return this.authenticate({ access: { open: null, needs }, extension: null }, incoming).then(
      () => true,
      () => false,
    );
  }

  /**
   * Resolves to whether a caller that was let in would be let in now with the same rights: its session may have ended since, or its rights may
   * have been narrowed, and what it goes on to be sent was chosen by those of then.
   */
  async isLive(caller: Caller, { access }: Admission): Promise<boolean> {
    if (caller.again === null) return true;
    const principal = await caller.again();
    if (principal === null) return false;
    if (access.isOfAccount !== true && (await this.#lacksSecondFactor(caller))) return false;
    return (
      isSameGranted(principal, caller.principal) &&
      access.needs.always.every((permission) => !appsWith(principal, permission).isEmpty)
    );
  }

  /** Whether somebody signed in with a password alone, or acts by a token of theirs, where the tenant requires more. */
  async #lacksSecondFactor({ credential, principal: { kind, name } }: Caller): Promise<boolean> {
    const { identity, requiresSecondFactor } = this.#options;
    if (identity === undefined || kind !== PrincipalKind.User || name === null) return false;
    if (credential !== Credential.Session && credential !== Credential.Token) return false;
    return (await identity.lacksSecondFactor(name)) && (await requiresSecondFactor());
  }

  async #callerBy(admission: Admission, incoming: IncomingRequest): Promise<Caller> {
    const { open } = admission.access;
    const { token, findUser } = this.#options;
    if (open === OpenAccess.Probe) return ANONYMOUS;
    const isOpen =
      token === undefined && findUser === undefined && !(await this.#options.identity?.isInUse());
    if (isOpen) return this.#localCaller(admission, incoming);
    if (open === OpenAccess.SignIn && isOfForeignPage(incoming.request))
      throw httpProblem(HttpProblemCode.ForeignOrigin, "Only pages of this origin may sign in here");
    if (open !== null) return ANONYMOUS;
    return this.#identifiedCaller(admission, incoming);
  }

  /** Where nobody signs in: a request of this machine, or one of an executor. */
  async #localCaller({ access: { open }, extension }: Admission, incoming: IncomingRequest): Promise<Caller> {
    const refusal = foreignness(incoming, this.#options.origins);
    if (refusal !== null) throw httpProblem(refusal.code, refusal.detail);
    const authorization = incoming.request.headers.get("Authorization");
    if (this.#findLocal !== null && open !== null) return ANONYMOUS;
    const signer = await this.#signerOf(incoming.request);
    if (this.#findLocal !== null)
      return signer ?? (await this.#knownLocal(this.#findLocal, { authorization, incoming, extension }));
    const sent = bearerOf(authorization ?? "") ?? "";
    const isOurs = readTokenText(sent) !== null;
    // One of a file that another start has left here is as good as none, which this start asks for.
    const isRead = authorization !== null && !isMachineToken(sent);
    const isChecked = isRead && (this.#hasOthersTokens || isOurs) && open === null;
    if (signer !== null || !isChecked) return signer ?? LOCAL;
    const holder = await this.#holderOf(authorization, incoming, extension);
    if (holder !== null) return holder;
    throw httpProblem(HttpProblemCode.Unauthorized, "The token is wrong: send that of an executor, or none");
  }

  /** Where nobody signs in and this machine has a token: its holder, a browser that has opened the link of the start, or an executor. */
  async #knownLocal(
    findLocal: FindHolder<unknown>,
    {
      authorization,
      incoming,
      extension,
    }: {
      readonly authorization: string | null;
      readonly incoming: IncomingRequest;
      readonly extension: CredentialSource | null;
    },
  ): Promise<Caller> {
    const isLocal = authorization !== null && (await findLocal(authorization)) !== null;
    const caller = isLocal
      ? LOCAL_BY_TOKEN
      : authorization === null
        ? await this.#sessionOf(incoming.request)
        : await this.#holderOf(authorization, incoming, extension);
    if (caller !== null) return caller;
    throw httpProblem(
      HttpProblemCode.Unauthorized,
      "Open the link that the process printed at its start, or send the token of its file as Authorization: Bearer <token>",
    );
  }

  async #identifiedCaller({ extension }: Admission, incoming: IncomingRequest): Promise<Caller> {
    const { request } = incoming;
    const { token, findUser } = this.#options;
    const authorization = request.headers.get("Authorization");
    // A token that was sent and is wrong stays wrong, whatever cookie the browser sends with it.
    const caller =
      (await this.#signerOf(request)) ??
      (authorization === null
        ? ((await this.#userOf(incoming, extension)) ?? (await this.#sessionOf(request)))
        : await this.#holderOf(authorization, incoming, extension));
    if (caller !== null) return caller;
    if (findUser !== undefined && extension === null && (authorization === null || token === undefined))
      throw httpProblem(HttpProblemCode.NotSignedIn, "Sign in to the app that this API is a part of");
    throw httpProblem(HttpProblemCode.Unauthorized, "Send the token as Authorization: Bearer <token>");
  }

  async #sessionOf(request: Request): Promise<Caller | null> {
    const { sessions } = this.#options;
    const principal = (await sessions?.find(request)) ?? null;
    if (principal === null) return null;
    return callerOf(principal, Credential.Session, null, async () => (await sessions?.look(request)) ?? null);
  }

  /** Executors sign in with what is theirs: on their routes nobody of the app around this one is asked for. */
  async #userOf(incoming: IncomingRequest, extension: CredentialSource | null): Promise<Caller | null> {
    const { findUser } = this.#options;
    if (findUser === undefined || extension !== null) return null;
    const principal = await findUser(incoming);
    return principal && callerOf(principal, Credential.User, null, () => findUser(incoming));
  }

  /** Not counted by caller: a key cannot be guessed, and one executor with a wrong one may not shut out those beside it. */
  async #signerOf(request: Request): Promise<Caller | null> {
    for (const extension of this.#options.extensions) {
      const principal = (await extension.signer?.(request)) ?? null;
      if (principal !== null) return callerOf(principal, Credential.Signature, extension);
    }
    return null;
  }

  /** People and executors count apart, so that one of them who sends wrong tokens does not shut out the others beside it. */
  async #holderOf(
    authorization: string,
    incoming: IncomingRequest,
    extension: CredentialSource | null,
  ): Promise<Caller | null> {
    const { token, throttle, addressOf } = this.#options;
    const caller = `${extension === null ? "" : "executors at "}${addressOf(incoming)}`;
    // Before it is asked how many wrong ones came from there: nobody guesses what is as long as this.
    const long = isLong(authorization) ? await this.#knownOf(authorization, incoming, extension) : null;
    if (long !== null) return long.caller;
    const waitMs = throttle.waitMs(caller);
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000);
      throw httpProblem(
        MoJobErrorCode.TooManyAttempts,
        `Too many wrong tokens were sent from here: wait ${seconds} s`,
        {},
        { "Retry-After": String(seconds) },
      );
    }
    const holder = isLong(authorization) ? null : await this.#knownOf(authorization, incoming, extension);
    // The header is the token's where there is one; else it may be what the app around this one signs in with.
    const user = holder === null && token === undefined ? await this.#userOf(incoming, extension) : null;
    if (user !== null) return user;
    if (holder === null) throttle.fail(caller, await hexDigest(authorization));
    return holder?.caller ?? null;
  }

  /** The holder of a token that was made here, or is configured. @throws MoJobError as `#issuedOf` */
  async #knownOf(
    authorization: string,
    incoming: IncomingRequest,
    extension: CredentialSource | null,
  ): Promise<{ readonly caller: Caller } | null> {
    return (
      (await this.#issuedOf(authorization, incoming, extension)) ?? (await this.#findHolder(authorization))
    );
  }

  /** The holder of a token that was made here. @throws MoJobError `token_expired`, `token_revoked` */
  async #issuedOf(
    authorization: string,
    incoming: IncomingRequest,
    extension: CredentialSource | null,
  ): Promise<{ readonly caller: Caller } | null> {
    const { identity, tenant, addressOf, clock } = this.#options;
    const text = bearerOf(authorization);
    if (identity === undefined || text === undefined) return null;
    const token = await identity.tokens.find(text, originOf(incoming, { addressOf, clock }));
    const principal = token === null ? null : await identity.holderOf(token, tenant);
    if (token === null || principal === null) return null;
    const waitMs = this.#options.callLimit.take(token.id);
    if (waitMs > 0) throw tooManyCalls(waitMs);
    const again = async (): Promise<Principal | null> => {
      const known = await identity.tokens
        .find(text, originOf(incoming, { addressOf, clock }))
        .catch(() => null);
      return known === null ? null : identity.holderOf(known, tenant);
    };
    // An executor's opens the calls of executors alone: those of the extension that is called, or of none.
    const only = token.kind === TokenKind.Executor ? (extension ?? NO_ROUTES) : null;
    return { caller: callerOf(principal, Credential.Token, only, again) };
  }
}

function tooManyCalls(waitMs: number): Error {
  const seconds = Math.ceil(waitMs / 1000);
  return httpProblem(
    HttpProblemCode.TooManyCalls,
    `This token has made as many calls as it may within a minute: wait ${seconds} s`,
    {},
    { "Retry-After": String(seconds) },
  );
}

/** The length of the output of `openssl rand -hex 16`. A shorter token that somebody chose might be guessed. */
const LONG_CHARACTERS = 32;

/** Whether a token is so long that nobody finds it by trying, however many tries there are. */
function isLong(authorization: string): boolean {
  return (bearerOf(authorization)?.length ?? 0) >= LONG_CHARACTERS;
}

/** The routes of no extension: what is limited to them reaches nothing. */
const NO_ROUTES: CredentialSource = {};

function callerOf(
  principal: Principal,
  credential: Credential,
  only: CredentialSource | null,
  again: Caller["again"] = null,
): Caller {
  return { principal, credential, only, again };
}
