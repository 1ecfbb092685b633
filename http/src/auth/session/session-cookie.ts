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
    read(request) {
      const name = plainName(request);
      return (request.headers.get("Cookie") ?? "")
        .split(";")
        .map((pair) => pair.trim())
        .map((pair) => pair.replace(/^__Host-/, ""))
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
    },
    write(request, secret, maxAgeMs) {
      return [
        `${cookieName(request, path)}=${secret}`,
        `Path=${path}`,
        `Max-Age=${Math.floor(maxAgeMs / 1000)}`,
        "HttpOnly",
        "SameSite=Strict",
        ...(isSecure(request) ? ["Secure"] : []),
      ].join("; ");
    },
  };
}

/** The prefix `__Host-` (RFC 6265bis) lets no other host and no plain HTTP set the cookie; it needs TLS and the path `/`. */
function cookieName(request: Request, path: string): string {
  const name = plainName(request);
  return isSecure(request) && path === "/" ? `__Host-${name}` : name;
}

/** Cookies ignore ports, so the name says which one this is: two schedulers on one host keep their sessions apart. */
function plainName(request: Request): string {
  const host = request.headers.get("Host") ?? new URL(request.url).host;
  const port = /:(\d{1,5})$/.exec(host)?.[1];
  return port === undefined ? "mojob_session" : `mojob_session_${port}`;
}

/** TLS may end at a proxy in front: then the page's origin or the proxy says so. */
function isSecure(request: Request): boolean {
  const { headers } = request;
  return (
    request.url.startsWith("https:") ||
    headers.get("Origin")?.startsWith("https:") === true ||
    headers.get("X-Forwarded-Proto")?.split(",").at(-1)?.trim() === "https"
  );
}
