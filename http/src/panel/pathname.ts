/**
 * The path of a request before a framework took the app's prefix away from it, as far as its server passes that on: our adapters as
 * `{ originalUrl }`, `@hono/node-server` with Node's own request.
 */
export function pathnameOf(environment: unknown, request: Request): string {
  const { originalUrl, incoming } = (environment ?? {}) as {
    readonly originalUrl?: unknown;
    readonly incoming?: { readonly originalUrl?: unknown; readonly url?: unknown };
  };
  const given = originalUrl ?? incoming?.originalUrl ?? incoming?.url;
  const { pathname } = new URL(request.url);
  return typeof given === "string" ? (URL.parse(given, request.url)?.pathname ?? pathname) : pathname;
}

/** The path as people read it; as it is where its escapes are none. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
