import { isLoopbackHost } from "../loopback.ts";

/** The cookie of a session: scripts cannot read it, other sites cannot send it. */
export interface SessionCookie {
  /** The secrets a request sends under the name, in order. */
  read(request: Request): readonly string[];
  /** The `Set-Cookie` that gives a browser the secret for so long; an empty one with 0 takes it back. */
  write(request: Request, secret: string, maxAgeMs: number): string;
}

/** @param basePath where the app is mounted, such as `/mojob` */
export function createSessionCookie(basePath: string): SessionCookie {
  const path = basePath === "" ? "/" : basePath;
  return {
    read: (request) => cookiesOf(request, NAME, path),
    write(request, secret, maxAgeMs) {
      return [
        `${cookieNameOf(request, NAME, path)}=${secret}`,
        `Path=${path}`,
        `Max-Age=${Math.floor(maxAgeMs / 1000)}`,
        "HttpOnly",
        "SameSite=Strict",
        ...(isSecureRequest(request) ? ["Secure"] : []),
      ].join("; ");
    },
  };
}

const NAME = "mojob_session";
const HOST_PREFIX = "__Host-";

/** The prefix `__Host-` (RFC 6265bis) lets no other host and no plain HTTP set the cookie; it needs TLS and the path `/`. */
export function cookieNameOf(request: Request, name: string, path: string): string {
  const plain = withPort(request, name);
  return isSecureRequest(request) && path === "/" ? `${HOST_PREFIX}${plain}` : plain;
}

/**
 * The cookies of a request under a name, in order. Over TLS, and beside one with the prefix, the plain name does not count where the prefix
 * can be had: another host of the domain, or a page over plain HTTP, could have set it.
 */
export function cookiesOf(request: Request, name: string, path: string): readonly string[] {
  const pairs = (request.headers.get("Cookie") ?? "").split(";").map((pair) => pair.trim());
  const valuesOf = (full: string): readonly string[] =>
    pairs.filter((pair) => pair.startsWith(`${full}=`)).map((pair) => pair.slice(full.length + 1));
  const plain = withPort(request, name);
  const prefixed = path === "/" ? valuesOf(HOST_PREFIX + plain) : [];
  if (prefixed.length > 0 || (path === "/" && isSecureRequest(request))) return prefixed;
  return valuesOf(plain);
}

/** Cookies ignore ports, so the name says which one this is: two schedulers on one host keep their sessions apart. */
function withPort(request: Request, name: string): string {
  const port = /:(\d{1,5})$/.exec(hostOf(request))?.[1];
  return port === undefined ? name : `${name}_${port}`;
}

/**
 * TLS may end at a proxy in front: then the page's origin or the proxy says so, and else the browser does, which sends `Sec-Fetch-Site` only
 * where what it sends is safe: over TLS, and to this machine.
 */
export function isSecureRequest(request: Request): boolean {
  const { headers } = request;
  return (
    request.url.startsWith("https:") ||
    headers.get("Origin")?.startsWith("https:") === true ||
    headers.get("X-Forwarded-Proto")?.split(",").at(-1)?.trim() === "https" ||
    (headers.has("Sec-Fetch-Site") && !isOfThisMachine(hostOf(request)))
  );
}

/** Browsers take names that end in `.localhost` for this machine, too. */
function isOfThisMachine(host: string): boolean {
  return isLoopbackHost(host) || /(?:^|\.)localhost(?::\d+)?$/i.test(host);
}

function hostOf(request: Request): string {
  return request.headers.get("Host") ?? new URL(request.url).host;
}
