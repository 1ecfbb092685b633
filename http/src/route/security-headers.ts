import type { MiddlewareHandler } from "hono";

/** Every response has them; a page sets its own policy and caching. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** A year, as browsers that keep lists of such hosts want it. */
const OVER_TLS_ALONE = { "Strict-Transport-Security": "max-age=31536000" };

/** @param publicUrl where browsers reach the app: over TLS they are told to come back over TLS alone */
export function securityHeaders(publicUrl: string | null): MiddlewareHandler {
  const isOverTls = publicUrl?.startsWith("https:") === true;
  const headers = Object.entries({ ...SECURITY_HEADERS, ...(isOverTls && OVER_TLS_ALONE) });
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  };
}
