import { MoJobError, MoJobErrorCode, type Principal } from "@mojob/core";
import { principalLabel, sessionKey } from "@mojob/core/engine";
import { type Clock, randomBytes } from "@mojob/core/ports";
import { isSafeWithCookie } from "../own-page.ts";
import { createSessionCookie } from "./session-cookie.ts";
import type { SessionStore } from "./session-store.ts";

/** A session that is not used for so long has ended: long enough for a working day. */
export const SESSION_IDLE_MS: number = 12 * 60 * 60 * 1000;
/** No session is longer than this, however much it is used. */
export const SESSION_LIMIT_MS: number = 7 * 24 * 60 * 60 * 1000;
/** The use of a session is written at most this often. */
const TOUCH_MS = 60_000;
const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Whose a session is. Nothing else is kept of its holder, whose permissions are read at each use. */
export type SessionHolder = Pick<Principal, "kind" | "name">;

/** Sign-ins of browsers, which cannot send the token with a link or an event stream. */
export interface Sessions {
  /**
   * Begins a session of this holder and ends the one that the request sent; resolves to the `Set-Cookie`.
   * @throws MoJobError `forbidden` for a holder that has no sessions
   */
  open(request: Request, holder: SessionHolder): Promise<string>;
  /** Ends the session that the request sends, for every holder of its cookie; resolves to the `Set-Cookie`. */
  end(request: Request): Promise<string>;
  /**
   * Resolves to whose session the request sends, as it is now; `null` where that has ended, its holder is not known any more, or a page
   * of another site sent the request. Counts as a use.
   */
  find(request: Request): Promise<Principal | null>;
  /** As `find`, for a request that was let in before and goes on: it counts as no use. */
  look(request: Request): Promise<Principal | null>;
}

export interface SessionsOptions {
  readonly tenant: string;
  readonly token: string;
  readonly clock: Clock;
  readonly store: SessionStore;
  /** Resolves to a holder as it is now; `null` for one that may have no sessions. */
  readonly findHolder: (holder: SessionHolder) => Promise<Principal | null>;
  /** Where the app is mounted, such as `/mojob`. */
  readonly basePath: string;
}

interface SessionRecord {
  readonly holder: SessionHolder;
  /** Instants in milliseconds. */
  readonly openedMs: number;
  readonly usedMs: number;
}

/**
 * A session is a record that points at its holder; its cookie is 256 random bits. The record's key is a hash of these and the token, so
 * that the store shows neither, and another token ends every session. A writing request must also come from a page of ours.
 */
export function createSessions(options: SessionsOptions): Sessions {
  const { tenant, token, clock, store, findHolder, basePath } = options;
  const cookie = createSessionCookie(basePath);
  const keyOf = async (secret: string): Promise<string> =>
    sessionKey(tenant, await digest(`mojob session\0${token}\0${secret}`));
  const nowMs = (): number => clock.now().getTime();

  const endAll = async (request: Request): Promise<void> => {
    for (const secret of cookie.read(request)) {
      if (SECRET.test(secret)) await store.delete(await keyOf(secret));
    }
  };

  const holderOf = async (secret: string, isUse: boolean): Promise<Principal | null> => {
    if (!SECRET.test(secret)) return null;
    const key = await keyOf(secret);
    const entry = await store.get(key);
    if (entry === null) return null;
    // One without a holder is of a version that kept none: it has ended.
    const { holder, openedMs, usedMs } = entry.value as unknown as Partial<SessionRecord>;
    if (holder === undefined || openedMs === undefined || usedMs === undefined) return null;
    const now = nowMs();
    if (now >= openedMs + SESSION_LIMIT_MS || now >= usedMs + SESSION_IDLE_MS) return null;
    if (isUse && now - usedMs >= TOUCH_MS) {
      // On condition: a session that was ended meanwhile must not come back.
      const touched = { holder: { ...holder }, openedMs, usedMs: now };
      await store.compareAndSet(key, entry.version, touched, { ttlMs: SESSION_IDLE_MS });
    }
    return findHolder(holder);
  };

  const find = async (request: Request, isUse: boolean): Promise<Principal | null> => {
    if (!isSafeWithCookie(request)) return null;
    for (const secret of cookie.read(request)) {
      const principal = await holderOf(secret, isUse);
      if (principal !== null) return principal;
    }
    return null;
  };

  return {
    async open(request, { kind, name }) {
      if ((await findHolder({ kind, name })) === null) throw cannotHave({ kind, name });
      await endAll(request);
      const secret = base64Url(randomBytes(SECRET_BYTES));
      const record = { holder: { kind, name }, openedMs: nowMs(), usedMs: nowMs() };
      await store.set(await keyOf(secret), record, { ttlMs: SESSION_IDLE_MS });
      return cookie.write(request, secret, SESSION_LIMIT_MS);
    },
    async end(request) {
      await endAll(request);
      return cookie.write(request, "", 0);
    },
    find: (request) => find(request, true),
    look: (request) => find(request, false),
  };
}

function cannotHave(holder: SessionHolder): MoJobError {
  const asking = principalLabel({ ...holder, permissions: [] }) ?? holder.kind;
  return new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot open a session as "${asking}": only the holder of the API's token may have one`,
  );
}

async function digest(text: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
