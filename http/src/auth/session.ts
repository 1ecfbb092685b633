import { sessionKey } from "@mojob/core/engine";
import { type Clock, randomBytes } from "@mojob/core/ports";
import { isOwnOrigin } from "./loopback.ts";
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
const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Sign-ins of browsers, which cannot send the token with a link or an event stream. */
export interface Sessions {
  /** Begins a session and ends the one that the request sent; resolves to the `Set-Cookie`. */
  open(request: Request): Promise<string>;
  /** Ends the session that the request sends, for every holder of its cookie; resolves to the `Set-Cookie`. */
  end(request: Request): Promise<string>;
  /** Resolves to whether the request sends a session that has not ended, and no page of another site sent it. */
  find(request: Request): Promise<boolean>;
}

export interface SessionsOptions {
  readonly tenant: string;
  readonly token: string;
  readonly clock: Clock;
  readonly store: SessionStore;
  /** Where the app is mounted, such as `/mojob`. */
  readonly basePath: string;
}

interface SessionRecord {
  /** Instants in milliseconds. */
  readonly openedMs: number;
  readonly usedMs: number;
}

/**
 * A session is a record; its cookie is 256 random bits. The record's key is a hash of these and the token, so that the store
 * shows neither, and another token ends every session. A writing request must also come from a page of ours.
 */
export function createSessions({ tenant, token, clock, store, basePath }: SessionsOptions): Sessions {
  const cookie = createSessionCookie(basePath);
  const keyOf = async (secret: string): Promise<string> =>
    sessionKey(tenant, await digest(`mojob session\0${token}\0${secret}`));
  const nowMs = (): number => clock.now().getTime();

  const endAll = async (request: Request): Promise<void> => {
    for (const secret of cookie.read(request)) {
      if (SECRET.test(secret)) await store.delete(await keyOf(secret));
    }
  };

  const isLive = async (secret: string): Promise<boolean> => {
    if (!SECRET.test(secret)) return false;
    const key = await keyOf(secret);
    const entry = await store.get(key);
    if (entry === null) return false;
    const record = entry.value as unknown as SessionRecord;
    const now = nowMs();
    if (now >= record.openedMs + SESSION_LIMIT_MS || now >= record.usedMs + SESSION_IDLE_MS) return false;
    if (now - record.usedMs >= TOUCH_MS) {
      // On condition: a session that was ended meanwhile must not come back.
      const touched = { openedMs: record.openedMs, usedMs: now };
      await store.compareAndSet(key, entry.version, touched, { ttlMs: SESSION_IDLE_MS });
    }
    return true;
  };

  return {
    async open(request) {
      await endAll(request);
      const secret = base64Url(randomBytes(SECRET_BYTES));
      const record = { openedMs: nowMs(), usedMs: nowMs() };
      await store.set(await keyOf(secret), record, { ttlMs: SESSION_IDLE_MS });
      return cookie.write(request, secret, SESSION_LIMIT_MS);
    },
    async end(request) {
      await endAll(request);
      return cookie.write(request, "", 0);
    },
    async find(request) {
      if (!SAFE_METHODS.has(request.method) && !isFromOwnPage(request)) return false;
      for (const secret of cookie.read(request)) {
        if (await isLive(secret)) return true;
      }
      return false;
    },
  };
}

/** A proxy may change `Host`; what the browser says of the request is right in any case. */
function isFromOwnPage(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  const host = request.headers.get("Host") ?? new URL(request.url).host;
  return isOwnOrigin(request.headers.get("Origin") ?? "", host);
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
