import { MoJobError, MoJobErrorCode, type Principal } from "@mojob/core";
import { principalLabel } from "@mojob/core/engine";
import { type Clock, randomBytes } from "@mojob/core/ports";
import { isSafeWithCookie } from "../own-page.ts";
import { createSessionCookie, type SessionCookie } from "./session-cookie.ts";
import type { SessionStore } from "./session-store.ts";

/** A session that is not used for so long has ended: long enough for a working day. */
export const SESSION_IDLE_MS: number = 12 * 60 * 60 * 1000;
/** No session is longer than this, however much it is used. */
export const SESSION_LIMIT_MS: number = 7 * 24 * 60 * 60 * 1000;
/** The use of a session is written at most this often. */
const TOUCH_MS = 60_000;
const SECRET_BYTES = 32;
const ID_CHARACTERS = 16;
const NOWHERE: SessionOrigin = { method: "token", address: null, agent: null };
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Whose a session is. Nothing else is kept of its holder, whose permissions are read at each use. */
export type SessionHolder = Pick<Principal, "kind" | "name">;

/** A holder as it is now. */
export interface FoundHolder {
  readonly principal: Principal;
  /** When all sessions of it were ended last, in milliseconds since 1970: another value than a session was opened with ends that. */
  readonly endedMs: number;
}

/** By what and from where a session was opened. */
export interface SessionOrigin {
  readonly method: string;
  readonly address: string | null;
  /** The `User-Agent`. */
  readonly agent: string | null;
}

/** A session as its holder is shown it. */
export interface OpenSession extends SessionOrigin {
  /** The beginning of the hash of its secret. */
  readonly id: string;
  readonly holder: SessionHolder;
  readonly openedAt: Date;
  readonly usedAt: Date;
  /** Whether it is that of the request. */
  readonly isOwn: boolean;
}

/** Sign-ins of browsers, which cannot send the token with a link or an event stream. */
export interface Sessions {
  /**
   * Begins a session of this holder and ends the one that the request sent; resolves to the `Set-Cookie`.
   * @throws MoJobError `forbidden` for a holder that has no sessions
   */
  open(request: Request, holder: SessionHolder, origin?: SessionOrigin): Promise<string>;
  /** Ends the session that the request sends, for every holder of its cookie; resolves to the `Set-Cookie`. */
  end(request: Request): Promise<string>;
  /**
   * Resolves to whose session the request sends, as it is now; `null` where that has ended, its holder is not known any more, or a page
   * of another site sent the request. Counts as a use.
   */
  find(request: Request): Promise<Principal | null>;
  /** As `find`, for a request that was let in before and goes on: it counts as no use. */
  look(request: Request): Promise<Principal | null>;
  /** The open sessions, of one holder or of all; the latest used first. */
  list(request: Request, holder: SessionHolder | null): Promise<readonly OpenSession[]>;
  /** Ends the one with this id, of this holder or of anybody; resolves to whether there was one. */
  endOne(request: Request, id: string, holder: SessionHolder | null): Promise<boolean>;
}

export interface SessionsOptions {
  /** Begins the keys of its records. */
  readonly prefix: string;
  /** Part of each hash: another one ends every session. */
  readonly token: string;
  readonly clock: Clock;
  readonly store: SessionStore;
  /** Resolves to a holder as it is now; `null` for one that may have no sessions. */
  readonly findHolder: (holder: SessionHolder) => Promise<FoundHolder | null>;
  /** Where browsers send the cookie, such as `/mojob`. */
  readonly basePath: string;
}

interface SessionRecord extends Partial<SessionOrigin> {
  readonly holder: SessionHolder;
  /** Instants in milliseconds. */
  readonly openedMs: number;
  readonly usedMs: number;
  /** `endedMs` of the holder as the session was opened. @default what an earlier version wrote: the instants are compared */
  readonly endedBeforeMs?: number;
}

/**
 * A session is a record that points at its holder; its cookie is 256 random bits. The record's key is a hash of these and the token, so
 * that the store shows neither, and another token ends every session. A writing request must also come from a page of ours.
 */
export function createSessions(options: SessionsOptions): Sessions {
  return new KeptSessions(options);
}

/** A session with the key of its record. */
type Listed = OpenSession & { readonly key: string };

class KeptSessions implements Sessions {
  readonly #options: SessionsOptions;
  readonly #cookie: SessionCookie;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#cookie = createSessionCookie(options.basePath);
  }

  async open(
    request: Request,
    { kind, name }: SessionHolder,
    origin: SessionOrigin = NOWHERE,
  ): Promise<string> {
    const found = await this.#options.findHolder({ kind, name });
    if (found === null) throw cannotHave({ kind, name });
    await this.#endAll(request);
    const secret = base64Url(randomBytes(SECRET_BYTES));
    const openedMs = this.#nowMs();
    const endedBeforeMs = found.endedMs;
    const { method, address, agent } = origin;
    const record = {
      holder: { kind, name },
      openedMs,
      usedMs: openedMs,
      endedBeforeMs,
      method,
      address,
      agent,
    };
    await this.#options.store.set(await this.#keyOf(secret), record, { ttlMs: SESSION_IDLE_MS });
    return this.#cookie.write(request, secret, SESSION_LIMIT_MS);
  }

  async end(request: Request): Promise<string> {
    await this.#endAll(request);
    return this.#cookie.write(request, "", 0);
  }

  find(request: Request): Promise<Principal | null> {
    return this.#find(request, true);
  }

  look(request: Request): Promise<Principal | null> {
    return this.#find(request, false);
  }

  async list(request: Request, holder: SessionHolder | null): Promise<readonly OpenSession[]> {
    return (await this.#list(request, holder)).map(withoutKey);
  }

  async endOne(request: Request, id: string, holder: SessionHolder | null): Promise<boolean> {
    const session = (await this.#list(request, holder)).find((one) => one.id === id);
    return session !== undefined && this.#options.store.delete(session.key);
  }

  async #find(request: Request, isUse: boolean): Promise<Principal | null> {
    if (!isSafeWithCookie(request)) return null;
    for (const secret of this.#cookie.read(request)) {
      const principal = await this.#holderOf(secret, isUse);
      if (principal !== null) return principal;
    }
    return null;
  }

  async #holderOf(secret: string, isUse: boolean): Promise<Principal | null> {
    if (!SECRET.test(secret)) return null;
    const { store, findHolder } = this.#options;
    const key = await this.#keyOf(secret);
    const entry = await store.get(key);
    const record = entry === null ? null : recordIn(entry.value);
    if (entry === null || record === null || !this.#isOpen(record)) return null;
    const found = await findHolder(record.holder);
    if (found === null || hasEnded(record, found)) return null;
    if (isUse && this.#nowMs() - record.usedMs >= TOUCH_MS) {
      // On condition: a session that was ended meanwhile must not come back.
      const touched = { ...record, holder: { ...record.holder }, usedMs: this.#nowMs() };
      await store.compareAndSet(key, entry.version, touched, { ttlMs: SESSION_IDLE_MS });
    }
    return found.principal;
  }

  async #list(request: Request, holder: SessionHolder | null): Promise<readonly Listed[]> {
    const { store, prefix, findHolder } = this.#options;
    const secrets = this.#cookie.read(request).filter((one) => SECRET.test(one));
    const own = await Promise.all(secrets.map((one) => this.#keyOf(one)));
    const listed: Listed[] = [];
    for (const { key, value } of await store.list(prefix)) {
      const record = recordIn(value);
      if (record === null || !this.#isOpen(record) || !isOf(record, holder)) continue;
      const found = await findHolder(record.holder);
      if (found === null || hasEnded(record, found)) continue;
      const id = key.slice(prefix.length, prefix.length + ID_CHARACTERS);
      listed.push({ key, id, ...shownOf(record), isOwn: own.includes(key) });
    }
    return listed.toSorted((one, other) => other.usedAt.getTime() - one.usedAt.getTime());
  }

  async #endAll(request: Request): Promise<void> {
    for (const secret of this.#cookie.read(request)) {
      if (SECRET.test(secret)) await this.#options.store.delete(await this.#keyOf(secret));
    }
  }

  async #keyOf(secret: string): Promise<string> {
    const { prefix, token } = this.#options;
    return prefix + (await digest(`mojob session\0${token}\0${secret}`));
  }

  #isOpen({ openedMs, usedMs }: SessionRecord): boolean {
    const now = this.#nowMs();
    return now < openedMs + SESSION_LIMIT_MS && now < usedMs + SESSION_IDLE_MS;
  }

  #nowMs(): number {
    return this.#options.clock.now().getTime();
  }
}

/** Whether all sessions of the holder were ended since this one was opened: no clock says it, because those of two processes differ. */
function hasEnded({ endedBeforeMs, openedMs }: SessionRecord, { endedMs }: FoundHolder): boolean {
  return endedBeforeMs === undefined ? openedMs <= endedMs : endedBeforeMs !== endedMs;
}

function withoutKey(session: Listed): OpenSession {
  const { key: _, ...shown } = session;
  return shown;
}

function isOf({ holder: { kind, name } }: SessionRecord, holder: SessionHolder | null): boolean {
  return holder === null || (kind === holder.kind && name === holder.name);
}

function shownOf({
  holder,
  openedMs,
  usedMs,
  method,
  address,
  agent,
}: SessionRecord): Omit<OpenSession, "id" | "isOwn"> {
  return {
    holder,
    openedAt: new Date(openedMs),
    usedAt: new Date(usedMs),
    method: method ?? NOWHERE.method,
    address: address ?? null,
    agent: agent ?? null,
  };
}

/** Reads the record of a session; `null` for one of a version that kept no holder: it has ended. */
function recordIn(value: unknown): SessionRecord | null {
  const { holder, openedMs, usedMs } = value as Partial<SessionRecord>;
  const isWhole = holder !== undefined && openedMs !== undefined && usedMs !== undefined;
  return isWhole ? (value as SessionRecord) : null;
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
