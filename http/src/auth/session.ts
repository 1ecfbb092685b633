import type { Clock } from "@mojob/core";
import { isOwnOrigin } from "./loopback.ts";

/** Long enough for a working day. */
const SESSION_MS = 12 * 60 * 60 * 1000;
const COOKIE_NAME = "mojob_session";
const VALUE = /^([0-9a-z]{1,12})\.([A-Za-z0-9_-]{43})$/;
const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Sign-ins of browsers, which cannot send the token with a link or an event stream. */
export interface Sessions {
  /** The `Set-Cookie` that begins one. */
  open(request: Request): Promise<string>;
  /** The `Set-Cookie` that ends it in this browser. */
  end(request: Request): string;
  /** Whether the request bears one and no page of another site sent it. */
  allows(request: Request): Promise<boolean>;
}

export interface SessionsOptions {
  readonly token: string;
  readonly clock: Clock;
  /** Where the app is mounted, such as `/mojob`. */
  readonly basePath: string;
}

/**
 * A session is its end time, signed with a key made of the token: every control plane with that token knows it, nothing
 * is stored, and another token ends them all. Scripts cannot read the cookie, other sites cannot send it, and a writing
 * request must also come from a page of ours.
 */
export function createSessions({ token, clock, basePath }: SessionsOptions): Sessions {
  const encoder = new TextEncoder();
  let made: Promise<CryptoKey> | undefined;
  const key = (): Promise<CryptoKey> => (made ??= signingKey(encoder.encode(`mojob session\0${token}`)));
  const path = basePath === "" ? "/" : basePath;

  const cookie = (request: Request, value: string, maxAgeMs: number): string =>
    [
      `${COOKIE_NAME}=${value}`,
      `Path=${path}`,
      `Max-Age=${Math.floor(maxAgeMs / 1000)}`,
      "HttpOnly",
      "SameSite=Strict",
      ...(isSecure(request) ? ["Secure"] : []),
    ].join("; ");

  return {
    async open(request) {
      const end = (clock.now().getTime() + SESSION_MS).toString(36);
      const signature = await crypto.subtle.sign("HMAC", await key(), encoder.encode(end));
      return cookie(request, `${end}.${base64Url(new Uint8Array(signature))}`, SESSION_MS);
    },
    end: (request) => cookie(request, "", 0),
    async allows(request) {
      if (!SAFE_METHODS.has(request.method) && !isFromOwnPage(request)) return false;
      const [, end, signature] = VALUE.exec(cookieOf(request) ?? "") ?? [];
      if (end === undefined || signature === undefined) return false;
      if (Number.parseInt(end, 36) <= clock.now().getTime()) return false;
      return crypto.subtle.verify("HMAC", await key(), bytesOf(signature), encoder.encode(end));
    },
  };
}

async function signingKey(material: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest("SHA-256", material);
  return crypto.subtle.importKey("raw", digest, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

/** A proxy may change `Host`; what the browser says of the request it cannot know wrong. */
function isFromOwnPage(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  const host = request.headers.get("Host") ?? new URL(request.url).host;
  return isOwnOrigin(request.headers.get("Origin") ?? "", host);
}

/** TLS may end in front of us: then only the page's origin tells. */
function isSecure(request: Request): boolean {
  return request.url.startsWith("https:") || request.headers.get("Origin")?.startsWith("https:") === true;
}

function cookieOf(request: Request): string | undefined {
  const pairs = (request.headers.get("Cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE_NAME}=`))?.slice(COOKIE_NAME.length + 1);
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));
}
