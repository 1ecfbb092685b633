import { isLoopback } from "@mojob/core/ports";

/** Headers by which proxies say that a request came from elsewhere (RFC 7239, and the names of products), beside `X-Forwarded-…`. */
const FORWARDING_HEADERS: ReadonlySet<string> = new Set([
  "forwarded",
  "forwarded-for",
  "via",
  "cdn-loop",
  "x-real-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-original-forwarded-for",
  "x-original-host",
  "x-proxyuser-ip",
  "x-azure-clientip",
  "x-envoy-external-address",
  "cf-connecting-ip",
  "cf-connecting-ipv6",
  "cf-ray",
  "true-client-ip",
  "fastly-client-ip",
  "fly-client-ip",
]);

/** A request with what the server knows of the connection it came on. */
export interface IncomingRequest {
  readonly request: Request;
  /** The other end's address; `null` where the server that received the request does not pass it on. */
  readonly peer: string | null;
  /** The version of HTTP, such as `1.1`; `null` where the server does not pass it on. */
  readonly httpVersion: string | null;
  /** All that the server passed beside the request. */
  readonly environment: unknown;
}

/**
 * The address of the other end, from what servers pass beside a request: `@hono/node-server` the socket, Bun its server,
 * Deno the connection, and our adapters `{ peer }`.
 */
export function peerOf(environment: unknown, request: Request): string | null {
  const given = (environment ?? {}) as {
    readonly peer?: unknown;
    readonly incoming?: { readonly socket?: { readonly remoteAddress?: unknown } };
    readonly remoteAddr?: { readonly hostname?: unknown };
    readonly requestIP?: unknown;
  };
  const address =
    given.peer ??
    given.incoming?.socket?.remoteAddress ??
    given.remoteAddr?.hostname ??
    (typeof given.requestIP === "function"
      ? (given as { requestIP(of: Request): { address?: unknown } | null }).requestIP(request)?.address
      : undefined);
  return typeof address === "string" ? address : null;
}

/** The version of HTTP that the request was sent with, as far as servers pass it on. */
export function httpVersionOf(environment: unknown): string | null {
  const given = (environment ?? {}) as {
    readonly httpVersion?: unknown;
    readonly incoming?: { readonly httpVersion?: unknown };
  };
  const version = given.httpVersion ?? given.incoming?.httpVersion;
  return typeof version === "string" ? version : null;
}

/** Whether an address of a connection is of this machine; IPv4 within IPv6 is read as what it is. */
export function isLocalPeer(address: string): boolean {
  return isLoopback(address.toLowerCase().replace(/^::ffff:/, ""));
}

/** Whether a proxy says that it passes the request on for another machine. */
export function isForwarded({ headers }: Request): boolean {
  return [...headers.keys()].some((name) => name.startsWith("x-forwarded") || FORWARDING_HEADERS.has(name));
}
